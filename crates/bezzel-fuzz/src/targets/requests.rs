//! Requests of every verb as JSON. Those on small boards are answered too, within a short time.

use bezzel::{Control, RunLimits};
use serde_json::Value;
use std::ops::ControlFlow;

/// Largest number in a request that is answered.
const SMALL: f64 = 6.0;

/// Reads a request of a type and, if it is small, answers it.
macro_rules! verbs {
    ($input:expr, $small:expr, $($request:ident => $answer:expr),* $(,)?) => {$(
        if let Ok(mut request) = serde_json::from_slice::<bezzel::$request>($input) {
            // What is read is written so that it is read again.
            let text = serde_json::to_vec(&request).expect("plain data");
            let again = serde_json::from_slice::<bezzel::$request>(&text);
            assert_eq!(again.ok().as_ref(), Some(&request), stringify!($request));
            if $small {
                let answer: fn(&mut bezzel::$request) = $answer;
                answer(&mut request);
            }
        }
    )*};
}

/// A twentieth of a second.
fn briefly(limits: &mut RunLimits) {
    limits.time = Some(limits.time.unwrap_or(0.05).min(0.05));
}

/// Whether all numbers and words of numbers in a document are small.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_f64().is_some_and(|number| number <= SMALL),
        Value::String(text) => text
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse::<f64>().ok())
            .all(|number| number <= SMALL),
        Value::Array(items) => items.len() < 20 && items.iter().all(is_small),
        Value::Object(fields) => fields.values().all(is_small),
        Value::Bool(_) | Value::Null => true,
    }
}

/// Reads the input as the request of every verb.
pub fn requests(input: &[u8]) {
    let small = serde_json::from_slice::<Value>(input).is_ok_and(|value| is_small(&value));
    verbs!(input, small,
        CountRequest => |request| {
            briefly(&mut request.limits);
            let _ = bezzel::count(request, &Control::new());
        },
        SolveRequest => |request| {
            briefly(&mut request.limits);
            let _ = bezzel::solve(request, &Control::new());
        },
        ListRequest => |request| {
            briefly(&mut request.limits);
            let _ = bezzel::list(request, &Control::new(), &mut |_| ControlFlow::Continue(()));
        },
        SampleRequest => |request| {
            let _ = bezzel::sample(request, &Control::new(), &mut |_| ControlFlow::Continue(()));
        },
        CheckRequest => |request| {
            let _ = bezzel::check(request, &Control::new());
        },
        SymmetryRequest => |request| {
            let _ = bezzel::symmetry(request, &Control::new());
        },
        ImportRequest => |request| {
            let _ = bezzel::import(request, &Control::new());
        },
        ExportRequest => |request| {
            let _ = bezzel::export(request, &Control::new(), &mut std::io::sink());
        },
        ConstructRequest => |request| {
            let _ = bezzel::construct(request, &Control::new(), &mut std::io::sink());
        },
        StackRequest => |request| {
            briefly(&mut request.limits);
            let _ = bezzel::stack(request, &Control::new());
        },
        DivideRequest => |request| {
            briefly(&mut request.limits);
            let _ = bezzel::divide(request, &Control::new());
        },
        CompareRequest => |request| {
            briefly(&mut request.limits);
            if request.runs().is_ok_and(|runs| runs <= 4) {
                let go_on = &mut |_: &_| ControlFlow::Continue(());
                let _ = bezzel::compare(request, &Control::new(), go_on);
            }
        },
        EstimateRequest => |request| {
            request.time = Some(0.05);
            let _ = bezzel::estimate(request, &Control::new());
        },
        DrawRequest => |request| {
            let _ = request.validate();
        },
        JobStartRequest => |request| {
            let _ = bezzel::job_plan(request, &Control::new());
        },
    );
}

/// Input is a request, followed by bytes that say where to look.
pub fn traces(input: &[u8]) {
    let mut documents = serde_json::Deserializer::from_slice(input).into_iter::<Value>();
    let Some(Ok(value)) = documents.next() else { return };
    let places = &input[documents.byte_offset()..];
    let small = is_small(&value);
    let Ok(mut request) = serde_json::from_value::<bezzel::TraceRequest>(value) else { return };
    if !small {
        let _ = request.start();
        return;
    }
    briefly(&mut request.limits);
    request.steps = Some(request.steps.unwrap_or(500).min(500));
    let Ok(recording) = bezzel::record(&request, 1 << 20, &Control::new()) else { return };
    let steps = recording.steps();
    for byte in places.iter().take(8) {
        // Inside, at the end, and beyond it.
        let at = u32::from(*byte) * (steps + 3) / 200;
        assert_eq!(recording.moment(at).is_ok(), at <= steps, "step {at} of {steps}");
        if let Ok(page) = recording.page(at, 5) {
            assert!(page.events.len() <= 5);
        }
        let buckets = recording.overview(u32::from(*byte));
        assert_eq!(buckets.is_ok(), *byte > 0);
        let cut = bezzel::TreeCut { at, depth: 3, limit: 50, refused: byte % 2 == 0 };
        assert!(recording.tree(cut).nodes.len() <= 50);
        let _ = recording.branches(at, 1, byte % 2 == 1);
    }
}

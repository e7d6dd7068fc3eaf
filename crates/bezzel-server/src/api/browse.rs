//! Reading a trace: by page, by step, as a timeline and as a tree.

use super::traces::kept;
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Asked, At};
use crate::trace::{Branches, Bucket, Kind, Tally, TreeView};
use axum::Json;
use axum::extract::State;
use bezzel_search::{Event, Frame, Step};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Which events.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    /// Number of the first event, from 1.
    #[serde(default = "one")]
    from: u32,
    /// How many.
    #[serde(default = "hundred")]
    count: u32,
}

fn one() -> u32 {
    1
}

fn hundred() -> u32 {
    100
}

/// A page of a trace.
#[derive(Serialize, ToSchema)]
pub struct Page {
    /// Number of the first event.
    from: u32,
    /// Events in all.
    total: u32,
    /// The state before the first event of the page.
    #[schema(value_type = Object)]
    before: Frame,
    /// The counters before the first event of the page.
    tally: Tally,
    /// The events.
    events: Vec<EventView>,
}

/// An event as it is shown.
#[derive(Serialize, ToSchema)]
pub struct EventView {
    /// Place in the trace, from 1.
    number: u64,
    /// Line of the pseudocode, from 1.
    line: u8,
    /// What happened: a word, or an object with one key.
    #[schema(value_type = Value)]
    step: Step<'static>,
    /// The same in words.
    text: String,
}

impl From<Event> for EventView {
    fn from(event: Event) -> EventView {
        let Event { number, line, step } = event;
        let text = step.to_string();
        EventView { number, line, step, text }
    }
}

/// A page of events
#[utoipa::path(
    get, path = "/traces/{id}/events", params(("id" = String, Path), PageQuery),
    responses((status = 200, body = Page), (status = "4XX", body = ErrorBody))
)]
pub async fn events(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(PageQuery { from, count }): Asked<PageQuery>,
) -> Result<Json<Page>, ApiError> {
    let kept = kept(&app, &id)?;
    if from == 0 {
        return Err(ApiError::bad_value("from is 0", "events count from 1"));
    }
    if count > app.limits.page_events {
        return Err(ApiError::too_large("count", count, app.limits.page_events));
    }
    let (before, events) = kept.recording.page(from, count);
    let events = events.into_iter().map(EventView::from).collect();
    let total = kept.recording.steps();
    Ok(Json(Page { from, total, before: before.frame, tally: before.tally, events }))
}

/// A moment of a trace.
#[derive(Serialize, ToSchema)]
pub struct MomentView {
    /// Steps made.
    step: u32,
    /// The state after them.
    #[schema(value_type = Object)]
    frame: Frame,
    /// The counters after them.
    tally: Tally,
    /// The last of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<EventView>,
}

/// The state after a step
#[utoipa::path(
    get, path = "/traces/{id}/frames/{step}", params(("id" = String, Path), ("step" = u32, Path)),
    responses((status = 200, body = MomentView), (status = "4XX", body = ErrorBody))
)]
pub async fn frame(
    State(app): State<Arc<App>>,
    At((id, step)): At<(String, u32)>,
) -> Result<Json<MomentView>, ApiError> {
    let kept = kept(&app, &id)?;
    let total = kept.recording.steps();
    if step > total {
        return Err(ApiError::missing(
            "no-such-step",
            format!("the trace has no step {step}"),
            &format!("it has {total} steps; 0 is the state before the first"),
        ));
    }
    let (moment, event) = kept.recording.moment(step);
    let (frame, tally) = (moment.frame, moment.tally);
    Ok(Json(MomentView { step, frame, tally, event: event.map(EventView::from) }))
}

/// What to look for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct FindQuery {
    /// The step to look from, which is not looked at itself.
    #[serde(default)]
    from: u32,
    /// solution, backtrack, dead-end, restart, reject or place.
    kind: String,
    /// next or previous.
    #[serde(default)]
    direction: Direction,
}

/// Where to look.
#[derive(Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Towards the end.
    #[default]
    Next,
    /// Towards the beginning.
    Previous,
}

/// A step that was looked for.
#[derive(Serialize, ToSchema)]
pub struct Found {
    /// Its number, or nothing.
    step: Option<u32>,
}

/// The nearest step of a kind
#[utoipa::path(
    get, path = "/traces/{id}/find", params(("id" = String, Path), FindQuery),
    responses((status = 200, body = Found), (status = "4XX", body = ErrorBody))
)]
pub async fn find(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(asked): Asked<FindQuery>,
) -> Result<Json<Found>, ApiError> {
    let kept = kept(&app, &id)?;
    let kind = Kind::named(&asked.kind).ok_or_else(|| {
        let kinds = "there are solution, backtrack, dead-end, restart, reject, place";
        ApiError::bad_value(format!("'{}' is not a kind of step", asked.kind), kinds)
    })?;
    let forwards = asked.direction == Direction::Next;
    Ok(Json(Found { step: kept.recording.find(asked.from, kind, forwards) }))
}

/// How fine.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct OverviewQuery {
    /// How many stretches of equal length.
    #[serde(default = "hundred")]
    buckets: u32,
}

/// A trace as a timeline.
#[derive(Serialize, ToSchema)]
pub struct Overview {
    /// Its stretches, in order; fewer than asked for where there are fewer steps.
    buckets: Vec<Bucket>,
}

/// The whole trace in stretches
#[utoipa::path(
    get, path = "/traces/{id}/overview", params(("id" = String, Path), OverviewQuery),
    responses((status = 200, body = Overview), (status = "4XX", body = ErrorBody))
)]
pub async fn overview(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(OverviewQuery { buckets }): Asked<OverviewQuery>,
) -> Result<Json<Overview>, ApiError> {
    let kept = kept(&app, &id)?;
    match buckets {
        0 => Err(ApiError::bad_value("buckets is 0", "ask for 1 or more")),
        _ if buckets > app.limits.overview_buckets => {
            Err(ApiError::too_large("buckets", buckets, app.limits.overview_buckets))
        }
        _ => Ok(Json(Overview { buckets: kept.recording.overview(buckets) })),
    }
}

/// How much of the tree.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct TreeQuery {
    /// After which step; the last if nothing is said.
    at: Option<u32>,
    /// Greatest depth at which everything is shown.
    depth: Option<u16>,
    /// Most nodes.
    #[serde(default = "five_hundred")]
    limit: u32,
    /// Whether refused squares are shown.
    #[serde(default)]
    refused: bool,
}

fn five_hundred() -> u32 {
    500
}

/// Which part of the path.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct BranchesQuery {
    /// After which step; the last if nothing is said.
    at: Option<u32>,
    /// Only what is deeper than this.
    #[serde(default)]
    below: u16,
    /// Whether refused squares are shown.
    #[serde(default)]
    refused: bool,
}

/// The path to the last queen after a step, with its branches
///
/// Goes with the tree of the last step, cut to some depth: together they draw the tree at any step,
/// and a node has its place for good.
#[utoipa::path(
    get, path = "/traces/{id}/branches", params(("id" = String, Path), BranchesQuery),
    responses((status = 200, body = Branches), (status = "4XX", body = ErrorBody))
)]
pub async fn branches(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(BranchesQuery { at, below, refused }): Asked<BranchesQuery>,
) -> Result<Json<Branches>, ApiError> {
    let kept = kept(&app, &id)?;
    let steps = kept.recording.steps();
    Ok(Json(kept.recording.tree.branches(at.unwrap_or(steps).min(steps), below, refused)))
}

/// The search tree as grown up to a step
#[utoipa::path(
    get, path = "/traces/{id}/tree", params(("id" = String, Path), TreeQuery),
    responses((status = 200, body = TreeView), (status = "4XX", body = ErrorBody))
)]
pub async fn tree(
    State(app): State<Arc<App>>,
    At(id): At<String>,
    Asked(asked): Asked<TreeQuery>,
) -> Result<Json<TreeView>, ApiError> {
    let kept = kept(&app, &id)?;
    if asked.limit == 0 || asked.limit > app.limits.tree_nodes {
        return Err(ApiError::too_large("limit", asked.limit, app.limits.tree_nodes));
    }
    let steps = kept.recording.steps();
    let (at, depth) = (asked.at.unwrap_or(steps).min(steps), asked.depth.unwrap_or(u16::MAX));
    Ok(Json(kept.recording.tree.view(at, depth, asked.limit as usize, asked.refused)))
}

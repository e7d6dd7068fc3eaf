//! Streams that end with the server, and stop their computation when the reader has gone.

use crate::app::App;
use crate::error::ApiError;
use crate::lane::{StopGuard, control};
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bezzel::Control;
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};

/// Bytes sent at a time.
const CHUNK: usize = 64 << 10;

/// Longest time that a line waits for others.
const PAUSE: Duration = Duration::from_millis(100);

/// The body of an answer that is sent while it is computed. A request that fails before its first
/// byte gets a normal error; one that fails later ends with the error as its last line.
pub async fn body(
    app: &Arc<App>,
    work: impl FnOnce(&Control, &mut Sending) -> Result<(), ApiError> + Send + 'static,
) -> Result<Body, ApiError> {
    let (sender, mut pieces) = mpsc::channel(4);
    let guard = StopGuard(Arc::default());
    let run = move |stop: &Arc<AtomicBool>| {
        let (stop_too, sent) = (Arc::clone(stop), Instant::now());
        let mut sending = Sending { sender, stop: stop_too, buffer: Vec::new(), sent };
        let worked = work(&control(stop), &mut sending);
        // If the reader has gone, the error cannot be sent.
        let _ = sending.flush();
        if let Err(error) = worked {
            send(&sending.sender, Err(error), stop);
        }
    };
    app.long.start(Arc::clone(&guard.0), run).await?;
    let first = match pieces.recv().await {
        Some(Err(error)) => return Err(error),
        Some(Ok(bytes)) => bytes,
        None => Bytes::new(),
    };
    let rest = ReceiverStream::new(pieces).map(|piece| {
        piece.unwrap_or_else(|error: ApiError| {
            let body = serde_json::to_string(&error.into_body()).unwrap_or_default();
            Bytes::from(body + "\n")
        })
    });
    let all = tokio_stream::once(first).chain(rest);
    let answering = Answering::new(app, all, guard, |_| false);
    Ok(Body::from_stream(answering.map(Ok::<_, io::Error>)))
}

/// An answer of lines of JSON: the items as they come, then the closing document.
pub async fn lines<A: Serialize>(
    app: &Arc<App>,
    work: impl FnOnce(&Control, &mut Lines<'_>) -> Result<A, bezzel::Error> + Send + 'static,
) -> Result<Response, ApiError> {
    let body = body(app, move |control, out| {
        let answer = work(control, &mut Lines(&mut *out))?;
        // A line that cannot be sent means that the client has gone.
        let _ = out.line(&answer);
        Ok(())
    });
    Ok(([(header::CONTENT_TYPE, "application/x-ndjson")], body.await?).into_response())
}

/// The lines of an answer.
pub struct Lines<'a>(&'a mut Sending);

impl Lines<'_> {
    /// Sends an item; returns whether the client still reads.
    pub fn item(&mut self, item: &impl Serialize) -> ControlFlow<()> {
        match self.0.line(item) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    /// The same, without waiting for more items to send them together.
    pub fn item_at_once(&mut self, item: &impl Serialize) -> ControlFlow<()> {
        match self.0.line(item).and_then(|()| self.0.flush()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

/// Sends what is written; fails when the reader has gone.
pub struct Sending {
    sender: mpsc::Sender<Result<Bytes, ApiError>>,
    stop: Arc<AtomicBool>,
    buffer: Vec<u8>,
    /// When data was last sent.
    sent: Instant,
}

impl Sending {
    /// Writes a document as one line; lines that are produced slowly do not wait for others.
    pub fn line(&mut self, document: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut *self, document)?;
        self.write_all(b"\n")?;
        if self.sent.elapsed() >= PAUSE { self.flush() } else { Ok(()) }
    }
}

impl Write for Sending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= CHUNK {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() {
            return Ok(());
        }
        let bytes = Bytes::from(std::mem::take(&mut self.buffer));
        self.sent = Instant::now();
        match send(&self.sender, Ok(bytes), &self.stop) {
            true => Ok(()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

/// Hands some bytes to the reader; false if the reader has gone or the server is stopping. A reader
/// that stops reading loses its connection, and then counts as gone.
pub fn send<T>(sender: &mpsc::Sender<T>, piece: T, stop: &AtomicBool) -> bool {
    let mut piece = piece;
    loop {
        match sender.try_send(piece) {
            Ok(()) => return true,
            Err(TrySendError::Closed(_)) => return false,
            Err(TrySendError::Full(back)) => piece = back,
        }
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The stream of an answer.
pub struct Answering<T> {
    stream: Pin<Box<dyn Stream<Item = T> + Send>>,
    ending: Pin<Box<dyn Future<Output = ()> + Send>>,
    is_last: fn(&T) -> bool,
    ended: bool,
    /// Sets the computation's stop flag at the end of the stream.
    _guard: StopGuard,
}

impl<T> Answering<T> {
    /// The stream until its last item, until the server ends, or until the reader has gone.
    pub fn new(
        app: &Arc<App>,
        stream: impl Stream<Item = T> + Send + 'static,
        guard: StopGuard,
        is_last: fn(&T) -> bool,
    ) -> Answering<T> {
        let app = Arc::clone(app);
        let ending = Box::pin(async move { app.ended().await });
        Answering { stream: Box::pin(stream), ending, is_last, ended: false, _guard: guard }
    }
}

impl<T> Stream for Answering<T> {
    type Item = T;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let this = &mut *self;
        if this.ended || this.ending.as_mut().poll(context).is_ready() {
            this.ended = true;
            return Poll::Ready(None);
        }
        let next = this.stream.as_mut().poll_next(context);
        if let Poll::Ready(Some(item)) = &next {
            this.ended = (this.is_last)(item);
        }
        next
    }
}

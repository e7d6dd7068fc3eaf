//! Streams that end with the server, and stop their computation when the reader has gone.

use crate::app::App;
use crate::error::ApiError;
use crate::lane::{Computation, StopGuard};
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bezzel::{Control, Stop};
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

/// Bytes per second that a reader should read; a slower one uses up its patience.
const RATE: f64 = 65_536.0;

/// The body of an answer that is sent while it is computed. A request that fails before its first
/// byte gets a normal error; one that fails later ends with the error as its last line. A reader that
/// makes the computation wait too long loses its connection.
pub async fn body(
    app: &Arc<App>,
    work: impl FnOnce(&Control, &mut Sending) -> Result<(), ApiError> + Send + 'static,
) -> Result<Body, ApiError> {
    let (sender, mut pieces) = mpsc::channel(4);
    let (guard, is_cut) = (StopGuard::default(), Arc::<AtomicBool>::default());
    let patience = Duration::from_secs(app.limits.reader_seconds);
    let cut = Arc::clone(&is_cut);
    let run = move |computation: &Computation| {
        let stop = computation.control.stop().clone();
        let reader = Reader { sender, stop, patience, bytes: 0, waited: Duration::ZERO };
        let mut sending = Sending { reader, buffer: Vec::new(), sent: Instant::now() };
        let worked = work(&computation.control, &mut sending);
        let worked = computation.settle(worked).flatten();
        // If the reader has gone, the error cannot be sent.
        let _ = sending.flush();
        if let Err(error) = worked {
            sending.reader.send(Err(error), 0);
        }
        cut.store(sending.reader.is_out_of_patience(), Ordering::Release);
    };
    app.long.start(&guard.0, run).await?;
    let first = match pieces.recv().await {
        Some(Err(error)) => return Err(error),
        Some(Ok(bytes)) => bytes,
        None => Bytes::new(),
    };
    let rest = ReceiverStream::new(pieces).map(|piece| {
        Ok::<_, io::Error>(piece.unwrap_or_else(|error: ApiError| {
            let body = serde_json::to_string(&error.into_body()).unwrap_or_default();
            Bytes::from(body + "\n")
        }))
    });
    // An answer that was cut off must not look complete.
    let end = std::iter::from_fn(move || {
        is_cut.swap(false, Ordering::Acquire).then(|| Err(io::ErrorKind::TimedOut.into()))
    });
    let all = tokio_stream::once(Ok(first)).chain(rest).chain(tokio_stream::iter(end));
    Ok(Body::from_stream(Answering::new(app, all, guard, |_| false)))
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
    reader: Reader,
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
        let length = bytes.len();
        match self.reader.send(Ok(bytes), length) {
            true => Ok(()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

/// The reader of a stream, as the computing thread sees it.
struct Reader {
    sender: mpsc::Sender<Result<Bytes, ApiError>>,
    stop: Stop,
    /// How long the thread may wait for it in total, in addition to what its bytes take at [`RATE`].
    patience: Duration,
    bytes: usize,
    waited: Duration,
}

impl Reader {
    /// Hands some bytes to the reader; false if the reader has gone or is too slow, or the server is
    /// stopping. A reader that stops reading loses its connection, and then counts as gone.
    fn send(&mut self, piece: Result<Bytes, ApiError>, bytes: usize) -> bool {
        let mut piece = piece;
        loop {
            match self.sender.try_send(piece) {
                Ok(()) => {
                    self.bytes += bytes;
                    return true;
                }
                Err(TrySendError::Closed(_)) => return false,
                Err(TrySendError::Full(back)) => piece = back,
            }
            if self.stop.is_asked() || self.is_out_of_patience() {
                return false;
            }
            let began = Instant::now();
            std::thread::sleep(Duration::from_millis(2));
            self.waited += began.elapsed();
        }
    }

    fn is_out_of_patience(&self) -> bool {
        self.waited > self.patience + Duration::from_secs_f64(self.bytes as f64 / RATE)
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

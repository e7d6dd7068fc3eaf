//! Streams that end with the server, and stop their computation when nobody reads them any more.

use crate::app::App;
use crate::lane::StopGuard;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio_stream::Stream;

/// Hands a piece to the reader; false where the reader has gone or everything is to stop. One that
/// stands still loses its connection, and then it has gone.
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

/// A stream of an answer.
pub struct Answering<T> {
    stream: Pin<Box<dyn Stream<Item = T> + Send>>,
    ending: Pin<Box<dyn Future<Output = ()> + Send>>,
    is_last: fn(&T) -> bool,
    ended: bool,
    /// Raises the flag of the computation with the end of the stream.
    _guard: StopGuard,
}

impl<T> Answering<T> {
    /// The stream until its last item, the end of the server, or the end of the reader.
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

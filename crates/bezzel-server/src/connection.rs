//! A connection that is given up when its other end stands still.
//!
//! Hyper gives up on a connection on which no request comes. Whoever takes no byte of an answer is
//! seen here: a write that stays blocked for too long fails, the connection ends with it, and so does
//! the computation behind the answer. Only a standstill counts; a slow reader may take its time.

use socket2::{SockRef, TcpKeepalive};
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{Sleep, sleep};

/// Bytes of an answer the system holds for its reader. A blocked write goes on when a good part of
/// them is gone: with the megabytes it would take otherwise, a slow reader would seem to stand still.
const HELD: u32 = 64 << 10;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// Listens at an address.
pub fn listen(address: std::net::SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // A port whose last server has just ended is free, except where this would mean sharing it.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(HELD)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Readies an accepted connection: small answers do not wait for more to send, and the system looks
/// after clients that vanish without a word.
pub fn prepare(stream: &TcpStream, patience: Duration) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    let asking = TcpKeepalive::new().with_time(patience).with_interval(patience / 3);
    socket.set_tcp_keepalive(&asking)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(patience))?;
    Ok(())
}

/// A stream whose writes fail when the other end takes no byte for a while.
pub struct Patient<S> {
    stream: S,
    patience: Duration,
    /// Runs while a write is blocked.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl<S> Patient<S> {
    pub fn new(stream: S, patience: Duration) -> Patient<S> {
        Patient { stream, patience, deadline: None }
    }

    /// What a write came to; the time of one that is blocked runs.
    fn written(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.deadline = None;
            return written;
        }
        let patience = self.patience;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(deadline.as_mut().poll(context));
        tracing::debug!("a client stopped reading");
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Patient<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.written(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Patient<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const PATIENCE: Duration = Duration::from_secs(30);

    /// Writes a thousand bytes through a pipe of ten to somebody who takes one after each rest.
    async fn write_to_reader(rest: Duration) -> io::Result<usize> {
        let (near, mut far) = duplex(10);
        let reader = tokio::spawn(async move {
            let mut taken = 0;
            let mut byte = [0];
            while far.read(&mut byte).await.is_ok_and(|read| read == 1) {
                taken += 1;
                sleep(rest).await;
            }
            taken
        });
        let mut patient = Patient::new(near, PATIENCE);
        let written = patient.write_all(&[7; 1000]).await;
        drop(patient);
        let taken = reader.await.expect("the reader is sound");
        written.map(|()| taken)
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_is_served_and_one_that_stands_still_is_not() {
        assert_eq!(write_to_reader(Duration::from_secs(29)).await.unwrap(), 1000);
        let error = write_to_reader(Duration::from_secs(31)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn the_system_watches_over_connections() {
        let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        prepare(&stream, PATIENCE).unwrap();
        let socket = SockRef::from(&stream);
        assert!(socket.tcp_nodelay().unwrap() && socket.keepalive().unwrap());
        // Linux doubles what it is asked for.
        assert!(socket.send_buffer_size().unwrap() <= 2 * HELD as usize);
        #[cfg(target_os = "linux")]
        assert_eq!(socket.tcp_user_timeout().unwrap(), Some(PATIENCE));
    }
}

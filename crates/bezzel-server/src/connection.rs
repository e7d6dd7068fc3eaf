//! A connection that is closed when the client stops reading.
//!
//! Hyper closes a connection on which no request arrives. A client that reads no byte of its answer
//! is detected here: a write that stays blocked for too long fails, which ends the connection and
//! the computation behind the answer. A slow reader is served, as long as it reads something.

use socket2::{SockRef, TcpKeepalive};
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{Sleep, sleep};

/// Bytes of an answer that the system buffers for its reader. A blocked write continues only when a
/// good part of the buffer is free: with the default of megabytes, a slow reader would look like
/// one that has stopped.
const HELD: u32 = 64 << 10;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// Listens at an address.
pub fn listen(address: std::net::SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // The port of a server that has just ended can be reused, except on systems where this would
    // mean sharing it.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(HELD)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Prepares an accepted connection: small answers are sent at once, and the system detects clients
/// that vanish.
pub fn prepare(stream: &TcpStream, patience: Duration) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let socket = SockRef::from(stream);
    let asking = TcpKeepalive::new().with_time(patience).with_interval(patience / 3);
    socket.set_tcp_keepalive(&asking)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(patience))?;
    Ok(())
}

/// A stream whose writes fail when the other end reads no byte for a while.
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

    /// The result of a write; starts the clock of one that is blocked.
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

    /// Writes a thousand bytes through a pipe of ten to a reader that takes one byte after each
    /// pause.
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
        let taken = reader.await.expect("the reader does not panic");
        written.map(|()| taken)
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_is_served_and_one_that_stops_is_not() {
        assert_eq!(write_to_reader(Duration::from_secs(29)).await.unwrap(), 1000);
        let error = write_to_reader(Duration::from_secs(31)).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn the_system_detects_dead_connections() {
        let listener = listen("127.0.0.1:0".parse().unwrap()).unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, _) = listener.accept().await.unwrap();
        prepare(&stream, PATIENCE).unwrap();
        let socket = SockRef::from(&stream);
        assert!(socket.tcp_nodelay().unwrap() && socket.keepalive().unwrap());
        // Linux doubles the requested size.
        assert!(socket.send_buffer_size().unwrap() <= 2 * HELD as usize);
        #[cfg(target_os = "linux")]
        assert_eq!(socket.tcp_user_timeout().unwrap(), Some(PATIENCE));
    }
}

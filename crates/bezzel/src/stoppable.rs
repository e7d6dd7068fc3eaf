//! Reading and writing that stop when asked to.

use crate::{Control, Error, ErrorKind};
use bezzel_board::Stop;
use std::io::{self, BufRead, Read, Write};

/// Refuses to write once a stop was asked for, and counts what it has written.
pub(crate) struct Stoppable<'a> {
    out: &'a mut dyn Write,
    stop: Stop,
    bytes: u64,
}

/// The result of writing a stream.
pub(crate) struct Written {
    /// Bytes handed to the writer.
    pub bytes: u64,
    /// Whether that is all of it.
    pub complete: bool,
}

/// Runs a writer until its end, or until the control asks it to stop.
pub(crate) fn until_stopped(
    out: &mut dyn Write,
    control: &Control,
    write: impl FnOnce(&mut Stoppable<'_>) -> io::Result<()>,
) -> Result<Written, Error> {
    let mut out = Stoppable { out, stop: control.stop().clone(), bytes: 0 };
    match write(&mut out).and_then(|()| out.flush()) {
        Ok(()) => Ok(Written { bytes: out.bytes, complete: true }),
        Err(_) if out.stop.is_asked() => Ok(Written { bytes: out.bytes, complete: false }),
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
            Err(Error::bad(error.to_string()))
        }
        // The reader has gone: not a failure of what was asked.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(Written { bytes: out.bytes, complete: false })
        }
        Err(error) => Err(Error::new(ErrorKind::Io, error.to_string())),
    }
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_asked() {
            return Err(io::Error::other("stopped"));
        }
        let written = self.out.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Refuses to read once a stop was asked for.
pub(crate) struct StoppableReader<R> {
    from: R,
    stop: Stop,
}

impl<R> StoppableReader<R> {
    pub(crate) fn new(from: R, control: &Control) -> StoppableReader<R> {
        StoppableReader { from, stop: control.stop().clone() }
    }

    fn look(&self) -> io::Result<()> {
        if self.stop.is_asked() { Err(io::Error::other("stopped")) } else { Ok(()) }
    }
}

impl<R: Read> Read for StoppableReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.look()?;
        self.from.read(bytes)
    }
}

impl<R: BufRead> BufRead for StoppableReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.look()?;
        self.from.fill_buf()
    }

    fn consume(&mut self, bytes: usize) {
        self.from.consume(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_stream_is_reported_as_incomplete() {
        let control = Control::new();
        let mut bytes = Vec::new();
        let written = until_stopped(&mut bytes, &control, |out| {
            out.write_all(b"queens")?;
            control.stop().ask();
            out.write_all(b" and more")
        });
        let written = written.unwrap();
        assert_eq!((written.bytes, written.complete, bytes), (6, false, b"queens".to_vec()));
    }

    #[test]
    fn a_writer_that_fails_is_an_error() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let failed = until_stopped(&mut Full, &Control::new(), |out| out.write_all(b"queens"));
        assert_eq!(failed.err().map(|error| error.kind), Some(ErrorKind::Io));
    }
}

//! Frames of the proxy: a thread reads those of each connection.

use std::io::{Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Sender, SyncSender, TrySendError, sync_channel};
use std::thread;

use super::HOARDING;

/// Bytes of a header.
pub(super) const HEAD: usize = 6;
/// The longest payload.
const MAX: usize = 1 << 20;
/// Frames that wait for a client.
const WAITING: usize = 64;

/// A side of the proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Up,
    /// A client, by its number.
    Down(usize),
}

/// News of a connection.
pub(super) enum Event {
    Joined(TcpStream),
    /// A frame with its header.
    Frame(Vec<u8>),
    End,
    /// Bytes that are no frame.
    Broken,
}

/// Reads frames by a thread of its own.
pub(super) fn read(
    mut stream: TcpStream,
    side: Side,
    events: Sender<(Side, Event)>,
    fault: &'static str,
) {
    thread::spawn(move || {
        let is_lossy = fault == "PX-FR-2";
        let (mut kept, mut room) = (Vec::new(), vec![0; 1 << 16]);
        let end = 'all: loop {
            let Ok(len @ 1..) = stream.read(&mut room) else { break Event::End };
            kept.extend_from_slice(&room[..len]);
            let mut count = 0;
            while kept.len() >= HEAD {
                let len = u32::from_le_bytes([kept[3], kept[4], kept[5], 0]) as usize;
                if len > MAX {
                    break 'all Event::Broken;
                }
                if kept.len() < HEAD + len {
                    break;
                }
                let frame = kept.drain(..HEAD + len).collect();
                let is_lost = is_lossy && count > 0;
                if !is_lost && events.send((side, Event::Frame(frame))).is_err() {
                    break 'all Event::End;
                }
                count += 1;
            }
            // Behaves like a proxy whose reads have whole frames.
            if fault == "PX-FR-1" && !kept.is_empty() {
                break Event::End;
            }
        };
        // Nobody may be there any longer.
        let _ = events.send((side, end));
    });
}

/// The writing half of a connection.
pub(super) struct Out {
    stream: TcpStream,
    frames: SyncSender<Vec<u8>>,
    fault: &'static str,
}

impl Out {
    /// Writes by a thread of its own.
    pub(super) fn new(stream: TcpStream, fault: &'static str) -> Self {
        let most = if fault == HOARDING { 1 << 16 } else { WAITING };
        let (frames, queue) = sync_channel::<Vec<u8>>(most);
        let mut output = stream.try_clone().expect("it is open");
        output.set_nodelay(true).expect("it is open");
        thread::spawn(move || {
            while let Ok(frame) = queue.recv() {
                if output.write_all(&frame).is_err() {
                    return;
                }
            }
        });
        Self { stream, frames, fault }
    }

    /// Sends a frame; false if the other side does not take it.
    pub(super) fn send(&self, frame: Vec<u8>) -> bool {
        if self.fault == "PX-DN-3" {
            return self.frames.send(frame).is_ok();
        }
        !matches!(self.frames.try_send(frame), Err(TrySendError::Full(_)))
    }
}

impl Drop for Out {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

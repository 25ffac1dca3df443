//! Connections that send what no client of the protocol would.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Shutdown, TcpStream, ToSocketAddrs as _};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use codec_core::{ById, Header as _, ToPayload};
use codec_noise::{Handshake, SEALED_HEADER, Sealer, sealed_payload_len};
use codec_stratum::FrameHeader;
use socket2::{Domain, Socket, Type};

use crate::link::{Target, Timed, bytes, dial};

/// Bytes before the header in the room of a sealed frame.
const TAG: usize = 16;

/// A connection for bytes, which never waits.
pub(super) struct Raw {
    stream: TcpStream,
    sealer: Option<Sealer>,
    pending: Vec<u8>,
    at: usize,
    /// The last time that the server took bytes.
    moved: Instant,
    /// True when the server has ended it.
    pub(super) is_over: bool,
}

impl Raw {
    /// Connects, and says nothing.
    pub(super) fn dial(target: &Target, time: Duration) -> Option<Self> {
        Self::new(dial(&target.address, time).ok()?)
    }

    fn new(stream: TcpStream) -> Option<Self> {
        let (sealer, pending) = (None, Vec::new());
        stream.set_nonblocking(true).ok()?;
        Some(Self { stream, sealer, pending, at: 0, moved: Instant::now(), is_over: false })
    }

    /// Connects, with a system's buffer for what is received that is as small as can be.
    pub(super) fn dial_narrow(target: &Target, time: Duration) -> Option<Self> {
        let address = target.address.to_socket_addrs().ok()?.next()?;
        let socket = Socket::new(Domain::for_address(address), Type::STREAM, None).ok()?;
        socket.set_recv_buffer_size(1).ok()?; // the system has a least size
        socket.connect_timeout(&address.into(), time).ok()?;
        Self::new(socket.into())
    }

    /// Shakes hands if the server encrypts.
    pub(super) fn sealed(self, target: &Target, time: Duration) -> Option<Self> {
        let mut raw = self;
        if let Some(authority) = target.authority {
            raw.stream.set_nonblocking(false).ok()?;
            let mut timed = Timed::new(raw.stream.try_clone().ok()?, time);
            let mut handshake: Handshake = Handshake::initiator(authority).ok()?;
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
            handshake.run(&mut timed, now).ok()?;
            raw.sealer = Some(handshake.finish().ok()?.split().0);
            raw.stream.set_nonblocking(true).ok()?;
        }
        Some(raw)
    }

    /// A frame as it goes on the wire, sealed if the server encrypts.
    pub(super) fn frame(&mut self, frame: &[u8]) -> Vec<u8> {
        let Some(sealer) = &mut self.sealer else { return frame.to_vec() };
        let len = frame.len() - FrameHeader::SIZE;
        let mut room = vec![0; SEALED_HEADER + sealed_payload_len(len)];
        room[TAG..TAG + frame.len()].copy_from_slice(frame);
        match sealer.seal_frame(&mut room, len) {
            Ok(()) => room,
            Err(_) => Vec::new(), // only after 2^64 frames
        }
    }

    /// A header as it goes on the wire, without the payload that it announces.
    pub(super) fn header(&mut self, header: [u8; FrameHeader::SIZE]) -> Vec<u8> {
        let mut frame = self.frame(&header);
        frame.truncate(if self.sealer.is_some() { SEALED_HEADER } else { FrameHeader::SIZE });
        frame
    }

    /// Queues a message.
    pub(super) fn queue<M: ToPayload<ById, u32>>(&mut self, message: &M) {
        let frame = self.frame(&bytes(message));
        self.push(&frame);
    }

    /// Queues bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.pending.drain(..self.at);
        self.at = 0;
        self.pending.extend_from_slice(bytes);
    }

    /// Frees what was queued.
    pub(super) fn forget(&mut self) {
        (self.pending, self.at) = (Vec::new(), 0);
    }

    /// Ends the connection.
    pub(super) fn hang_up(&mut self) {
        // One that the server has ended needs no end.
        let _ = self.stream.shutdown(Shutdown::Both);
        self.is_over = true;
    }

    /// True if all that was queued is sent.
    pub(super) const fn is_idle(&self) -> bool {
        self.at == self.pending.len()
    }

    /// True if the server has taken nothing for a second, or has ended the connection.
    pub(super) fn is_stuck(&self) -> bool {
        self.is_over || (!self.is_idle() && self.moved.elapsed() > Duration::from_secs(1))
    }

    /// Sends at most so many bytes of what is queued, as long as the server takes them.
    pub(super) fn send(&mut self, most: usize) {
        let until = self.pending.len().min(self.at.saturating_add(most));
        while self.at < until && !self.is_over {
            match self.stream.write(&self.pending[self.at..until]) {
                Ok(0) => self.is_over = true,
                Ok(sent) => {
                    self.at += sent;
                    self.moved = Instant::now();
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.is_over = true,
            }
        }
    }

    /// Reads what there is, and forgets it.
    pub(super) fn discard(&mut self) {
        let mut room = [0; 4096];
        for _ in 0..64 {
            match self.stream.read(&mut room) {
                Ok(0) => self.is_over = true,
                Ok(_) => continue,
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(_) => self.is_over = true,
            }
            return;
        }
    }
}

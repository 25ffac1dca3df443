//! A proxy with one switch for each scenario: the fault that the scenario is about.

mod core;
mod down;
mod link;
mod sealed;
mod up;

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

use link::{Event, Side};
use sv2_conform::Target;

/// The faultless proxy.
pub(crate) const NONE: &str = "";
/// A proxy that keeps what a client does not read.
pub(crate) const HOARDING: &str = "hoarding";
/// A proxy that ends with the first share.
pub(crate) const DYING: &str = "dying";

/// A proxy between a server and its clients, until this is dropped.
pub(crate) struct Relay {
    pub(crate) address: String,
    is_over: Arc<AtomicBool>,
}

impl Relay {
    /// Starts a proxy to a server with this fault, the id of a scenario or one of the constants.
    pub(crate) fn start(server: &Target, fault: &'static str) -> Self {
        Self::start_at("127.0.0.1:0", server, fault)
    }

    pub(crate) fn start_at(address: &str, server: &Target, fault: &'static str) -> Self {
        let listener = TcpListener::bind(address).expect("a free port");
        listener.set_nonblocking(true).expect("a listener");
        let address = listener.local_addr().expect("it is bound").to_string();
        let (is_over, (events, inbox)) = (Arc::new(AtomicBool::new(false)), channel());
        let upstream = TcpStream::connect(&server.address).expect("the server listens");
        let (over, key, core_events) = (Arc::clone(&is_over), server.authority, events.clone());
        thread::spawn(move || {
            // The server answers once the scenario has begun.
            let upstream = match key {
                Some(key) => sealed::open(upstream, key, fault),
                None => upstream,
            };
            core::Core::new(upstream, core_events, fault).run(&inbox, &over);
        });
        let over = Arc::clone(&is_over);
        thread::spawn(move || accept(&listener, &events, fault, &over));
        Self { address, is_over }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Lets clients in.
fn accept(
    listener: &TcpListener,
    events: &Sender<(Side, Event)>,
    fault: &'static str,
    over: &AtomicBool,
) {
    let mut id = 0;
    while !over.load(Ordering::Relaxed) {
        let Ok((stream, _)) = listener.accept() else {
            thread::sleep(Duration::from_millis(2));
            continue;
        };
        stream.set_nonblocking(false).expect("it is open");
        let side = Side::Down(id);
        let copy = stream.try_clone().expect("it is open");
        if events.send((side, Event::Joined(copy))).is_err() {
            return;
        }
        link::read(stream, side, events.clone(), fault);
        id += 1;
    }
}

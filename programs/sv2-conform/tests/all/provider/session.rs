//! The provider's side of one connection.

use std::io::Write as _;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use codec_core::wire::{B064K, B0255, Seq0255, Str0255};
use codec_core::{Header as _, MessagesRef as _, Reader, Sv2};
use codec_pool::{FrameReader, Pool};
use codec_stratum::common::{SetupConnection, SetupConnectionError, SetupConnectionSuccess};
use codec_stratum::template_distribution::{NewTemplate, RequestTransactionDataError};
use codec_stratum::{AnyMessage, AnyMessageRef, FrameHeader, Subprotocol};

use super::chain::Chain;
use crate::broken::frame;

/// Number of the next connection.
static NUMBER: AtomicUsize = AtomicUsize::new(0);

pub(super) struct Session {
    stream: TcpStream,
    fault: &'static str,
    number: usize,
    chain: Arc<Mutex<Chain>>,
}

impl Session {
    pub(super) fn new(stream: TcpStream, fault: &'static str, chain: Arc<Mutex<Chain>>) -> Self {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self { stream, fault, number, chain }
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    pub(super) fn serve(mut self) {
        let mut stream = self.stream.try_clone().expect("a second handle");
        let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
        while let Ok(Some(frame)) = reader.read_frame(&mut stream) {
            let mut r = Reader::<Sv2>::new(frame.payload());
            let goes_on = match AnyMessageRef::decode_message_ref(frame.header().id(), &mut r) {
                Ok(message) => self.handle(message.into()),
                Err(_) => !self.is("T-GEN-1"),
            };
            if !goes_on {
                break;
            }
        }
        let _ = self.stream.shutdown(Shutdown::Both);
        self.chain.lock().expect("no panic").leave(self.number);
    }

    /// Handles a message; false at the end.
    fn handle(&mut self, message: AnyMessage) -> bool {
        let chain = Arc::clone(&self.chain);
        let mut chain = chain.lock().expect("no panic");
        match message {
            AnyMessage::SetupConnection(setup) => self.set_up(&setup),
            AnyMessage::CoinbaseOutputConstraints(constraints) => {
                let stream = self.stream.try_clone().expect("a handle");
                let room = constraints.coinbase_output_max_additional_size;
                chain.constrain(self.number, stream, room);
                true
            }
            AnyMessage::RequestTransactionData(request) => {
                let template_id = request.template_id;
                let bytes = match chain.data(template_id) {
                    Some(_) if self.is("T-RTD-1") => return true,
                    Some(data) => frame(&data),
                    None if self.is("T-RTD-3") => return true,
                    None => {
                        let is_wrong = self.is("T-RTD-5");
                        let code = if is_wrong { "no" } else { "template-id-not-found" };
                        let error_code = Str0255::try_from(code).expect("short");
                        let off = u64::from(self.is("T-RTD-4"));
                        let template_id = template_id + off;
                        frame(&RequestTransactionDataError { template_id, error_code })
                    }
                };
                self.stream.write_all(&bytes).is_ok()
            }
            AnyMessage::SubmitSolution(solution) => chain.solve(self.number, &solution),
            _ => true,
        }
    }

    fn set_up(&mut self, setup: &SetupConnection) -> bool {
        if self.is("T-SC-1") {
            return false;
        }
        let is_protocol = setup.protocol == Subprotocol::TemplateDistribution || self.is("T-SC-2");
        let versions = setup.min_version..=setup.max_version;
        let mut bytes = if is_protocol && (versions.contains(&2) || self.is("T-SC-3")) {
            frame(&SetupConnectionSuccess { used_version: 2, flags: 0 })
        } else {
            let error_code = Str0255::try_from("unsupported").expect("short");
            frame(&SetupConnectionError { flags: 0, error_code })
        };
        if self.is("T-COC-1") {
            bytes.extend(frame(&early()));
        }
        self.stream.write_all(&bytes).is_ok()
    }
}

/// A template that nobody has asked for.
fn early() -> NewTemplate {
    NewTemplate {
        template_id: 1,
        future_template: true,
        version: 0x2000_0000,
        coinbase_tx_version: 2,
        coinbase_prefix: B0255::default(),
        coinbase_tx_input_sequence: 0,
        coinbase_tx_value_remaining: 0,
        coinbase_tx_outputs_count: 0,
        coinbase_tx_outputs: B064K::default(),
        coinbase_tx_locktime: 0,
        merkle_path: Seq0255::default(),
    }
}

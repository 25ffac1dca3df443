//! The bundled session, encoded from messages. The same every time.

mod declaration;
mod mining;
mod template;

use std::error::Error;

use codec_core::wire::{Str0255, U256};
use codec_core::{Encode, Format as _, Header as _, Message, Sv2};
use codec_stratum::common::{SetupConnection, SetupConnectionSuccess};
use codec_stratum::{FrameHeader, Subprotocol};

/// Two frames of each message, typical and minimal.
const FRAMES: &str = include_str!("../../../tests/data/frames.txt");
/// When the conversation starts, in seconds since 1970.
pub(crate) const START: u32 = 1_763_700_000;
/// Version field of all headers.
pub(crate) const VERSION: u32 = 0x2000_0000;
/// Difficulty field of all headers.
pub(crate) const NBITS: u32 = 0x1703_4219;

type Outcome = Result<(), Box<dyn Error>>;

/// The conversation, as concatenated frames.
#[derive(Debug)]
pub(crate) struct Transcript {
    wire: Vec<u8>,
    dice: u64,
}

impl Transcript {
    fn say<M: Message<Id = u32> + Encode>(&mut self, message: &M) -> Outcome {
        let payload = Sv2::to_vec(message)?;
        let mut header = [0; FrameHeader::SIZE];
        FrameHeader::describe(M::ID, M::FLAGS, &payload)?.write(&mut header);
        self.wire.extend_from_slice(&header);
        self.wire.extend_from_slice(&payload);
        Ok(())
    }

    /// A pseudo-random number, the same every time (xorshift).
    fn roll(&mut self) -> u32 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        let [.., a, b, c, d] = self.dice.to_le_bytes();
        u32::from_le_bytes([a, b, c, d])
    }

    fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.roll().to_le_bytes()[3]).collect()
    }

    fn hash(&mut self) -> U256 {
        U256::from(std::array::from_fn(|_| self.roll().to_le_bytes()[3]))
    }

    /// A block's hash, which ends in zeros in wire order.
    fn block_hash(&mut self) -> U256 {
        let mut hash = self.hash();
        hash.0[22..].fill(0);
        hash
    }

    fn hashes(&mut self, count: usize) -> Vec<U256> {
        (0..count).map(|_| self.hash()).collect()
    }

    /// Both sides of setting up a connection.
    fn set_up(
        &mut self,
        protocol: Subprotocol,
        flags: u32,
        port: u16,
        device: [&str; 4],
    ) -> Outcome {
        let [vendor, hardware_version, firmware, device_id] = device;
        self.say(&SetupConnection {
            protocol,
            min_version: 2,
            max_version: 2,
            flags,
            endpoint_host: Str0255::try_from("pool.example.com")?,
            endpoint_port: port,
            vendor: Str0255::try_from(vendor)?,
            hardware_version: Str0255::try_from(hardware_version)?,
            firmware: Str0255::try_from(firmware)?,
            device_id: Str0255::try_from(device_id)?,
        })?;
        self.say(&SetupConnectionSuccess { used_version: 2, flags: 0 })
    }
}

/// The bytes of `data/session.sv2`.
pub(crate) fn session() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut transcript = Transcript { wire: Vec::new(), dice: 0x2545_f491_4f6c_dd1d };
    template::first_template(&mut transcript)?;
    declaration::declare_job(&mut transcript)?;
    mining::open(&mut transcript)?;
    mining::work(&mut transcript)?;
    template::next_block(&mut transcript)?;
    mining::find_block(&mut transcript)?;
    declaration::push_solution(&mut transcript)?;
    mining::close(&mut transcript)?;
    let mut wire = transcript.wire;
    for line in FRAMES.lines().filter(|line| !line.starts_with('#')) {
        let hex = line.rsplit('|').next().unwrap_or_default();
        for at in (0..hex.len()).step_by(2) {
            wire.push(u8::from_str_radix(&hex[at..at + 2], 16)?);
        }
    }
    Ok(wire)
}

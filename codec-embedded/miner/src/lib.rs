//! A miner of Stratum V2 without an operating system and without an allocator: an encrypted connection
//! over any stream of bytes, a standard channel, and a share.
#![no_std]
#![forbid(unsafe_code)]

mod connect;
mod work;

use codec_core::MessageInfo as _;
use codec_core::wire::{Str0255Ref, Target, U256};
use codec_embedded::{FixedFrameReader, FixedFrameWriter, FixedReadError, FixedSendError};
use codec_noise::{AuthorityKey, NoiseError, Opener, Sealer};
use codec_stratum::common::{SetupConnectionRef, VERSION};
use codec_stratum::mining::OpenStandardMiningChannelRef;
use codec_stratum::{MiningMessageRef, MiningProtocol, Subprotocol};
use embedded_io::{Read, Write};

use work::Work;

/// The longest frame that the server sends a miner with a standard channel, as it is sent, is a refusal
/// with a code of 255 bytes.
const LONGEST_READ: usize = 384;
/// The longest frame of the miner, as it is sent.
const LONGEST_SENT: usize = 128;

type Reader = FixedFrameReader<MiningProtocol, LONGEST_READ, Opener>;
type Writer = FixedFrameWriter<MiningProtocol, LONGEST_SENT, Sealer>;

// Sizes that docs/embedded.md gives for machines of 32 bits.
#[cfg(target_pointer_width = "32")]
const _: () = {
    assert!(size_of::<codec_noise::Handshake>() <= 736);
    assert!(size_of::<codec_noise::Session>() <= 256);
    assert!(size_of::<Reader>() + size_of::<Writer>() <= LONGEST_READ + LONGEST_SENT + 144);
};

/// The public key of the authority whose secret `tools/targets.sh` gives to the server: that of the
/// reference implementation's examples.
pub const AUTHORITY: &str = "9auqWEzQDVyd2oe1JVGFLMLHZtCo2FFqZwtKA5gd9xbuEu7PH72";

/// The parts that a device brings along.
pub struct Device<'a> {
    /// The key that has to have signed the server's certificate.
    pub authority: AuthorityKey,
    /// Seconds since 1970.
    pub now: u64,
    /// The user to whom the work is credited.
    pub user: Str0255Ref<'a>,
    /// Fills in random bytes, or fails.
    pub random: fn(&mut [u8]) -> Result<(), NoRandom>,
    /// Counts something that passes while the device computes.
    pub ticks: fn() -> u32,
}

/// There are no random bytes.
#[derive(Debug)]
pub struct NoRandom;

/// Why there is no accepted share.
#[derive(Debug)]
pub enum Trouble<E> {
    /// The handshake failed.
    Noise(NoiseError),
    /// The stream failed, or ended during the handshake.
    Handshake(Option<E>),
    /// No frame could be read.
    Read(FixedReadError<E>),
    /// No message could be sent.
    Send(FixedSendError<E>),
    /// The server has closed the connection.
    Closed,
    /// The server has refused, or sent what was not due: the id of its message.
    Unexpected(u32),
}

impl<E> From<NoiseError> for Trouble<E> {
    fn from(error: NoiseError) -> Self {
        Self::Noise(error)
    }
}

impl<E> From<FixedReadError<E>> for Trouble<E> {
    fn from(error: FixedReadError<E>) -> Self {
        Self::Read(error)
    }
}

impl<E> From<FixedSendError<E>> for Trouble<E> {
    fn from(error: FixedSendError<E>) -> Self {
        Self::Send(error)
    }
}

/// Counts of what the device has done.
#[derive(Debug)]
pub struct Done {
    /// Ticks that the handshake has computed.
    pub handshake: u32,
    /// Hashes up to the share.
    pub hashes: u32,
}

/// Mines until the server has accepted a share.
///
/// # Errors
/// See [`Trouble`].
pub fn mine<S: Read + Write>(
    stream: &mut S,
    device: &Device<'_>,
) -> Result<Done, Trouble<S::Error>> {
    let (session, handshake) = connect::connect(stream, device)?;
    let (sealer, opener) = session.split();
    let (mut reader, mut writer) = (Reader::sealed(opener), Writer::sealed(sealer));
    let text = |text: &'static str| Str0255Ref::new(text.as_bytes()).expect("at most 255 bytes");
    let setup = SetupConnectionRef {
        protocol: Subprotocol::Mining,
        min_version: VERSION,
        max_version: VERSION,
        flags: 0,
        endpoint_host: text(""),
        endpoint_port: 0,
        vendor: text("codec"),
        hardware_version: text(""),
        firmware: text("miner"),
        device_id: text(""),
    };
    writer.send(&setup, stream)?;
    let mut work = Work::default();
    loop {
        match reader.read_message_ref(stream)?.ok_or(Trouble::Closed)? {
            MiningMessageRef::SetupConnectionSuccess(_) => {
                let open = OpenStandardMiningChannelRef {
                    request_id: 1,
                    user_identity: device.user,
                    nominal_hash_rate: 1e4,
                    max_target: U256::MAX,
                };
                writer.send(&open, stream)?;
            }
            MiningMessageRef::OpenStandardMiningChannelSuccess(opened) => {
                work.open(opened.channel_id, Target(opened.target));
            }
            MiningMessageRef::SetTarget(set) => work.target = Target(set.maximum_target),
            MiningMessageRef::NewMiningJob(job) => work.job(job.into()),
            MiningMessageRef::SetNewPrevHash(block) => work.block(block.into()),
            MiningMessageRef::SubmitSharesSuccess(_) => {
                return Ok(Done { handshake, hashes: work.hashes });
            }
            other => return Err(Trouble::Unexpected(other.id())),
        }
        if let Some(share) = work.share() {
            writer.send(&share, stream)?;
        }
    }
}

//! A log of a CAN bus: frames as Linux passes them to programs, with the time of any clock.
//!
//! `cargo run -p codec-derive --example can`
#![forbid(unsafe_code)]

use std::error::Error;
use std::fmt::Debug;

use codec_core::{Bincode, Decodable, Decode, DecodeErrorKind, Encode, Format};

/// The identifier of a frame: of 11 bits, or of 29 where the highest bit is set.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(try_from = u32, into = u32)]
struct Id {
    bits: u32,
    extended: bool,
}

impl TryFrom<u32> for Id {
    type Error = &'static str;

    fn try_from(word: u32) -> Result<Self, Self::Error> {
        let (bits, extended) = (word & 0x1fff_ffff, word >> 31 == 1);
        let most = if extended { 0x1fff_ffff } else { 0x7ff };
        if bits > most {
            Err("more bits than the identifier has")
        } else {
            Ok(Self { bits, extended })
        }
    }
}

impl From<&Id> for u32 {
    fn from(id: &Id) -> Self {
        id.bits | Self::from(id.extended) << 31
    }
}

/// `struct can_frame` of `linux/can.h`, without the bytes that it does not use.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, le)]
struct Frame {
    /// Has no borrowed form.
    #[codec(own)]
    id: Id,
    #[codec(computed = data.len())]
    len: u8,
    #[codec(pad_before = 3, count = len, max = 8)]
    data: Vec<u8>,
}

/// A source of times.
trait Clock {
    type Time: Debug + Encode + Decodable;
}

/// A frame, and when it was received.
#[derive(Debug, Encode, Decode)]
#[codec(bound(encode = "C: Clock", decode = "C: Clock"))]
struct Logged<C: Clock> {
    at: C::Time,
    frame: Frame,
}

/// Milliseconds since the log began.
#[derive(Debug)]
struct Uptime;

impl Clock for Uptime {
    type Time = u32;
}

/// Declares what frames carry, in any crate: no other than that of the macro needs to depend on the codec.
macro_rules! signals {
    ($runtime:path: $($name:ident { $($field:ident: $bits:literal),* })*) => {$(
        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(crate = $runtime, le)]
        struct $name { $(#[codec(bits = $bits)] $field: u16),* }
    )*};
}

signals! { ::codec_core: Engine { speed: 16 } Doors { left: 1, right: 1, roof: 6 } }

fn main() -> Result<(), Box<dyn Error>> {
    let data = Bincode::to_vec(&Engine { speed: 0x1380 })?;
    let id = Id { bits: 0x0cf0_0400, extended: true };
    let logged = Logged::<Uptime> { at: 7, frame: Frame { id, len: 0, data } };
    let bytes = Bincode::to_vec(&logged)?;
    assert_eq!(bytes, [7, 0, 0, 0, 0x00, 0x04, 0xf0, 0x8c, 2, 0, 0, 0, 0x80, 0x13]);

    let read: Logged<Uptime> = Bincode::from_slice(&bytes)?;
    assert_eq!((read.at, read.frame.id), (7, id));
    let view: FrameRef<'_> = Bincode::from_slice_ref(&bytes[4..])?;
    assert_eq!(Bincode::from_slice::<Engine>(view.data)?, Engine { speed: 0x1380 });
    assert_eq!(Bincode::from_slice::<Doors>(&[6])?, Doors { left: 0, right: 1, roof: 1 });

    // Twelve bits are no identifier of eleven.
    let error = Bincode::from_slice::<Frame>(&[0, 8, 0, 0, 0, 0, 0, 0]).expect_err("it is refused");
    assert_eq!(error.kind(), DecodeErrorKind::InvalidValue);
    println!("{read:?}");
    Ok(())
}

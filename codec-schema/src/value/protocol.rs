//! Tests of all messages of a protocol, with payloads generated from its description.

use crate::measure::DescribeFormat;
use codec_core::schema::Describe;
use codec_core::{DecodeError, DecodeErrorKind, Encode, Format, IdOf, Protocol};

use super::Written;
use super::choice::Extreme;
use super::payload::{Payload, PayloadId, messages, payloads_with};

/// The number of payloads of each message that are tested, besides its boundaries.
const EACH: usize = 8;
/// The longest payload of which every truncation and flipped bit is tested.
const LONGEST: usize = 128;

/// Tests all messages of a protocol, owned and borrowed:
///
/// * valid payloads, and those with one part at an end of its range, are decoded, and encode to the
///   same bytes;
/// * those with one part just beyond its range are refused;
/// * those that are cut at any point or have one byte more are refused, unless their last field
///   goes on to the end of the input;
/// * with any bit flipped, both forms agree on the value or the error; a value encodes to bytes that
///   decode to the same encoding.
///
/// Returns for each message its name and the number of its valid payloads. It is 0 of a message that
/// is opaque in part, or of which a `check` refuses whatever was generated.
///
/// # Errors
/// The message, the part, what happened, and the bytes.
///
/// ```
/// # use codec_core::{ById, Decode, Encode, Header, Protocol, Sv2};
/// # #[derive(Debug, Clone, Copy, Header)]
/// # struct Short { #[codec(id)] kind: u8, #[codec(payload_len)] len: u8 }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1, borrow, schema)]
/// struct Ping { nonce: u16, #[codec(len = u8, max = 3)] data: Vec<u8> }
/// # #[derive(Debug, PartialEq, Encode, Decode)]
/// # #[codec(messages, borrow, schema)]
/// # enum Any { Ping(Ping) }
/// struct Pings;
/// # impl Protocol for Pings {
/// #     type Header = Short;
/// #     type Format = Sv2;
/// #     type Dispatch = ById;
/// #     type Message = Any;
/// #     type MessageRef<'de> = AnyRef<'de>;
/// # }
/// let tested = codec_schema::value::check_protocol::<Pings>()?;
/// assert_eq!(tested[0].0, "Ping");
/// assert!(tested[0].1 >= 8);
/// # Ok::<(), String>(())
/// ```
pub fn check_protocol<P>() -> Result<Vec<(&'static str, usize)>, String>
where
    P: Protocol<Format: DescribeFormat, Message: Describe + Encode>,
    for<'de> P::MessageRef<'de>: Encode,
    IdOf<P>: PayloadId,
{
    check_protocol_with::<P>(&[])
}

/// Like [`check_protocol`], with encodings of some types written by the caller
/// ([`Generator::with_written`](super::Generator::with_written)), where a description alone doesn't
/// determine them.
///
/// # Errors
/// The same as [`check_protocol`].
pub fn check_protocol_with<P>(written: &[Written]) -> Result<Vec<(&'static str, usize)>, String>
where
    P: Protocol<Format: DescribeFormat, Message: Describe + Encode>,
    for<'de> P::MessageRef<'de>: Encode,
    IdOf<P>: PayloadId,
{
    let mut tested: Vec<_> = messages::<P>().iter().map(|one| (one.name, 0)).collect();
    for payload in payloads_with::<P>(EACH, written).map_err(|error| error.to_string())? {
        let is_valid = checked::<P>(&payload).map_err(|what| told(&payload, &what))?;
        if let Some(count) = tested.iter_mut().find(|one| one.0 == payload.name) {
            count.1 += usize::from(is_valid);
        }
    }
    Ok(tested)
}

fn told<I>(payload: &Payload<I>, what: &str) -> String {
    let place = match &payload.boundary {
        None => String::new(),
        Some((path, at)) => format!(", {path}, {at}"),
    };
    format!("{}{place}: {what}: {:02x?}", payload.name, payload.sample.bytes)
}

/// Tests a payload; `true` if it is valid.
fn checked<P>(payload: &Payload<IdOf<P>>) -> Result<bool, String>
where
    P: Protocol<Message: Encode>,
    for<'de> P::MessageRef<'de>: Encode,
    IdOf<P>: Copy,
{
    let bytes = &payload.sample.bytes;
    let over = matches!(payload.boundary, Some((_, Extreme::Over)));
    match agreed::<P>(payload.id, bytes)? {
        Ok(_) if over => return Err(String::from("it is decoded")),
        Err(_) if over || payload.may_be_refused => return Ok(false),
        Err(error) => return Err(format!("it is refused: {error}")),
        Ok(written) if written == *bytes => {}
        Ok(written) => return Err(format!("it is encoded as {written:02x?}")),
    }
    if payload.boundary.is_none() {
        damaged::<P>(payload)?;
    }
    Ok(true)
}

/// Tests what is left of a payload that is cut, is too long, or has a flipped bit.
fn damaged<P>(payload: &Payload<IdOf<P>>) -> Result<(), String>
where
    P: Protocol<Message: Encode>,
    for<'de> P::MessageRef<'de>: Encode,
    IdOf<P>: Copy,
{
    let (id, mut bytes) = (payload.id, payload.sample.bytes.clone());
    let len = bytes.len();
    let step = len / LONGEST + 1;
    for cut in (0..len).step_by(step) {
        let found = agreed::<P>(id, &bytes[..cut])?;
        if found.is_ok() && !payload.may_end_early {
            return Err(format!("it is decoded when it is cut after {cut} bytes"));
        }
    }
    bytes.push(0);
    match agreed::<P>(id, &bytes)? {
        Err(error) if error.kind() == DecodeErrorKind::TrailingBytes && error.offset() == len => {}
        _ if payload.may_end_early => {}
        other => return Err(format!("one byte more is not refused as that: {other:?}")),
    }
    bytes.pop();
    for bit in (0..8 * len).step_by(step) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        agreed::<P>(id, &bytes).map_err(|what| format!("with bit {bit} flipped: {what}"))?.ok();
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    Ok(())
}

/// The encoding of what a payload decodes to, owned and borrowed.
fn agreed<P>(id: IdOf<P>, bytes: &[u8]) -> Result<Result<Vec<u8>, DecodeError>, String>
where
    P: Protocol<Message: Encode>,
    for<'de> P::MessageRef<'de>: Encode,
    IdOf<P>: Copy,
{
    let owned = P::decode(id, bytes).map(|message| written::<P::Format>(&message));
    let lent = P::decode_ref(id, bytes).map(|message| written::<P::Format>(&message));
    if owned != lent {
        return Err(format!("owned it is {owned:02x?}, and borrowed {lent:02x?}"));
    }
    let written = match owned {
        Ok(written) => written?,
        Err(error) => return Ok(Err(error)),
    };
    match P::decode(id, &written).map(|message| self::written::<P::Format>(&message)) {
        Ok(Ok(again)) if again == written => Ok(Ok(written)),
        other => Err(format!("its own encoding {written:02x?} becomes {other:02x?}")),
    }
}

/// The encoding of a value, which has the length that the value declares.
fn written<F: Format>(message: &impl Encode) -> Result<Vec<u8>, String> {
    let written = F::to_vec(message).map_err(|error| error.to_string())?;
    let declared = F::encoded_len(message);
    if written.len() == declared {
        return Ok(written);
    }
    Err(format!("{declared} bytes were declared, and {} are written", written.len()))
}

/// Tests a payload of a protocol, of which the first byte selects the message, as
/// [`check_protocol`] tests one with a flipped bit. The body of a fuzz target, which
/// [`fuzz_target!`](crate::fuzz_target) writes in one line.
///
/// # Panics
/// If the owned and the borrowed message differ, or a message doesn't encode to bytes that decode to
/// the same encoding.
pub fn holds_of_protocol<P>(bytes: &[u8])
where
    P: Protocol<Message: Describe + Encode>,
    for<'de> P::MessageRef<'de>: Encode,
    IdOf<P>: PayloadId,
{
    let Some((first, payload)) = bytes.split_first() else { return };
    let all = messages::<P>();
    let Some(one) = all.get(usize::from(*first) % all.len().max(1)) else { return };
    if let Err(what) = agreed::<P>(one.id, payload) {
        panic!("{}: {what}: {payload:02x?}", one.name);
    }
}

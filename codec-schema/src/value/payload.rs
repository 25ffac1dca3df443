//! Payloads of all messages of a protocol.

use core::fmt::Display;

use crate::measure::DescribeFormat;
use codec_core::schema::{Describe, Id, Kind, SchemaRef};
use codec_core::{DecodeError, IdOf, Protocol};

use super::choice::Extreme;
use super::{Generator, Sample, Written};
use crate::model::{Body, Field, Model, ModelError};

/// The number of values of a message that are searched for boundaries.
const ROUNDS: u64 = 8;

/// A type of ids in frame headers.
pub trait PayloadId: Copy {
    /// The id in a description; `None` if it is of another type.
    fn described(id: Id) -> Option<Self>;
}

impl PayloadId for u32 {
    fn described(id: Id) -> Option<Self> {
        match id {
            Id::Number(id) => id.try_into().ok(),
            _ => None,
        }
    }
}

impl PayloadId for &'static str {
    fn described(id: Id) -> Option<Self> {
        match id {
            Id::Name(name) => Some(name),
            _ => None,
        }
    }
}

/// The id of headers that have none: all payloads are of one type.
impl PayloadId for () {
    fn described(_: Id) -> Option<Self> {
        Some(())
    }
}

/// A payload that was generated from a description.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Payload<I> {
    /// The message's id.
    pub id: I,
    /// The name.
    pub name: &'static str,
    /// The part that is at an end of its range or beyond, as in a [`Boundary`](super::Boundary);
    /// `None` if all are chosen at random. A payload with a part [over](Extreme::Over) its range is
    /// invalid.
    pub boundary: Option<(String, Extreme)>,
    /// The payload, and the position of each field.
    pub sample: Sample,
    /// `true` if a `check` of the user's, whose rules are unknown, may refuse it.
    pub may_be_refused: bool,
    /// `true` if it may end early, because its last field goes on to the end of the input.
    pub may_end_early: bool,
}

impl<I> Payload<I> {
    /// Compares what a decoder makes of the payload with what it should: its bytes again when the
    /// value is encoded, or an error where it is invalid, or where a `check` may refuse it.
    ///
    /// # Errors
    /// The message, and what it was decoded to, when that is not so.
    pub fn compare(&self, decoded: &Result<Vec<u8>, impl Display>) -> Result<(), String> {
        let is_over = matches!(self.boundary, Some((_, Extreme::Over)));
        match decoded {
            Ok(bytes) if !is_over && *bytes == self.sample.bytes => Ok(()),
            Ok(bytes) if is_over => Err(format!("{}: accepted as {bytes:02x?}", self.name)),
            Ok(bytes) => Err(format!("{}: encoded as {bytes:02x?}", self.name)),
            Err(_) if is_over || self.may_be_refused => Ok(()),
            Err(error) => Err(format!("{}: {error}", self.name)),
        }
    }
}

/// A message of a protocol, described.
pub(super) struct Described<I> {
    pub(super) id: I,
    pub(super) name: &'static str,
    pub(super) ty: SchemaRef,
}

/// All messages whose ids the header can hold.
pub(super) fn messages<P>() -> Vec<Described<IdOf<P>>>
where
    P: Protocol<Message: Describe>,
    IdOf<P>: PayloadId,
{
    let schema = P::Message::SCHEMA;
    let Kind::Messages(all) = schema.resolve().kind else {
        let id = IdOf::<P>::described(Id::Number(0));
        let one = id.map(|id| Described { id, name: schema.resolve().name, ty: schema });
        return one.into_iter().collect();
    };
    let described = all.variants.iter().filter_map(|variant| {
        let id = IdOf::<P>::described(variant.ty.resolve().message?.id)?;
        Some(Described { id, name: variant.name, ty: variant.ty })
    });
    described.collect()
}

/// Payloads of every message of a protocol: `each` of parts chosen at random that the message
/// accepts, or fewer where a `check` refuses most; and its [boundaries](Generator::boundaries).
/// They are the same in each run. A message with an opaque part has none.
///
/// # Errors
/// [`ModelError`] if a hand-written description exceeds the limits.
///
/// ```
/// # use codec_core::{ById, Decode, Encode, Header, Protocol, Sv2};
/// use codec_schema::value::{Extreme, payloads};
/// # #[derive(Debug, Clone, Copy, Header)]
/// # struct Short { #[codec(id)] kind: u8, #[codec(payload_len)] len: u8 }
/// #[derive(Debug, PartialEq, Encode, Decode)]
/// #[codec(id = 1, borrow, schema)]
/// struct Ping { loud: bool, nonce: u16 }
/// # #[derive(Debug, PartialEq, Encode, Decode)]
/// # #[codec(messages, borrow, schema)]
/// # enum Any { Ping(Ping) }
/// struct Pings; // whose one message is a `Ping`, in the format `Borsh`
/// # impl Protocol for Pings {
/// #     type Header = Short;
/// #     type Format = codec_core::Borsh;
/// #     type Dispatch = ById;
/// #     type Message = Any;
/// #     type MessageRef<'de> = AnyRef<'de>;
/// # }
/// for payload in payloads::<Pings>(5)? {
///     assert_eq!((payload.id, payload.name, payload.sample.bytes.len()), (1, "Ping", 3));
///     let is_over = payload.boundary.is_some_and(|(_, at)| at == Extreme::Over);
///     assert_eq!(Pings::decode(1, &payload.sample.bytes).is_err(), is_over);
/// }
/// # Ok::<(), codec_schema::ModelError>(())
/// ```
pub fn payloads<P>(each: usize) -> Result<Vec<Payload<IdOf<P>>>, ModelError>
where
    P: Protocol<Format: DescribeFormat, Message: Describe>,
    IdOf<P>: PayloadId,
{
    payloads_with::<P>(each, &[])
}

/// Like [`payloads`], with encodings of some types written by the caller
/// ([`Generator::with_written`]), where a description alone doesn't determine them.
///
/// # Errors
/// The same as [`payloads`].
pub fn payloads_with<P>(
    each: usize,
    written: &[Written],
) -> Result<Vec<Payload<IdOf<P>>>, ModelError>
where
    P: Protocol<Format: DescribeFormat, Message: Describe>,
    IdOf<P>: PayloadId,
{
    let mut all = chosen::<P>(each, written)?;
    for Described { id, name, ty } in messages::<P>() {
        let model = Model::from_schema(ty)?;
        let (may_be_refused, may_end_early) = (model.has_checks(), model.has_tails());
        let generator = Generator::new(&model, &P::Format::ENCODING, 0);
        let mut generator = generator.with_most(3).with_written(written);
        all.extend(generator.boundaries_in(ROUNDS).into_iter().map(|one| Payload {
            id,
            name,
            boundary: Some((one.path, one.at)),
            sample: one.sample,
            may_be_refused,
            may_end_early,
        }));
    }
    Ok(all)
}

/// Payloads of every message of which all parts are chosen at random.
pub(super) fn chosen<P>(
    each: usize,
    written: &[Written],
) -> Result<Vec<Payload<IdOf<P>>>, ModelError>
where
    P: Protocol<Format: DescribeFormat, Message: Describe>,
    IdOf<P>: PayloadId,
{
    let mut all = Vec::new();
    for Described { id, name, ty } in messages::<P>() {
        let model = Model::from_schema(ty)?;
        let (may_be_refused, may_end_early) = (model.has_checks(), model.has_tails());
        let generator = Generator::new(&model, &P::Format::ENCODING, 1);
        let mut generator = generator.with_most(4).with_written(written);
        let accepted =
            |sample: &Sample| -> Result<(), DecodeError> { P::decode(id, &sample.bytes).map(drop) };
        let attempts = (0..20 * each).map_while(|_| generator.sample());
        // A payload that no `check` can have refused stays, and is found to be invalid.
        let valid = attempts.filter(|sample| !may_be_refused || accepted(sample).is_ok());
        all.extend(valid.take(each).map(|sample| Payload {
            id,
            name,
            boundary: None,
            sample,
            may_be_refused,
            may_end_early,
        }));
    }
    Ok(all)
}

impl Model {
    /// Returns `true` if a value may also end before its last field does.
    fn has_tails(&self) -> bool {
        use codec_core::schema::FieldEncoding;
        let is_tail = |field: &Field| {
            field.encoding == FieldEncoding::Tail
                || field.until.as_ref().is_some_and(|until| until.open)
        };
        let any = |fields: &[Field]| fields.iter().any(is_tail);
        self.named.iter().any(|named| match &named.body {
            Body::Struct(of) => any(&of.fields),
            Body::Enum(of) => of.variants.iter().any(|variant| any(&variant.fields)),
            Body::Messages(_) => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Extreme, Payload};
    use crate::value::Sample;

    type Found = Result<Vec<u8>, &'static str>;

    #[test]
    fn what_a_decoder_does_is_compared_with_what_the_payload_is() {
        let sample = Sample { bytes: vec![1, 2], fields: Vec::new(), message: None };
        let mut payload = Payload {
            id: 7u32,
            name: "Ping",
            boundary: None,
            sample,
            may_be_refused: false,
            may_end_early: false,
        };
        let (same, other, refused): (Found, Found, Found) =
            (Ok(vec![1, 2]), Ok(vec![1, 3]), Err("too long"));
        assert_eq!(payload.compare(&same), Ok(()));
        assert_eq!(payload.compare(&other).unwrap_err(), "Ping: encoded as [01, 03]");
        assert_eq!(payload.compare(&refused).unwrap_err(), "Ping: too long");
        payload.may_be_refused = true;
        assert_eq!(payload.compare(&refused), Ok(()));
        assert!(payload.compare(&other).is_err());
        payload.boundary = Some(("nonce".into(), Extreme::Over));
        assert_eq!(payload.compare(&same).unwrap_err(), "Ping: accepted as [01, 02]");
        payload.may_be_refused = false;
        assert_eq!(payload.compare(&refused), Ok(()));
    }
}

//! Golden vectors: values, their bytes, and the position of each field, in a file for other
//! implementations.

use std::fmt::Debug;
use std::path::Path;

use crate::measure::DescribeFormat;
use codec_core::schema::{Describe, Id};
use codec_core::trace::{Explanation, Name, explain_payload};
use codec_core::{Decodable, Encode, Format, IdOf, Protocol};
use serde_json::{Map, Value, json};

use super::Generator;
use super::payload::{PayloadId, chosen, messages};
use crate::lock::{LockError, Locked, Policy, keep};
use crate::model::Model;
use crate::plan::{PlanError, hex};
use crate::read::{Description, Read, Reason};

/// The number of vectors in a file.
const VECTORS: usize = 32;
/// The number of vectors of each message of a protocol.
const EACH: usize = 3;

/// Compares a type with golden vectors in one format: a JSON file that has for each vector the
/// `bytes` in hex, its `value` as [`Read::json`] has it, and `fields` with the first byte of each field
/// and the one after its last. The file is written the first time the test runs; one of an older
/// version, whose values are texts of `Debug`, is compared with those.
///
/// [`Read::json`]: crate::read::Read::json
///
/// ```no_run
/// # use codec_core::{Decode, Encode};
/// #[derive(Debug, Encode, Decode)]
/// #[codec(schema)]
/// struct Ping { nonce: u64 }
///
/// #[test]
/// fn other_implementations_read_the_same() {
///     codec_schema::assert_golden!("wire/ping.json", Ping, codec_core::Sv2);
/// }
/// ```
///
/// `assert_golden!("wire/pings.json", protocol Pings)` does the same for all messages of a
/// [`Protocol`](codec_core::Protocol).
///
/// The path is relative to the package that the test is in; `CODEC_LOCK=bless` rewrites the file,
/// and with `CI` in the environment a missing one is an error.
///
/// # Panics
/// When bytes decode to another value or none, a value encodes to other bytes, a field has another
/// position, or the file can't be read.
#[macro_export]
macro_rules! assert_golden {
    ($path:expr, protocol $type:ty $(,)?) => {
        if let ::core::result::Result::Err(error) = $crate::value::check_golden_protocol::<$type>(
            ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($path),
        ) {
            ::core::panic!("{error}");
        }
    };
    ($path:expr, $type:ty, $format:ty $(,)?) => {
        if let ::core::result::Result::Err(error) = $crate::value::check_golden::<$type, $format>(
            ::std::path::Path::new(::core::env!("CARGO_MANIFEST_DIR")).join($path),
        ) {
            ::core::panic!("{error}");
        }
    };
}

/// The function behind [`assert_golden!`](crate::assert_golden).
///
/// # Errors
/// [`LockError::Io`], [`LockError::Model`], [`LockError::Missing`], and
/// [`LockError::Changed`] with the first vector that doesn't match.
pub fn check_golden<T, F>(path: impl AsRef<Path>) -> Result<Locked, LockError>
where
    T: Describe + Decodable + Encode + Debug,
    F: Format + DescribeFormat,
{
    let description =
        Description::of_schema(T::SCHEMA, &F::ENCODING).map_err(|error| unread(&error))?;
    check(
        path.as_ref(),
        || vectors::<T, F>(&description),
        |vectors| each(vectors, |vector| holds::<T, F>(vector, &description)),
    )
}

/// Like [`check_golden`], for all messages of a protocol: each vector also has the `message`'s name
/// and its `id`. The file has to have vectors of every message of which values can be generated.
///
/// # Errors
/// The same as [`check_golden`].
pub fn check_golden_protocol<P>(path: impl AsRef<Path>) -> Result<Locked, LockError>
where
    P: Protocol<Format: DescribeFormat, Message: Describe + Encode + Debug>,
    IdOf<P>: PayloadId,
{
    let known = chosen::<P>(EACH, &[]).map_err(LockError::Model)?;
    let messages = <P::Message as Describe>::SCHEMA;
    let description =
        Description::of_schema(messages, &P::Format::ENCODING).map_err(|error| unread(&error))?;
    check(
        path.as_ref(),
        || all_vectors::<P>(&description),
        |vectors| {
            each(vectors, |vector| message_holds::<P>(vector, &description))?;
            let seen = |name| vectors.iter().any(|one| one["message"].as_str() == Some(name));
            match known.iter().find(|one| !seen(one.name)) {
                Some(missing) => Err(format!("there is no vector of {}", missing.name)),
                None => Ok(()),
            }
        },
    )
}

/// Checks the vectors of a file, or writes it.
fn check(
    path: &Path,
    make: impl FnOnce() -> Result<Vec<Value>, LockError>,
    holds: impl FnOnce(&[Value]) -> Result<(), String>,
) -> Result<Locked, LockError> {
    keep(
        path,
        Policy::from_env(),
        || {
            let text: Vec<_> = make()?.iter().map(|vector| format!("  {vector}")).collect();
            Ok(format!("[\n{}\n]\n", text.join(",\n")))
        },
        |text| {
            serde_json::from_str(text)
                .map_err(|error| error.to_string())
                .and_then(|vectors: Vec<Value>| holds(&vectors))
                .map_err(|what| LockError::Changed(format!("{}: {what}", path.display())))
        },
    )
}

/// Checks vectors one by one.
fn each(
    vectors: &[Value],
    mut holds: impl FnMut(&Value) -> Result<(), String>,
) -> Result<(), String> {
    let mut vectors = vectors.iter().enumerate();
    vectors
        .try_for_each(|(index, one)| holds(one).map_err(|what| format!("vector {index}: {what}")))
}

fn unread(error: &PlanError) -> LockError {
    LockError::Changed(error.to_string())
}

/// A value that the decoder accepts, as JSON; an error where the description refuses it. Of one that is
/// not described to its end, what is.
fn json(read: &Read<'_>) -> Result<Value, String> {
    match read.problem() {
        Some(problem) if matches!(problem.reason, Reason::Invalid(_)) => {
            Err(format!("the decoder accepts what the description does not: {problem}"))
        }
        _ => Ok(read.json()),
    }
}

fn vectors<T, F>(description: &Description) -> Result<Vec<Value>, LockError>
where
    T: Describe + Decodable + Debug,
    F: Format + DescribeFormat,
{
    let model = Model::of::<T>().map_err(LockError::Model)?;
    let mut generator = Generator::new(&model, &F::ENCODING, 1).with_most(12);
    let mut vectors = Vec::new();
    // The user's `check` may refuse some.
    for _ in 0..100 * VECTORS {
        let Some(sample) = generator.sample() else { break };
        if F::from_slice::<T>(&sample.bytes).is_ok() {
            let made = vector::<T, F>(description, &sample.bytes);
            vectors.push(made.map_err(LockError::Changed)?);
        }
        if vectors.len() == VECTORS {
            return Ok(vectors);
        }
    }
    let text = "no values are known: a part is opaque, or a check refuses most".to_owned();
    if vectors.is_empty() { Err(LockError::Changed(text)) } else { Ok(vectors) }
}

/// A vector as it is in the file.
fn vector<T: Decodable, F: Format>(
    description: &Description,
    bytes: &[u8],
) -> Result<Value, String> {
    let read = description.value(bytes).ok_or("an enum of messages needs `protocol`")?;
    Ok(json!({
        "bytes": hex(bytes),
        "value": json(&read)?,
        "fields": fields(&F::explain::<T>(bytes)),
    }))
}

/// The position of each field, recorded while decoding.
fn fields(explanation: &Explanation<'_>) -> Map<String, Value> {
    let mut path: Vec<String> = Vec::new();
    let mut fields = Map::new();
    for node in explanation.nodes() {
        path.truncate(node.depth);
        path.push(match node.name {
            Name::Field { field, .. } => field.to_owned(),
            Name::Element(index) => index.to_string(),
            _ => String::new(),
        });
        if matches!(node.name, Name::Field { .. }) {
            let parts: Vec<_> = path.iter().filter(|part| !part.is_empty()).cloned().collect();
            fields.insert(parts.join("."), json!([node.range.start, node.range.end]));
        }
    }
    fields
}

/// The bytes of a vector.
fn bytes(vector: &Value) -> Result<Vec<u8>, String> {
    let text = vector["bytes"].as_str().filter(|text| text.is_ascii() && text.len() % 2 == 0);
    let bytes = text.and_then(|text| {
        let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).ok();
        (0..text.len()).step_by(2).map(byte).collect::<Option<Vec<u8>>>()
    });
    bytes.ok_or_else(|| String::from("`bytes` is not hex"))
}

fn holds<T: Decodable + Encode + Debug, F: Format>(
    vector: &Value,
    description: &Description,
) -> Result<(), String> {
    let bytes = bytes(vector)?;
    let value = F::from_slice::<T>(&bytes).map_err(|error| error.to_string())?;
    same(vector, &self::vector::<T, F>(description, &bytes)?, &["value", "fields"], &value)?;
    encodes::<F>(&value, &bytes)
}

/// Checks that a vector has these parts of the one that was made now; the value may be its text of
/// `Debug`, which older versions wrote.
fn same(vector: &Value, found: &Value, parts: &[&str], value: &dyn Debug) -> Result<(), String> {
    for part in parts {
        let is_old = || *part == "value" && vector[part] == format!("{value:?}");
        if found[part] != vector[part] && !is_old() {
            return Err(format!("{part} was {}, and is {}", vector[part], found[part]));
        }
    }
    Ok(())
}

fn encodes<F: Format>(value: &impl Encode, bytes: &[u8]) -> Result<(), String> {
    match F::to_vec(value) {
        Ok(written) if written == bytes => Ok(()),
        Ok(written) => Err(format!("it is encoded as {}", hex(&written))),
        Err(error) => Err(error.to_string()),
    }
}

/// Vectors of all messages.
fn all_vectors<P>(description: &Description) -> Result<Vec<Value>, LockError>
where
    P: Protocol<Format: DescribeFormat, Message: Describe>,
    IdOf<P>: PayloadId,
{
    let mut vectors = Vec::new();
    for payload in chosen::<P>(EACH, &[]).map_err(LockError::Model)? {
        let made =
            message_vector::<P>((payload.id, payload.name), &payload.sample.bytes, description);
        vectors.push(made.map_err(LockError::Changed)?.0);
    }
    Ok(vectors)
}

/// The vector of a payload, and its message.
fn message_vector<P>(
    (id, name): (IdOf<P>, &'static str),
    bytes: &[u8],
    description: &Description,
) -> Result<(Value, P::Message), String>
where
    P: Protocol<Message: Describe>,
    IdOf<P>: PayloadId,
{
    let message = P::decode(id, bytes).map_err(|error| format!("{name}: {error}"))?;
    let described = messages::<P>().into_iter().find(|one| one.name == name);
    let id_value = match described.and_then(|one| one.ty.resolve().message).map(|one| one.id) {
        Some(Id::Number(id)) => json!(id),
        Some(Id::Name(id)) => json!(id),
        _ => Value::Null,
    };
    let read =
        description.message(name, bytes).ok_or_else(|| format!("{name} is not described"))?;
    let vector = json!({
        "message": name,
        "id": id_value,
        "bytes": hex(bytes),
        "value": json(&read)?,
        "fields": fields(&explain_payload::<P>(id, bytes)),
    });
    Ok((vector, message))
}

fn message_holds<P>(vector: &Value, description: &Description) -> Result<(), String>
where
    P: Protocol<Message: Describe + Encode + Debug>,
    IdOf<P>: PayloadId,
{
    let bytes = bytes(vector)?;
    let all = messages::<P>();
    let of = all.iter().find(|one| vector["message"] == *one.name);
    let of = of.ok_or_else(|| format!("there is no message {}", vector["message"]))?;
    let (found, message) = message_vector::<P>((of.id, of.name), &bytes, description)?;
    same(vector, &found, &["id", "value", "fields"], &message)?;
    encodes::<P::Format>(&message, &bytes)
}

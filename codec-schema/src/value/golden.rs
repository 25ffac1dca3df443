//! Golden vectors: values, their bytes, and the position of each field, in a file for other
//! implementations.

use std::fmt::Debug;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use codec_core::schema::{Describe, DescribeFormat};
use codec_core::trace::Name;
use codec_core::{Decodable, Encode, Format};
use serde_json::{Map, Value, json};

use super::Generator;
use crate::lock::{LockError, Locked};
use crate::model::Model;

/// The number of vectors in a file.
const VECTORS: usize = 32;

/// Compares a type with golden vectors in one format: a JSON file that has for each vector the
/// `value` as `Debug` shows it, its `bytes` in hex, and `fields` with the first byte of each field
/// and the one after its last. The file is written the first time the test runs.
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
/// The path is relative to the package that the test is in; `CODEC_LOCK=bless` rewrites the file,
/// and with `CI` in the environment a missing one is an error.
///
/// # Panics
/// When bytes decode to another value or none, a value encodes to other bytes, a field has another
/// position, or the file can't be read.
#[macro_export]
macro_rules! assert_golden {
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
    let path = path.as_ref();
    let io = |error| LockError::Io(path.to_owned(), error);
    let bless = std::env::var_os("CODEC_LOCK").is_some_and(|value| value == "bless");
    let write = |done| {
        let vectors = vectors::<T, F>()?;
        let text: Vec<_> = vectors.iter().map(|vector| format!("  {vector}")).collect();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(io)?;
        }
        fs::write(path, format!("[\n{}\n]\n", text.join(",\n"))).map_err(io)?;
        Ok(done)
    };
    if bless {
        return write(Locked::Blessed);
    }
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if std::env::var_os("CI").is_some() {
                return Err(LockError::Missing(path.to_owned()));
            }
            return write(Locked::Written);
        }
        Err(error) => return Err(io(error)),
    };
    let changed = |what: String| LockError::Changed(format!("{}: {what}", path.display()));
    let vectors: Vec<Value> =
        serde_json::from_str(&text).map_err(|error| changed(error.to_string()))?;
    for (index, vector) in vectors.iter().enumerate() {
        holds::<T, F>(vector).map_err(|what| changed(format!("vector {index}: {what}")))?;
    }
    Ok(Locked::Holds)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

fn vectors<T, F>() -> Result<Vec<Value>, LockError>
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
        if let Ok(value) = F::from_slice::<T>(&sample.bytes) {
            vectors.push(vector::<T, F>(&value, &sample.bytes));
        }
        if vectors.len() == VECTORS {
            return Ok(vectors);
        }
    }
    let text = "no values are known: a part is opaque, or a check refuses most".to_owned();
    if vectors.is_empty() { Err(LockError::Changed(text)) } else { Ok(vectors) }
}

/// A vector as it is in the file.
fn vector<T: Decodable + Debug, F: Format>(value: &T, bytes: &[u8]) -> Value {
    json!({
        "value": format!("{value:?}"),
        "bytes": hex(bytes),
        "fields": fields::<T, F>(bytes),
    })
}

/// The position of each field, recorded while decoding.
fn fields<T: Decodable, F: Format>(bytes: &[u8]) -> Map<String, Value> {
    let mut path: Vec<String> = Vec::new();
    let mut fields = Map::new();
    for node in F::explain::<T>(bytes).nodes() {
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

fn holds<T: Decodable + Encode + Debug, F: Format>(vector: &Value) -> Result<(), String> {
    let text = vector["bytes"].as_str().filter(|text| text.is_ascii() && text.len() % 2 == 0);
    let bytes = text.and_then(|text| {
        let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).ok();
        (0..text.len()).step_by(2).map(byte).collect::<Option<Vec<u8>>>()
    });
    let bytes = bytes.ok_or("`bytes` is not hex")?;
    let value = F::from_slice::<T>(&bytes).map_err(|error| error.to_string())?;
    let found = self::vector::<T, F>(&value, &bytes);
    for part in ["value", "fields"] {
        if found[part] != vector[part] {
            return Err(format!("{part} was {}, and is {}", vector[part], found[part]));
        }
    }
    match F::to_vec(&value) {
        Ok(written) if written == bytes => Ok(()),
        Ok(written) => Err(format!("it is encoded as {}", hex(&written))),
        Err(error) => Err(error.to_string()),
    }
}

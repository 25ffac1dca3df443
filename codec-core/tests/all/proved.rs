//! Byte strings that `tools/prove` has from z3: what its model of the readers of numbers says of each
//! is what the readers do.

use core::fmt::Debug;

use codec_core::format::Layout as _;
use codec_core::{BincodeVarint, Compact, Consensus, Cursor, Decodable, Format, Postcard, Strict};

/// The value of a row, and how many bytes it takes.
type Read = Option<(u64, usize)>;

fn read<F: Format, I: Decodable + Into<u64> + Debug>(bytes: &[u8]) -> Read {
    let (value, rest) = F::from_slice_prefix::<I>(bytes).ok()?;
    Some((value.into(), bytes.len() - rest.len()))
}

fn integer<F: Format>(bits: &str, bytes: &[u8]) -> (Read, Read) {
    match bits {
        "16" => (read::<F, u16>(bytes), read::<Strict<F>, u16>(bytes)),
        "32" => (read::<F, u32>(bytes), read::<Strict<F>, u32>(bytes)),
        _ => (read::<F, u64>(bytes), read::<Strict<F>, u64>(bytes)),
    }
}

fn length(bytes: &[u8]) -> Read {
    let mut cursor = Cursor::new(bytes);
    let length = Consensus::read_len(&mut cursor).ok()?;
    Some((length as u64, cursor.offset()))
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> =
        text.chars().map(|digit| digit.to_digit(16).unwrap().try_into().unwrap()).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

#[test]
#[cfg(target_pointer_width = "64")]
#[cfg_attr(miri, ignore = "reads a file")]
fn the_model_of_numbers_reads_what_the_readers_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tools/prove/rows.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut kinds = [0; 3];
    for line in text.lines() {
        let [format, bits, bytes, value, taken, kind] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let bytes = unhex(bytes);
        let (plain, strict) = match format {
            "Postcard" => integer::<Postcard>(bits, &bytes),
            "Compact" => integer::<Compact>(bits, &bytes),
            "BincodeVarint" => integer::<BincodeVarint>(bits, &bytes),
            "CompactSize" => (length(&bytes), length(&bytes)),
            other => panic!("{other}"),
        };
        let wanted = value.parse().ok().map(|value| (value, taken.parse().unwrap()));
        assert_eq!(plain, wanted, "{line}");
        assert_eq!(strict, wanted.filter(|_| kind == "canonical"), "{line}");
        kinds[["canonical", "overlong", "refused"].iter().position(|of| *of == kind).unwrap()] += 1;
    }
    assert!(kinds.iter().all(|count| *count >= 50), "{kinds:?}");
}

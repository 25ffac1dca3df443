//! The limits of each message: the maximum is accepted, one more is refused at the count, and a
//! count has only one encoding.

use codec_core::{Consensus, DecodeError, DecodeErrorKind, EncodeErrorKind, Format as _};
use codec_decred::block::{Block, BlockRef};
use codec_decred::state::MiningState;
use codec_decred::{Ascii, Command, Digest};

use crate::three_ways::agreed;

/// `CompactSize`, implemented independently.
fn compact(count: u64) -> Vec<u8> {
    let bytes = count.to_le_bytes();
    match count {
        0..=0xfc => vec![bytes[0]],
        0xfd..=0xffff => [&[0xfd], &bytes[..2]].concat(),
        0x1_0000..=0xffff_ffff => [&[0xfe], &bytes[..4]].concat(),
        _ => [&[0xff], &bytes[..]].concat(),
    }
}

/// The command of this name, as a static string.
fn id(name: &str) -> &'static str {
    Command::named(name).map_or("", Command::name)
}

/// Length of the fields with which most mixing messages begin.
const SENDER: usize = 64 + 33 + 32 + 4;
/// Longer payloads are not tested.
const LONGEST: u64 = 4_000_000;

/// A count in a message.
struct Count {
    command: &'static str,
    /// The bytes before it.
    before: Vec<u8>,
    /// Its maximum.
    max: u64,
    /// The shortest element.
    element: Vec<u8>,
    /// The bytes after the last element.
    behind: Vec<u8>,
}

fn counts() -> Vec<Count> {
    let count = |command, before: usize, max, element: usize, behind: usize| Count {
        command,
        before: vec![0; before],
        max,
        element: vec![0; element],
        behind: vec![0; behind],
    };
    let one_utxo = [vec![0; 128], vec![1], vec![0; 37]].concat();
    vec![
        Count { element: vec![b' '], ..count("version", 80, 256, 1, 0) },
        count("addr", 0, 1_000, 30, 0),
        count("inv", 0, 50_000, 36, 0),
        count("getdata", 0, 50_000, 36, 0),
        count("notfound", 0, 50_000, 36, 0),
        count("getblocks", 4, 500, 32, 32),
        count("getheaders", 4, 500, 32, 32),
        count("headers", 0, 2_000, 181, 0),
        count("block", 180, 43_691, 15, 1),
        count("block", 181, 43_691, 15, 0),
        Count { before: vec![0, 0, 1, 0], ..count("tx", 0, 780_336, 41, 9) },
        Count { before: vec![0, 0, 1, 0, 0], ..count("tx", 0, 3_728_271, 11, 8) },
        Count {
            before: [vec![0, 0, 1, 0, 0, 1], vec![0; 10]].concat(),
            ..count("tx", 0, 32 << 20, 1, 8)
        },
        count("miningstate", 8, 8, 32, 1),
        count("miningstate", 9, 40, 32, 0),
        count("getinitstate", 0, 32, 1, 0),
        Count { before: vec![1], element: vec![b' '], ..count("getinitstate", 0, 32, 1, 0) },
        count("initstate", 0, 8, 32, 2),
        count("initstate", 1, 40, 32, 1),
        count("initstate", 2, 7, 32, 0),
        count("cfilter", 33, 262_144, 1, 0),
        count("getcfheaders", 0, 500, 32, 33),
        count("cfheaders", 33, 2_000, 32, 0),
        count("cftypes", 0, 256, 1, 0),
        count("cfilterv2", 32, 262_144, 1, 5),
        count("cfilterv2", 37, 32, 32, 0),
        count("cfiltersv2", 0, 100, 38, 0),
        Count { element: vec![b' '], ..count("mixpairreq", 109, 32, 1, 22) },
        count("mixpairreq", 128, 512, 41, 3),
        Count { before: one_utxo.clone(), ..count("mixpairreq", 0, 16_384, 1, 6) },
        Count { before: [one_utxo.clone(), vec![0]].concat(), ..count("mixpairreq", 0, 33, 1, 5) },
        Count { before: [one_utxo, vec![0; 2]].concat(), ..count("mixpairreq", 0, 64, 1, 4) },
        count("mixkeyxchg", 64 + 33 + 32 + 16 + 33 + 1_218 + 32, 512, 32, 0),
        count("mixcphrtxt", SENDER, 512, 1_047 + 32, 0),
        Count { before: [vec![0; SENDER], vec![1]].concat(), ..count("mixfactpoly", 0, 32, 1, 1) },
        count("mixfactpoly", SENDER, 1_024, 1, 1),
        count("mixfactpoly", SENDER + 1, 512, 32, 0),
        count("mixdcnet", SENDER + 1, 512, 32, 0),
        count("mixconfirm", SENDER + 15, 512, 32, 0),
        count("mixsecrets", SENDER + 32, 1_024, 1, 2),
        count("mixsecrets", SENDER + 34, 512, 32, 0),
    ]
}

#[test]
fn the_most_is_read_and_one_more_is_refused() {
    for Count { command, before, max, element, behind } in counts() {
        let label = format!("{command} at {}", before.len());
        let payload = |count: u64, elements: u64| {
            let elements = element.repeat(usize::try_from(elements).expect("they are few"));
            [&before[..], &compact(count), &elements, &behind].concat()
        };
        let kind = |payload: &[u8]| {
            let error = agreed(id(command), payload).expect_err(&label);
            (error.kind(), error.offset())
        };
        assert!(agreed(id(command), &payload(1, 1)).is_ok(), "{label}");
        if max * element.len() as u64 <= LONGEST {
            assert!(agreed(id(command), &payload(max, max)).is_ok(), "{label}");
        } else {
            assert_eq!(kind(&payload(max, 3)).0, DecodeErrorKind::UnexpectedEnd, "{label}");
        }
        // Refused with and without that many elements.
        let over = (DecodeErrorKind::LengthOverLimit, before.len());
        assert_eq!(kind(&payload(max + 1, (max + 1).min(50_001))), over, "{label}");
        for count in [max + 1, 0xffff_ffff, u64::MAX >> 1, u64::MAX] {
            // A count beyond the address space may be refused as an overflow.
            let (found, offset) = kind(&payload(count, 1));
            let overflow =
                usize::try_from(count).is_err() && found == DecodeErrorKind::LengthOverflow;
            assert!(overflow || found == over.0, "{label}: {count}: {found:?}");
            assert_eq!(offset, over.1, "{label}: {count}");
        }
    }
}

#[test]
fn a_count_is_in_its_shortest_form() {
    for Count { command, before, behind, .. } in counts() {
        for long in [&[0xfd, 0, 0][..], &[0xfe, 0, 0, 0, 0], &[0xff, 0, 0, 0, 0, 0, 0, 0, 0]] {
            let payload = [&before[..], long, &behind].concat();
            let error = agreed(id(command), &payload).expect_err(command);
            let wanted = (DecodeErrorKind::NonCanonical, before.len());
            // A one-byte length has no longer encodings.
            let inline = (DecodeErrorKind::LengthOverLimit, before.len());
            let found = (error.kind(), error.offset());
            assert!(found == wanted || (command == "mixfactpoly" && found == inline), "{command}");
        }
    }
}

#[test]
fn one_address_at_least() {
    let error = agreed("addrv2", &[0]).expect_err("none is too few");
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthUnderLimit, 0));
    let address = [&[0; 16][..], &[1, 127, 0, 0, 1, 0, 0]].concat();
    assert!(agreed("addrv2", &[compact(1_000), address.repeat(1_000)].concat()).is_ok());
    let error = agreed("addrv2", &[compact(1_001), address.repeat(1_001)].concat());
    assert_eq!(error.map_err(DecodeError::kind), Err(DecodeErrorKind::LengthOverLimit));
    for kind in (0..=255).filter(|kind| !(1..=3).contains(kind)) {
        let payload = [&[1][..], &[0; 16], &[kind], &[0; 34]].concat();
        let error = agreed("addrv2", &payload).expect_err("there are three kinds");
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidTag, 17));
    }
}

#[test]
fn the_shapes_of_matrices_are_limited() {
    let slots = |rows: u64, columns: u64| {
        let cells = usize::try_from(rows * columns).expect("it is small");
        [vec![0; SENDER], compact(rows), compact(columns), vec![0; cells], vec![0]].concat()
    };
    let refused = |command, payload: &[u8]| {
        agreed(id(command), payload).map_err(|error| (error.kind(), error.offset() - SENDER))
    };
    assert!(agreed("mixslotres", &slots(1_024, 16)).is_ok());
    assert!(agreed("mixslotres", &slots(16, 512)).is_ok());
    let check = DecodeErrorKind::CheckFailed;
    assert_eq!(refused("mixslotres", &slots(1_025, 1)), Err((check, 0)));
    assert_eq!(refused("mixslotres", &slots(0, 1)), Err((check, 0)));
    assert_eq!(refused("mixslotres", &slots(1, 513)), Err((check, 1)));
    assert_eq!(refused("mixslotres", &slots(1, 0)), Err((check, 1)));
    let limit = DecodeErrorKind::LengthOverLimit;
    assert_eq!(refused("mixslotres", &slots(0x1_0000, 1)), Err((limit, 0)));

    let net = |rows: u64, columns: u64, len: u8| {
        let cells = usize::try_from(rows * columns).expect("it is small") * 20;
        let shape = [compact(rows), compact(columns), vec![len]].concat();
        [vec![0; SENDER], shape, vec![0; cells], vec![0]].concat()
    };
    assert!(agreed("mixdcnet", &net(1_024, 64, 20)).is_ok());
    assert!(agreed("mixdcnet", &net(3, 0, 20)).is_ok());
    assert_eq!(refused("mixdcnet", &net(1_025, 1, 20)), Err((check, 0)));
    assert_eq!(refused("mixdcnet", &net(1, 1_025, 20)), Err((check, 1)));
    assert_eq!(refused("mixdcnet", &net(1, 1, 21)), Err((DecodeErrorKind::InvalidMagic, 2)));

    let start = vec![0; SENDER + 33];
    let secrets = |count: u64, len: u8| {
        let cells = usize::try_from(count).expect("it is small") * 20;
        [start.clone(), compact(count), vec![len], vec![0; cells], vec![0]].concat()
    };
    assert!(agreed("mixsecrets", &secrets(1_024, 20)).is_ok());
    assert_eq!(refused("mixsecrets", &secrets(1_025, 20)), Err((check, 33)));
    assert_eq!(refused("mixsecrets", &secrets(1, 19)), Err((DecodeErrorKind::InvalidMagic, 34)));
}

#[test]
fn single_values_are_held_against_their_rules() {
    let refused = |command, payload: &[u8]| {
        agreed(id(command), payload).map_err(|error| (error.kind(), error.offset()))
    };
    let check = DecodeErrorKind::CheckFailed;
    let latest = i64::MAX - 62_135_596_800;
    let version = |time: i64| [&[0; 12][..], &time.to_le_bytes(), &[0; 26]].concat();
    assert!(agreed("version", &version(latest)).is_ok());
    assert_eq!(refused("version", &version(latest + 1)), Err((check, 12)));
    assert_eq!(refused("version", &version(-1)), Err((check, 12)));
    let address =
        |time: i64| [&[1][..], &time.to_le_bytes(), &[0; 8], &[1, 0, 0, 0, 0, 0, 0]].concat();
    assert!(agreed("addrv2", &address(latest)).is_ok());
    assert_eq!(refused("addrv2", &address(latest + 1)), Err((check, 1)));
    for at in [101, 120] {
        let mut payload = vec![0; 132];
        assert!(agreed("mixpairreq", &payload).is_ok());
        payload[at + 7] = 0x80;
        assert_eq!(refused("mixpairreq", &payload), Err((check, at)));
    }
    let mut payload = vec![0; 132];
    payload[129] = 2;
    assert_eq!(refused("mixpairreq", &payload), Err((DecodeErrorKind::InvalidBool, 129)));
    let mut payload = [&[1][..], &[0; 181]].concat();
    payload[181] = 1;
    assert_eq!(refused("headers", &payload), Err((DecodeErrorKind::InvalidMagic, 181)));
    for way in 3..=0xffff_u16 {
        let [low, high] = way.to_le_bytes();
        let payload = [&[1, 0, low, high][..], &[0; 20]].concat();
        assert_eq!(refused("tx", &payload), Err((DecodeErrorKind::InvalidTag, 2)));
    }
}

#[test]
fn a_witness_for_each_input() {
    let input = [0; 41];
    let full = |inputs: u8, witnesses: u8| {
        let head = [&[1, 0, 0, 0][..], &[inputs], &input.repeat(inputs.into()), &[0; 9]].concat();
        [&head[..], &[witnesses], &[0; 17].repeat(witnesses.into())].concat()
    };
    for inputs in 0..4 {
        for witnesses in 0..4 {
            let outcome = agreed("tx", &full(inputs, witnesses));
            let kind = outcome.map(drop).map_err(DecodeError::kind);
            let wanted =
                if inputs == witnesses { Ok(()) } else { Err(DecodeErrorKind::CheckFailed) };
            assert_eq!(kind, wanted, "{inputs} and {witnesses}");
        }
    }
}

#[test]
fn printable_text_alone() {
    for byte in 0..=255u8 {
        let is_text = (0x20..=0x7e).contains(&byte);
        assert_eq!(agreed("getinitstate", &[1, 1, byte]).is_ok(), is_text, "{byte:#x}");
        if byte.is_ascii() {
            let text = char::from(byte).to_string();
            assert_eq!(Ascii::<1>::new(&text).is_some(), is_text, "{byte:#x}");
        }
    }
    assert_eq!(Ascii::<1>::new("é"), None);
    assert_eq!(Ascii::<1>::new("ab"), None);
    assert_eq!(Ascii::<2>::new("ab").as_ref().map(Ascii::as_str), Some("ab"));
}

#[test]
fn values_over_a_limit_are_not_written() {
    let state =
        MiningState { version: 1, height: 1, blocks: vec![Digest::default(); 9], votes: vec![] };
    let error = Consensus::to_vec(&state).expect_err("nine are too many");
    assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
}

#[test]
fn an_old_block_holds_fewer_transactions() {
    let payload = |count: u64| {
        let transactions = vec![0; usize::try_from(count).expect("it is small") * 15];
        [vec![0; 180], compact(count), transactions, vec![0]].concat()
    };
    for (count, in_three) in [(33_334, true), (33_335, false), (43_691, false)] {
        let payload = payload(count);
        let block: Block = Consensus::from_slice(&payload).expect("it is in version 4");
        assert_eq!((block.is_in(3), block.is_in(4)), (in_three, true));
        let block: BlockRef<'_> = Consensus::from_slice_ref(&payload).expect("it is in version 4");
        assert_eq!((block.is_in(3), block.is_in(4)), (in_three, true));
    }
}

#[test]
fn payloads_are_as_long_as_the_table_of_commands_says() {
    let max = |name, version| Command::named(name).and_then(|command| command.max_payload(version));
    assert_eq!((max("block", 3), max("block", 4)), (Some(1_000_000), Some(1_310_720)));
    assert_eq!((max("tx", 3), max("tx", 12)), (Some(1_000_000), Some(1_310_720)));
    assert_eq!((max("addr", 11), max("addr", 12)), (Some(30_003), None));
    assert_eq!((max("addrv2", 11), max("addrv2", 12)), (None, Some(51_003)));
    let since = [
        ("sendheaders", 3),
        ("feefilter", 5),
        ("getcfilter", 6),
        ("cfilter", 6),
        ("getcfheaders", 6),
        ("cfheaders", 6),
        ("getcftypes", 6),
        ("cftypes", 6),
        ("getcfilterv2", 7),
        ("cfilterv2", 7),
        ("getinitstate", 8),
        ("initstate", 8),
        ("mixpairreq", 10),
        ("mixsecrets", 10),
        ("getcfsv2", 11),
        ("cfiltersv2", 11),
    ];
    for (name, version) in since {
        assert!(max(name, version - 1).is_none() && max(name, version).is_some(), "{name}");
    }
    // The lengths that result from the limits of lists.
    for Count { command, before, max: most, element, behind } in counts() {
        let longest = before.len() as u64 + most * element.len() as u64 + behind.len() as u64;
        if longest <= LONGEST {
            let allowed = max(command, if command == "addr" { 11 } else { 12 }).expect(command);
            assert!(longest <= allowed as u64, "{command}: {longest}, {allowed}");
        }
    }
}

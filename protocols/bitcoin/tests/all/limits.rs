//! The limits of each message: the maximum is accepted, one more is refused at the count.

use codec_bitcoin::transaction::Transaction;
use codec_bitcoin::{AnyMessage, Command};
use codec_core::format::BigEndian;
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, DecodeErrorKind, Format, MessageInfo as _,
    Postcard,
};

use crate::golden::golden;
use crate::three_ways::agreed;

/// `CompactSize`, implemented independently.
fn compact(count: usize) -> Vec<u8> {
    let bytes = (count as u64).to_le_bytes();
    match count {
        0..=0xfc => vec![bytes[0]],
        0xfd..=0xffff => [&[0xfd], &bytes[..2]].concat(),
        _ => [&[0xfe], &bytes[..4]].concat(),
    }
}

/// A count in a message: the command, the bytes before it, its maximum, the shortest element,
/// and the bytes after the last.
type Count = (&'static str, usize, usize, Vec<u8>, usize);

fn counts() -> Vec<Count> {
    let transaction = [vec![0; 4], vec![1], vec![0; 36 + 1 + 4], vec![1], vec![0; 9], vec![0; 4]];
    let transaction = transaction.concat();
    vec![
        ("version", 80, 256, vec![b' '], 4),
        ("addr", 0, 1_000, vec![0; 30], 0),
        ("addrv2", 0, 1_000, [&[0; 5][..], &[9, 0], &[0; 2]].concat(), 0),
        ("inv", 0, 50_000, vec![0; 36], 0),
        ("getdata", 0, 50_000, vec![0; 36], 0),
        ("notfound", 0, 50_000, vec![0; 36], 0),
        ("getblocks", 4, 500, vec![0; 32], 32),
        ("getheaders", 4, 500, vec![0; 32], 32),
        ("headers", 0, 2_000, vec![0; 81], 0),
        ("block", 80, 66_666, transaction.clone(), 0),
        ("cmpctblock", 88, 65_535, vec![0; 6], 1),
        ("getblocktxn", 32, 65_536, vec![0], 0),
        ("blocktxn", 32, 65_536, transaction, 0),
        ("merkleblock", 84, 125_000, vec![0; 32], 1),
        ("filterload", 0, 36_000, vec![0], 9),
        ("filteradd", 0, 520, vec![0], 0),
        ("cfheaders", 65, 2_000, vec![0; 32], 0),
        ("cfcheckpt", 33, 125_000, vec![0; 32], 0),
        ("reject", 0, 12, vec![b'a'], 2),
    ]
}

#[test]
fn as_many_as_allowed_are_read_and_one_more_is_not() {
    let share = codec_effort::share();
    let counts = counts().into_iter().enumerate().filter(|(index, _)| share(*index));
    for (command, before, max, element, after) in counts.map(|(_, count)| count) {
        let payload = |count: usize| {
            [vec![0; before], compact(count), element.repeat(count), vec![0; after]].concat()
        };
        let outcome = agreed(command, &payload(max));
        assert!(outcome.is_ok(), "{command}: {outcome:?}");
        let error = agreed(command, &payload(max + 1)).expect_err(command);
        let wanted = (DecodeErrorKind::LengthOverLimit, before);
        assert_eq!((error.kind(), error.offset()), wanted, "{command}");
    }
}

#[test]
fn a_count_without_elements_takes_no_memory() {
    for (command, before, max, _, _) in counts() {
        let payload = [vec![0; before], compact(max)].concat();
        let error = agreed(command, &payload).expect_err(command);
        assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd, "{command}");
    }
}

#[test]
fn every_command_has_a_message_that_it_allows() {
    let golden = golden();
    for command in Command::all() {
        let name = command.name();
        assert_eq!(Command::named(name), Some(command));
        let (_, payload) =
            golden.iter().find(|(message, _)| message.id() == name).expect("there is one");
        assert!(payload.len() <= command.max_payload_ever(), "{name}");
        assert!(command.is_in(codec_bitcoin::PROTOCOL_VERSION), "{name}");
    }
}

/// The longest payload of the table is that of the type, for types with a maximum.
#[test]
fn the_longest_payloads_are_those_of_the_types() {
    use codec_bitcoin::{address, block, connection, filter, inventory};
    use codec_core::schema::Describe;
    use codec_schema::{Encoding, max_len};
    fn longest<T: Describe>() -> Option<u64> {
        max_len(T::SCHEMA, &Encoding::CONSENSUS).map(|len| len as u64)
    }
    for (name, len) in [
        ("addr", longest::<address::Addr>()),
        ("version", longest::<connection::Version>()),
        ("reject", longest::<connection::Reject>()),
        ("ping", longest::<connection::Ping>()),
        ("feefilter", longest::<connection::FeeFilter>()),
        ("sendtxrcncl", longest::<connection::SendTxRcncl>()),
        ("headers", longest::<block::Headers>()),
        ("getblocks", longest::<block::GetBlocks>()),
        ("getheaders", longest::<block::GetHeaders>()),
        ("inv", longest::<inventory::Inv>()),
        ("getdata", longest::<inventory::GetData>()),
        ("filterload", longest::<filter::FilterLoad>()),
        ("filteradd", longest::<filter::FilterAdd>()),
        ("cfheaders", longest::<filter::CFHeaders>()),
        ("getcfilters", longest::<filter::GetCFilters>()),
    ] {
        let max = Command::named(name).expect(name).max_payload_ever() as u64;
        assert_eq!(len, Some(max), "{name}");
    }
    // Time, services, the longest address, port.
    assert_eq!(longest::<address::Host>(), Some(1 + 3 + 512));
    let max = Command::named("addrv2").map(Command::max_payload_ever);
    assert_eq!(max, Some(3 + 1_000 * (4 + 9 + (1 + 3 + 512) + 2)));
}

#[test]
fn every_message_is_written_and_read_as_assembled_by_hand() {
    for (message, payload) in golden() {
        let id = message.id();
        assert_eq!(Consensus::to_vec(&message).as_ref(), Ok(&payload), "{id}");
        assert_eq!(agreed(id, &payload).as_ref(), Ok(&payload), "{id}");
        let mut r = codec_core::Reader::<Consensus>::new(&payload);
        assert_eq!(codec_core::Messages::decode_message(id, &mut r), Ok::<AnyMessage, _>(message));
    }
}

/// A transaction without witnesses whose count of inputs has a zero byte.
fn many_inputs<F: Format>(count: usize) {
    let empty = |bytes: &mut Vec<u8>, len: usize| bytes.resize(bytes.len() + len, 0);
    let mut bytes = vec![2, 0, 0, 0];
    bytes.extend(compact(count));
    empty(&mut bytes, count * (36 + 1 + 4));
    bytes.push(1);
    empty(&mut bytes, 8 + 1 + 4);
    let transaction: Transaction = Consensus::from_slice(&bytes).unwrap();
    assert_eq!((transaction.inputs.len(), transaction.is_segwit), (count, false));
    let bytes = F::to_vec(&transaction).unwrap();
    assert_eq!(F::from_slice::<Transaction>(&bytes), Ok(transaction), "{count} inputs");
}

#[test]
fn a_count_of_inputs_with_a_zero_byte_is_no_marker() {
    for count in [1, 255, 256, 512] {
        many_inputs::<Bincode>(count);
        many_inputs::<Borsh>(count);
        many_inputs::<BigEndian<Bincode>>(count);
        many_inputs::<BincodeVarint>(count);
        many_inputs::<Postcard>(count);
        many_inputs::<Compact>(count);
        many_inputs::<Consensus>(count);
    }
}

//! Elements at any place of the `mk48` data set: by a table of offsets, without one, and in an
//! archive.

use std::hint::black_box;

use codec_core::{Bincode, Format};
use rkyv::rancor::Failure;
use rkyv::util::AlignedVec;

use crate::bench::{Bench, Figure, figure};
use crate::candidate::Candidate;
use crate::codecs::{Borrow, Codec, Rkyv};
use crate::data::digest::Digest;
use crate::data::{mk48, mk48_indexed};
use crate::random::Random;
use crate::table::{Table, Unit};

/// The candidates, in the order of the columns.
const COLUMNS: [&str; 3] = ["*Bincode, indexed", "*Bincode", <Rkyv as Codec<mk48::Updates>>::NAME];

/// Number of places that are read in a batch.
const PLACES: u32 = 256;

/// Indices of updates, and of contacts in them.
fn places(data: &mk48::Updates) -> Vec<(usize, usize)> {
    let mut random = Random::new(0x001d_e8ed);
    let mut below = |len: usize| {
        let last = u64::try_from(len - 1).expect("a length");
        usize::try_from(random.between(0, last)).expect("an index")
    };
    let place = |_| {
        let update = below(data.updates.len());
        (update, below(data.updates[update].contacts.len()))
    };
    (0..PLACES).map(place).collect()
}

/// The indexed form, and the plain one in an archive and not.
struct Data {
    plain: mk48::Updates,
    indexed: mk48_indexed::Updates,
}

impl Data {
    fn encode(&self) -> Vec<Candidate<'_>> {
        let (mut one, mut other) = (Vec::new(), Vec::new());
        let mut archive = <Rkyv as Codec<mk48::Updates>>::Kept::default();
        vec![
            Candidate::new(COLUMNS[0], 1, move || {
                Bincode::encode_again(black_box(&self.indexed), &mut one, |bytes| {
                    black_box(bytes);
                });
            }),
            Candidate::new(COLUMNS[1], 1, move || {
                Bincode::encode_again(black_box(&self.plain), &mut other, |bytes| {
                    black_box(bytes);
                });
            }),
            Candidate::new(COLUMNS[2], 1, move || {
                Rkyv::encode_again(black_box(&self.plain), &mut archive, |bytes| {
                    black_box(bytes);
                });
            }),
        ]
    }
}

/// Candidates that run an operation on encoded values of every kind.
macro_rules! on_bytes {
    ($data:expr, $operation:ident) => {{
        let data: &Data = $data;
        let indexed = <Bincode as Codec<_>>::encode(&data.indexed);
        let plain = <Bincode as Codec<_>>::encode(&data.plain);
        let archive = <Rkyv as Codec<_>>::encode(&data.plain);
        vec![
            Candidate::new(COLUMNS[0], 1, move || {
                let bytes = black_box(&indexed);
                black_box(<Bincode as Borrow<mk48_indexed::Updates>>::$operation(
                    bytes,
                    &mut Vec::new(),
                ));
            }),
            Candidate::new(COLUMNS[1], 1, move || {
                let bytes = black_box(&plain);
                black_box(<Bincode as Borrow<mk48::Updates>>::$operation(bytes, &mut Vec::new()));
            }),
            Candidate::new(COLUMNS[2], 1, move || {
                let (bytes, kept) = (black_box(&archive), &mut AlignedVec::new());
                black_box(<Rkyv as Borrow<mk48::Updates>>::$operation(bytes, kept));
            }),
        ]
    }};
}

/// Reads a contact at each place, of a value that was validated before.
fn lookups(bench: &Bench, title: &str, data: &Data) -> Vec<Figure> {
    let indexed = Bincode::to_vec(&data.indexed).expect("it encodes");
    let plain = Bincode::to_vec(&data.plain).expect("it encodes");
    let archive = <Rkyv as Codec<_>>::encode(&data.plain);
    let indexed: mk48_indexed::UpdatesRef<'_> = Bincode::from_slice_ref(&indexed).expect("valid");
    let plain: mk48::UpdatesRef<'_> = Bincode::from_slice_ref(&plain).expect("valid");
    let archive = rkyv::access::<mk48::ArchivedUpdates, Failure>(&archive).expect("valid");
    let by_index = |(update, contact): (usize, usize)| {
        let update = indexed.updates.get(update).expect("an update");
        update.contacts.get(contact).expect("a contact").digest()
    };
    let by_walk = |(update, contact): (usize, usize)| {
        let update = plain.updates.get(update).expect("an update");
        update.contacts.get(contact).expect("a contact").digest()
    };
    let by_address =
        |(update, contact): (usize, usize)| archive.updates[update].contacts[contact].digest();
    let places = places(&data.plain);
    for place in &places {
        let wanted = data.plain.updates[place.0].contacts[place.1].digest();
        let found = [by_index(*place), by_walk(*place), by_address(*place)];
        assert_eq!(found, [wanted; 3], "{place:?}");
    }
    let all = |read: &dyn Fn((usize, usize)) -> u64| {
        for place in black_box(&places) {
            black_box(read(*place));
        }
    };
    let mut candidates = [
        Candidate::new(COLUMNS[0], PLACES, || all(&by_index)),
        Candidate::new(COLUMNS[1], PLACES, || all(&by_walk)),
        Candidate::new(COLUMNS[2], PLACES, || all(&by_address)),
    ];
    bench.row(title, "a contact of an update, validated before", &mut candidates)
}

const OFFSETS: &str = "rkyv's contact is an image of memory at an address: nothing is decoded. Ours is \
    decoded from its first byte, all of its fields.";
const DECODED: &str = "Reading decodes every element where it is read, after all were validated: two \
    passes over the rows, of which the table of mk48 has what one takes \
    ([decision 47](adr/0047-a-table-of-offsets-is-before-its-elements.md)).";
const TABLE: &str = "The entries of the tables are read and compared, or written, as well.";

/// The table of all operations.
pub(super) fn table(bench: &Bench) -> Table {
    let plain = mk48::data();
    let data = Data { indexed: plain.clone().into(), plain };
    let title = "Data set mk48, with an index";
    let about = "The sequences of updates, contacts and terrain have `#[codec(index)]` in the \
        first column: a table of offsets, four bytes an element, with which a borrowed element is \
        found in constant time, and validated sequences within it are passed over. Without it, \
        ours reads the elements before the one that is wanted. rkyv's archive, which has the \
        address of everything, is validated, too; a look-up in it validates nothing. The last row \
        reads all fields of one contact, at a random place among a thousand updates.";
    let mut table = Table::new(title, about, Unit::Time, &COLUMNS);
    table.because("a contact", OFFSETS);
    table.because("", DECODED);
    table.because_in("Bincode, indexed", "", TABLE);
    let rows = [
        ("encode, kept buffer", data.encode()),
        ("borrow, all validated", on_bytes!(&data, access)),
        ("borrow, all validated and read", on_bytes!(&data, read)),
    ];
    let mut add = |row: &str, figures: &[Figure]| {
        let cells = COLUMNS.map(|name| figure(figures, name));
        table.row(row, &cells);
    };
    for (row, mut candidates) in rows {
        add(row, &bench.row(title, row, &mut candidates));
    }
    add("a contact of an update, validated before", &lookups(bench, title, &data));
    table
}

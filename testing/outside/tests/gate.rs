//! A crate that renames `codec-alloc` and `codec-core` checks the limits of its messages.
#![forbid(unsafe_code)]
#![deny(warnings)]
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use gate::{assert_allocated_bytes, assert_allocations, assert_peak_bytes};
use wire::wire::{B064K, Seq0255, Str0255};
use wire::{Bincode, Decode, Encode, Format, Sv2};

#[derive(Debug, Encode, Decode)]
#[codec(crate = wire, borrow)]
struct Job {
    id: u32,
    name: Str0255,
    path: Seq0255<Step>,
    script: B064K,
}

#[derive(Debug, Encode, Decode)]
#[codec(crate = wire, borrow)]
struct Step {
    at: u8,
    note: Str0255,
}

fn job() -> Job {
    let step = |note: &str| Step { at: 1, note: note.try_into().unwrap() };
    Job {
        id: 7,
        name: "short".try_into().unwrap(),
        path: vec![step("a"), step(&"a long note ".repeat(4)), step("c")].try_into().unwrap(),
        script: vec![1; 100].try_into().unwrap(),
    }
}

fn bytes() -> Vec<u8> {
    Sv2::to_vec(&job()).unwrap()
}

/// The message of an assertion that fails.
fn failure(assertion: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(assertion).unwrap_err();
    *panic.downcast::<String>().unwrap()
}

#[test]
fn a_borrowed_decode_allocates_nothing() {
    let bytes = bytes();
    assert_allocations!(Sv2::from_slice_ref::<JobRef<'_>>(&bytes), 0);
    assert_allocated_bytes!(Sv2::from_slice_ref::<JobRef<'_>>(&bytes), 0);
    assert_peak_bytes!(Sv2::from_slice_ref::<JobRef<'_>>(&bytes).unwrap(), 0);
}

#[test]
fn a_limit_is_a_number_or_a_range() {
    let bytes = bytes();
    assert_allocations!(Sv2::from_slice::<Job>(&bytes), 3);
    assert_allocations!(Sv2::from_slice::<Job>(&bytes), ..=3);
    assert_allocations!(Sv2::from_slice::<Job>(&bytes).unwrap(), 2..4);
    assert_allocations!(Sv2::to_vec(&job()).unwrap().len(), 1..);
    assert_allocations!(bytes.first(), 0);
    assert_allocations!(Bincode::from_slice::<Vec<Vec<u8>>>(&[0; 8]), 0,);
}

#[test]
fn a_failure_names_the_fields_that_allocate() {
    let bytes = bytes();
    let said = failure(move || assert_allocations!(Sv2::from_slice::<Job>(&bytes).unwrap(), 0));
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines[0].ends_with(": the limit of allocations is 0"), "{said}");
    assert!(lines[0].starts_with("3 allocations of "), "{said}");
    assert!(lines[1].starts_with("  Job.path at byte 10: 1 allocation of "), "{said}");
    assert_eq!(lines[2], "  Job.path[1].note at byte 15: 1 allocation of 48 bytes");
    assert_eq!(lines[3], "  Job.script at byte 67: 1 allocation of 100 bytes");
    assert_eq!(lines.len(), 4, "{said}");
}

#[test]
fn an_exact_number_fails_when_there_is_less() {
    let said = failure(|| assert_allocations!(1 + 1, 1));
    assert_eq!(
        said,
        "0 allocations of 0 bytes, at most 0 at a time: the limit of allocations is 1"
    );
}

#[test]
fn bytes_and_the_peak_are_held_as_well() {
    let twice = || (0..2).for_each(|_| drop(std::hint::black_box(vec![1u8; 100])));
    assert_allocated_bytes!(twice(), 200);
    assert_peak_bytes!(twice(), 100);
    let said = failure(move || assert_peak_bytes!(twice(), ..100));
    assert!(
        said.ends_with("at most 100 at a time: the limit of bytes at a time is ..100"),
        "{said}"
    );
    let said = failure(move || assert_allocated_bytes!(twice(), 100));
    assert!(said.ends_with("the limit of allocated bytes is 100"), "{said}");
}

#[test]
fn an_input_that_is_refused_is_counted_up_to_its_error() {
    let bytes = &bytes()[..70];
    assert!(Sv2::from_slice::<Job>(bytes).is_err());
    let fields = gate::fields::<Sv2, Job>(bytes);
    let names: Vec<&str> = fields.iter().map(|field| field.path.as_str()).collect();
    assert_eq!(names, ["Job.path", "Job.path[1].note"]);
}

#[test]
fn an_allocation_of_no_field_is_that_of_the_value() {
    let bytes = Bincode::to_vec(&vec![1u8, 2, 3]).unwrap();
    let fields = gate::fields::<Bincode, Vec<u8>>(&bytes);
    let lines: Vec<String> = fields.iter().map(ToString::to_string).collect();
    assert_eq!(lines, ["the value at byte 0: 1 allocation of 3 bytes"]);
}

#[test]
fn a_borrowed_type_with_an_owned_field_is_reported() {
    #[derive(Debug, Decode)]
    #[codec(crate = wire)]
    struct Both<'a> {
        #[codec(borrow)]
        lent: &'a str,
        owned: String,
    }
    let bytes = Bincode::to_vec(&("a", "b")).unwrap();
    let both = Bincode::from_slice_ref::<Both<'_>>(&bytes).unwrap();
    assert_eq!((both.lent, both.owned.as_str()), ("a", "b"));
    let said = failure(move || assert_allocations!(Bincode::from_slice_ref::<Both<'_>>(&bytes), 0));
    assert!(said.ends_with("\n  Both.owned at byte 9: 1 allocation of 1 bytes"), "{said}");
}

#[test]
fn a_decode_that_is_not_recognised_gets_a_hint_and_other_operations_none() {
    let bytes = bytes();
    let said = failure(|| assert_allocations!(wire::Sv2::from_slice::<Job>(&bytes), 0));
    assert!(said.contains("to see the fields that allocate, write the operation as"), "{said}");
    let said = failure(|| assert_allocations!(vec![1u8; 3], 0));
    assert!(said.ends_with("the limit of allocations is 0"), "{said}");
}

/// The paths of the fields that allocate.
fn paths(fields: &gate::Fields) -> Vec<&str> {
    fields.iter().map(|field| field.path.as_str()).collect()
}

#[test]
fn a_path_names_the_variants_of_enums() {
    #[derive(Debug, Encode, Decode)]
    #[codec(crate = wire)]
    enum Value {
        Empty,
        Text(String),
        Named { name: String, next: Option<Box<Value>> },
    }
    #[derive(Debug, Encode, Decode)]
    #[codec(crate = wire)]
    struct Write {
        value: Value,
        list: Vec<Value>,
    }
    let named = |next| Value::Named { name: "b".into(), next };
    let next = Some(Box::new(Value::Text("c".into())));
    let write = Write { value: Value::Text("a".into()), list: vec![Value::Empty, named(next)] };
    let bytes = Bincode::to_vec(&write).unwrap();
    assert_eq!(
        paths(&gate::fields::<Bincode, Write>(&bytes)),
        [
            "Write.value::Text.0",
            "Write.list",
            "Write.list[1]::Named.name",
            // A box is made once there is a value.
            "Write.list[1]::Named.next::Text.0",
            "Write.list[1]::Named.next",
        ]
    );
    let said = failure(move || assert_allocations!(Bincode::from_slice::<Write>(&bytes), 0));
    let second = said.lines().nth(1).unwrap();
    assert_eq!(second, "  Write.value::Text.0 at byte 4: 1 allocation of 1 bytes");
    let text = Bincode::to_vec(&Value::Text("a".into())).unwrap();
    assert_eq!(paths(&gate::fields::<Bincode, Value>(&text)), ["Value::Text.0"]);
}

#[test]
fn a_path_names_the_variants_of_borrowed_and_shared_enums() {
    #[derive(Debug, Encode, Decode)]
    #[codec(crate = wire, borrow, shared)]
    enum Note {
        Text(String),
        Both {
            lent: String,
            #[codec(own)]
            kept: String,
        },
    }
    #[derive(Debug, Encode, Decode)]
    #[codec(crate = wire, borrow, shared)]
    struct Notes {
        first: Note,
        second: Note,
    }
    let both = Note::Both { lent: "b".into(), kept: "c".into() };
    let bytes = Bincode::to_vec(&Notes { first: Note::Text("a".into()), second: both }).unwrap();
    let borrowed = gate::fields_ref::<Bincode, NotesRef<'_>>(&bytes);
    assert_eq!(paths(&borrowed), ["Notes.second::Both.kept"]);
    let shared = gate::fields::<Bincode, NotesShared>(&bytes);
    assert!(paths(&shared).contains(&"Notes.second::Both.kept"), "{shared:?}");
}

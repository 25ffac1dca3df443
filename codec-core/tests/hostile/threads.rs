//! Types that may cross threads and types that may not, checked by the compiler.

use std::cell::Cell;
use std::marker::PhantomData;
use std::rc::Rc;

use bytes::Bytes;
use codec_core::{
    Bincode, BoxRef, Cursor, DecodeError, EncodeError, Format, Layout as _, Output, Reader, SeqRef,
    SeqShared, Sv2, Traced, Writer, trace,
    wire::{B032, B064K, Bounded, Mac, Opaque, Seq064K, Str0255, Str0255Ref, Str0255Shared, U24},
};

const fn crosses<T: Send + Sync>() {}

const _: () = {
    crosses::<Cursor<'_>>();
    crosses::<Reader<'_, Sv2>>();
    crosses::<Reader<'_, Traced<Bincode>>>();
    crosses::<Writer<'_, Sv2>>();
    crosses::<Output<'_>>();
    crosses::<DecodeError>();
    crosses::<EncodeError>();
    crosses::<SeqRef<'_, u32>>();
    crosses::<SeqRef<'_, SeqRef<'_, &str>>>();
    crosses::<BoxRef<'_, &str>>();
    crosses::<SeqShared<Bytes>>();
    crosses::<(Str0255, Str0255Ref<'_>, Str0255Shared)>();
    crosses::<(B032, B064K, Seq064K<Str0255>, U24, Mac)>();
    crosses::<trace::Explanation<'_>>();
    crosses::<codec_core::schema::SchemaRef>();
    // A lazy sequence stores no elements: it creates them on the thread that iterates.
    crosses::<SeqRef<'_, Rc<u8>>>();
    // The kinds of a bounded type are names, not values.
    crosses::<Bounded<Opaque, PhantomData<Rc<u8>>, 9, Vec<u8>>>();
};

/// Two implementations for a type that crosses, so that a use of the trait is ambiguous; one for a
/// type that does not.
trait Stays<Way> {
    const STAYS: () = ();
}
struct Any;
struct IfSend;
struct IfSync;
impl<T: ?Sized> Stays<Any> for T {}
impl<T: ?Sized + Send> Stays<IfSend> for PhantomData<T> {}
impl<T: ?Sized + Sync> Stays<IfSync> for PhantomData<T> {}

// Storage and elements decide: a type that contains an `Rc` does not cross.
const _: () = <PhantomData<Bounded<Opaque, u8, 9, Rc<[u8]>>> as Stays<_>>::STAYS;
const _: () = <PhantomData<Seq064K<Rc<u8>>> as Stays<_>>::STAYS;
const _: () = <PhantomData<Seq064K<*const u8>> as Stays<_>>::STAYS;
const _: () = <PhantomData<Rc<Cell<u8>>> as Stays<_>>::STAYS;

#[test]
fn a_borrowed_sequence_is_read_on_another_thread() {
    let input = Bincode::to_vec(&vec![String::from("one"), String::from("two")]).unwrap();
    let names: SeqRef<'_, &str> = Bincode::from_slice_ref(&input).unwrap();
    let owned = [String::from("one"), String::from("two")];
    let lent: SeqRef<'_, &str> = SeqRef::from_owned(&owned);
    std::thread::scope(|scope| {
        scope.spawn(move || assert_eq!(names.to_vec(), ["one", "two"]));
        scope.spawn(move || assert_eq!(lent.to_vec(), ["one", "two"]));
    });
}

#[test]
fn a_shared_sequence_outlives_its_source_on_another_thread() {
    let input = Bytes::from(Bincode::to_vec(&vec![vec![1u8, 2], vec![3]]).unwrap());
    let lists: SeqShared<Bytes> = Bincode::from_bytes(&input).unwrap();
    drop(input);
    let thread = std::thread::spawn(move || lists.iter().map(|list| list.len()).sum::<usize>());
    assert_eq!(thread.join().unwrap(), 3);
}

#[test]
fn the_name_of_a_format_is_its_own() {
    assert_eq!((Sv2::RULES.name, Bincode::RULES.name), ("Stratum V2", "bincode"));
    assert_eq!(Traced::<Sv2>::RULES.name, Sv2::RULES.name);
}

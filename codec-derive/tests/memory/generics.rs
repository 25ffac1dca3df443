//! Generic structs: bounds are on type parameters, and only where a field needs them.

use core::marker::PhantomData;

use bytes::Bytes;
use codec_core::push::{Progress, PushDecode as _};
use codec_core::{
    Bincode, BorrowableElement, Decodable, DecodableRef, Decode, Encode, Format, ShareableElement,
};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Page<T, const N: usize = 2>
where
    T: Clone,
{
    head: T,
    rest: Vec<T>,
    deep: Option<Vec<Option<T>>>,
    hash: [u8; N],
}

fn page() -> Page<String> {
    let text = |text: &str| text.to_owned();
    Page {
        head: text("h"),
        rest: vec![text("a"), text("b")],
        deep: Some(vec![None, Some(text("c"))]),
        hash: [1, 2],
    }
}

#[test]
fn every_form_of_a_generic_struct_agrees() {
    let owned = Page::<u8, 1> { head: 1, rest: vec![2], deep: None, hash: [9] };
    let bytes = Bytes::from(Bincode::to_vec(&owned).unwrap());
    let decoded: Page<u8, 1> = Bincode::from_slice(&bytes).unwrap();
    let borrowed: PageRef<'_, u8, 1> = Bincode::from_slice_ref(&bytes).unwrap();
    let shared: PageShared<u8, 1> = Bincode::from_bytes(&bytes).unwrap();
    assert_eq!(decoded, owned);
    assert_eq!(Bincode::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(Bincode::to_vec(&shared).unwrap(), bytes);
    assert_eq!(Page::from(borrowed), owned);
    assert_eq!(Page::from(shared), owned);
}

#[test]
fn the_borrowed_form_of_a_generic_struct_is_copy_when_its_fields_are() {
    let owned = page();
    let one = owned.to_ref();
    let two = one;
    assert_eq!(one, two);
    assert_eq!(one.rest.get(1), Some("b"));
    assert!(format!("{one:?}").starts_with(r#"PageRef { head: "h", rest: ["a", "b"]"#));
}

#[test]
fn a_generic_function_needs_no_more_than_the_traits() {
    fn round_trip<T: Encode + Decodable + Clone + PartialEq>(page: &Page<T>) -> bool {
        Bincode::from_slice::<Page<T>>(&Bincode::to_vec(page).unwrap()).unwrap() == *page
    }
    fn through_ref<T: BorrowableElement + Sync + Encode + Clone + PartialEq>(
        page: &Page<T>,
    ) -> bool {
        let bytes = Bincode::to_vec(page).unwrap();
        Page::from(Bincode::from_slice_ref::<PageRef<'_, T>>(&bytes).unwrap()) == *page
    }
    fn through_shared<T: ShareableElement + Encode + Clone + PartialEq>(page: &Page<T>) -> bool {
        let bytes = Bytes::from(Bincode::to_vec(page).unwrap());
        Page::from(Bincode::from_bytes::<PageShared<T>>(&bytes).unwrap()) == *page
    }
    let numbers = Page { head: 1u16, rest: vec![2], deep: None, hash: [3, 4] };
    assert!(round_trip(&page()) && through_ref(&page()));
    assert!(round_trip(&numbers) && through_ref(&numbers) && through_shared(&numbers));
}

#[test]
fn a_parameter_in_a_phantom_alone_needs_no_encoding() {
    struct Unit;
    #[derive(Encode, Decode)]
    #[codec(borrow)]
    struct Tagged<T> {
        value: u16,
        tag: PhantomData<T>,
    }
    let tagged = Tagged::<Unit> { value: 1, tag: PhantomData };
    assert_eq!(Bincode::to_vec(&tagged).unwrap(), [1, 0]);
    assert_eq!(Bincode::from_slice::<Tagged<Unit>>(&[1, 0]).unwrap().value, 1);
    assert_eq!(Bincode::from_slice_ref::<TaggedRef<'_, Unit>>(&[1, 0]).unwrap().value, 1);
}

#[test]
fn an_attribute_may_name_the_parameters() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow, shared, push)]
    struct Sized<T, const N: usize, const W: u32> {
        #[codec(pad_before = N, pad_after = size_of::<T>())]
        one: T,
        #[codec(align = N + 1)]
        two: u8,
        #[codec(bits = W)]
        high: u8,
        #[codec(bits = 8 - W)]
        low: u8,
        #[codec(min = N, max = N + 1, check = |list| list.len() == N)]
        list: Vec<u8>,
        #[codec(count = N, if = N > 1)]
        text: Option<String>,
        #[codec(computed = N)]
        three: u16,
        #[codec(skip, default = N)]
        four: usize,
    }
    type Two = Sized<u16, 2, 3>;
    let value: Two = Sized {
        one: 1,
        two: 2,
        high: 5,
        low: 6,
        list: vec![7, 8],
        text: Some("ab".into()),
        three: 2,
        four: 2,
    };
    let bytes = [0, 0, 1, 0, 0, 0, 2, 0xa6, 2, 0, 0, 0, 0, 0, 0, 0, 7, 8, b'a', b'b', 2, 0];
    assert_eq!(Bincode::to_vec(&value).unwrap(), bytes);
    assert_eq!(Bincode::from_slice::<Two>(&bytes).unwrap(), value);
    let borrowed: SizedRef<'_, u16, 2, 3> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!(Two::from(borrowed), value);
    let shared: SizedShared<u16, 2, 3> = Bincode::from_slice(&bytes).unwrap();
    assert_eq!(Two::from(shared), value);
    assert_eq!(Two::push_decoder::<Bincode>().push(&mut &bytes[..]), Ok(Progress::Done(value)));
}

#[test]
fn a_tag_in_another_field_bounds_the_parameter() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow, shared, detached)]
    enum Body<T> {
        One(T),
        Many(Vec<T>),
    }
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    struct Record<T> {
        kind: u8,
        #[codec(tag = kind)]
        body: Body<T>,
        #[codec(if = kind > 0, tag = kind - 1)]
        more: Option<Body<T>>,
    }
    let many = Body::Many(vec!["b".to_owned()]);
    let record = Record { kind: 1, body: many, more: Some(Body::One("c".to_owned())) };
    let bytes = Bincode::to_vec(&record).unwrap();
    assert_eq!(Bincode::from_slice::<Record<String>>(&bytes).as_ref(), Ok(&record));
    let borrowed: RecordRef<'_, String> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!(Record::from(borrowed), record);
    let shared: RecordShared<String> = Bincode::from_slice(&bytes).unwrap();
    assert_eq!(Record::from(shared), record);
}

#[test]
fn an_associated_type_is_bounded_instead_of_its_parameter() {
    trait Chain: Sync {
        type Id;
        type Name;
    }
    struct Main;
    impl Chain for Main {
        type Id = u16;
        type Name = String;
    }
    #[derive(Encode, Decode)]
    #[codec(borrow)]
    struct Block<C: Chain> {
        id: C::Id,
        names: Vec<<C as Chain>::Name>,
    }
    let block = Block::<Main> { id: 7, names: vec!["a".into()] };
    let bytes = Bincode::to_vec(&block).unwrap();
    let borrowed: BlockRef<'_, Main> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!((borrowed.id, borrowed.names.get(0)), (7, Some("a")));
    assert_eq!(Bincode::from_slice::<Block<Main>>(&bytes).unwrap().names, block.names);
}

#[test]
fn a_parameter_may_be_unsized_behind_a_box() {
    #[derive(Encode)]
    struct Boxed<T: ?Sized>(Box<T>);
    assert_eq!(Bincode::to_vec(&Boxed::<str>("a".into())).unwrap().len(), 9);
}

#[test]
fn a_marked_field_bounds_its_parameter_alone() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    struct Half<A, B> {
        #[codec(borrow)]
        lent: Vec<A>,
        kept: B,
    }
    let half = Half { lent: vec![1u8, 2], kept: String::from("k") };
    let bytes = Bincode::to_vec(&half).unwrap();
    let borrowed: HalfRef<'_, u8, String> = Bincode::from_slice_ref(&bytes).unwrap();
    let lent: &[u8] = borrowed.lent;
    assert_eq!((lent, &borrowed.kept), (&[1, 2][..], &half.kept));
    assert_eq!(borrowed, half.to_ref());
    assert_eq!(Half::from(borrowed), half);
}

#[test]
fn a_generic_struct_that_contains_itself_ends() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow)]
    struct List<T> {
        item: T,
        next: Option<Box<List<T>>>,
    }
    let list = List { item: 1u8, next: Some(Box::new(List { item: 2, next: None })) };
    let bytes = Bincode::to_vec(&list).unwrap();
    assert_eq!(bytes, [1, 1, 2, 0]);
    let borrowed: ListRef<'_, u8> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!(List::from(borrowed), list);
    assert!(ListRef::<u8>::ref_size::<Bincode>().min >= 2);
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Queues<T: 'static> {
    options: std::collections::VecDeque<Option<T>>,
    #[codec(index)]
    indexed: std::collections::VecDeque<Option<T>>,
}

#[test]
fn the_borrowed_queues_of_a_generic_struct_are_compared_by_their_elements() {
    let text = |text: &str| text.to_owned();
    let mut owned = Queues {
        options: std::collections::VecDeque::with_capacity(4),
        indexed: std::collections::VecDeque::with_capacity(4),
    };
    owned.options.extend([None, Some(text("b"))]);
    owned.options.push_front(Some(text("a")));
    owned.indexed.extend([Some(text("b")), None]);
    owned.indexed.push_front(Some(text("a")));
    let bytes = Bincode::to_vec(&owned).unwrap();
    let decoded: QueuesRef<'_, String> = Bincode::from_slice_ref(&bytes).unwrap();
    let lent = owned.to_ref();
    assert!(lent.options.back().is_some() && lent.indexed.back().is_some());
    assert_eq!(lent, decoded);
    let mut shorter = owned.clone();
    shorter.indexed.pop_back();
    assert_ne!(shorter.to_ref(), decoded);
}

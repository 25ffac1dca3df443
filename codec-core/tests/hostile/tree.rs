//! Types that contain themselves, through a box and through a vector.

use codec_core::{
    Borrowable, BorrowableElement, BoxRef, Decodable, DecodableRef, DecodeError, Encode,
    EncodeError, Format, Reader, SeqRef, Size, Writer,
};

/// A list: each node in the box of the previous one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct List {
    pub(crate) value: u8,
    pub(crate) next: Option<Box<List>>,
}

/// Like [`List`], borrowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ListRef<'de> {
    pub(crate) value: u8,
    pub(crate) next: Option<BoxRef<'de, ListRef<'de>>>,
}

impl Encode for List {
    fn encoded_len<F: Format>(&self) -> usize {
        self.value.encoded_len::<F>() + self.next.encoded_len::<F>()
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.value.encode(w)?;
        self.next.encode(w)
    }
}

impl Decodable for List {
    fn size<F: Format>() -> Size {
        <u8 as Decodable>::size::<F>().and(<Option<Box<Self>> as Decodable>::size::<F>())
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        Ok(Self { value: Decodable::decode(r)?, next: Decodable::decode(r)? })
    }
}

impl<'de> DecodableRef<'de> for ListRef<'de> {
    fn ref_size<F: Format>() -> Size {
        <List as Decodable>::size::<F>()
    }
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        Ok(Self { value: DecodableRef::decode_ref(r)?, next: DecodableRef::decode_ref(r)? })
    }
}

impl Borrowable for List {
    type Ref<'de> = ListRef<'de>;

    fn to_ref(&self) -> ListRef<'_> {
        ListRef { value: self.value, next: self.next.to_ref() }
    }
    fn from_ref<'de>(borrowed: ListRef<'de>) -> Self
    where
        Self: 'de,
    {
        Self { value: borrowed.value, next: Borrowable::from_ref(borrowed.next) }
    }
}

impl BorrowableElement for List {
    type Seq<'de> = SeqRef<'de, ListRef<'de>>;
}

/// The encoding of a list of `nodes` nodes.
pub(crate) fn list(nodes: usize) -> Vec<u8> {
    (1..=nodes).flat_map(|node| [7, u8::from(node != nodes)]).collect()
}

/// A tree: each node's children in its vector.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Tree(pub(crate) Vec<Tree>);

/// Like [`Tree`], borrowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TreeRef<'de>(pub(crate) SeqRef<'de, TreeRef<'de>>);

impl Encode for Tree {
    fn encoded_len<F: Format>(&self) -> usize {
        self.0.encoded_len::<F>()
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.0.encode(w)
    }
}

impl Decodable for Tree {
    fn size<F: Format>() -> Size {
        <Vec<Self> as Decodable>::size::<F>()
    }
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        Decodable::decode(r).map(Self)
    }
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        self.0.decode_into(r)
    }
}

impl<'de> DecodableRef<'de> for TreeRef<'de> {
    fn ref_size<F: Format>() -> Size {
        <Tree as Decodable>::size::<F>()
    }
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        DecodableRef::decode_ref(r).map(Self)
    }
}

/// The encoding of a tree with one leaf: a chain of `nodes` nodes.
pub(crate) fn tree(nodes: usize) -> Vec<u8> {
    (1..=nodes).flat_map(|node| u64::from(node != nodes).to_le_bytes()).collect()
}

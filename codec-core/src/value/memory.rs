//! The most memory that decoding a type takes for each byte of its input.
//!
//! Every allocation of a decode is either proportional to bytes of the input (the content of a
//! string), or it holds a value that has bytes of its own in the input: an element of a vector, an
//! entry of a map, a value in a box. The bytes of two such values are never the same ones, even
//! where one contains the other, since the content of an inner sequence belongs to the inner
//! elements. So the memory of all of them together is at most the largest ratio of memory to wire
//! of any one of them, times the length of the input, however deep they are nested.
//!
//! A value of nothing but boxes has no bytes of its own: it is accounted for by the bytes of what
//! its boxes hold, which are in no other element.
//!
//! A type therefore names its parts, and [`MemoryWalk`] visits each type once and keeps the
//! maximum. That ends for types that contain themselves, which a constant in the sense of the
//! language, computed from those of the parts, would not.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::decode::Decodable;
use crate::format::Format;
use crate::io::limits::{DEFAULT_DEPTH, EMPTY_ELEMENT, MAX_EMPTY_ELEMENTS};

/// The most heap memory that a decode is charged for, by the length of its input: a constant of
/// a type in a format, from [`Format::memory_bound`].
///
/// An allocator sees up to three times as much at a time, and 32 bytes for each byte of the input
/// that declares elements which never arrive.
///
/// ```
/// use codec_core::{Bincode, Format, MemoryBound, Postcard};
/// // Eight bytes for each number, which takes eight bytes on the wire or one.
/// let bound = |per_byte| Some(MemoryBound { per_byte, fixed: 0 });
/// assert_eq!(Bincode::memory_bound::<Vec<u64>>(), bound(1));
/// assert_eq!(Postcard::memory_bound::<Vec<u64>>(), bound(8));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MemoryBound {
    /// Bytes of memory for each byte of input.
    pub per_byte: usize,
    /// Bytes of memory without a byte of the input: those of zero-length elements, at
    /// most 256 KiB and one element, if the type can contain any, and of boxes without bytes.
    pub fixed: usize,
}

impl MemoryBound {
    /// The most memory for an input of `len` bytes, in bytes.
    ///
    /// ```
    /// use codec_core::{Bincode, Format, Limits};
    /// let names = vec![String::from("one"); 9];
    /// let input = Bincode::to_vec(&names)?;
    /// let bound = Bincode::memory_bound::<Vec<String>>().unwrap();
    /// let string = size_of::<String>(); // for the eight bytes of its length
    /// assert_eq!(bound.of_input(input.len()), string.div_ceil(8) * input.len());
    /// let limits = Limits { memory: bound.of_input(input.len()), ..Limits::DEFAULT };
    /// assert_eq!(Bincode::from_slice_with::<Vec<String>>(limits, &input)?, names);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn of_input(self, len: usize) -> usize {
        self.per_byte.saturating_mul(len).saturating_add(self.fixed)
    }
}

/// The memory that a type allocates, as [`Decodable::memory`] reports it, part by part.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub struct MemoryWalk {
    /// The largest ratio so far of values with bytes of their own.
    per_byte: usize,
    /// The most memory so far of a zero-length element of its own, whose boxes have one.
    per_loose: usize,
    /// `true` if a box in the value that is visited has bytes in any case.
    filled: bool,
    /// The memory of the value that is visited, without its own size, that needs no byte of the input.
    unpaid: usize,
    /// The largest element that may have no bytes, if any: its memory.
    empty: Option<usize>,
    /// Spans that copy what they cover, whose bytes their parts pay for, too.
    copies: usize,
    /// `true` if a sequence is shared: a copy of its bytes, when the input is not.
    shared: bool,
    /// `true` if a type contains itself.
    recursive: bool,
    /// `true` if some part did not say what it allocates.
    unknown: bool,
    #[cfg(feature = "alloc")]
    elements: Vec<Element>,
    /// The boxes around the value that is visited whose content may have no bytes.
    #[cfg(feature = "alloc")]
    boxes: Vec<Boxed>,
}

/// A type of elements that was visited, or is being visited.
#[cfg(feature = "alloc")]
#[derive(Debug)]
struct Element {
    of: usize,
    /// `true` if it is an element of something, and not the type that was requested alone.
    met: bool,
    /// The most memory that one takes in a container.
    bytes: usize,
    /// The memory that it takes besides, and whether a box in it has bytes; once that is known.
    inner: Option<(usize, bool)>,
}

#[cfg(feature = "alloc")]
#[derive(Debug)]
struct Boxed {
    of: usize,
    bytes: usize,
}

impl MemoryWalk {
    /// The bound of a type in a format; `None` when a type in it does not say what it allocates.
    pub(crate) fn bound<F: Format, T: Decodable>() -> Option<MemoryBound> {
        let mut walk = Self::default();
        walk.whole::<F, T>();
        let empty =
            walk.empty.map_or(0, |own| own.saturating_add(EMPTY_ELEMENT * MAX_EMPTY_ELEMENTS));
        let fixed = walk.unpaid.saturating_add(empty);
        let levels = if walk.recursive { DEFAULT_DEPTH as usize } else { 1 };
        let copies = walk.copies.saturating_mul(levels).saturating_add(walk.shared.into());
        let per_byte = walk.per_byte.saturating_add(walk.per_loose).saturating_add(copies);
        (!walk.unknown).then_some(MemoryBound { per_byte, fixed })
    }

    /// The type itself, which may be met again in its parts: without memory, nothing contains itself.
    fn whole<F: Format, T: Decodable>(&mut self) {
        #[cfg(feature = "alloc")]
        self.elements.push(Element { of: Self::key::<F, T>(), met: false, bytes: 0, inner: None });
        T::memory::<F>(self);
        #[cfg(feature = "alloc")]
        {
            self.elements[0].inner = Some((self.unpaid, self.filled));
            self.count::<F, T>(0);
        }
    }

    /// The identity of a type: the function that visits it. Functions that the compiler merged do
    /// the same, so that to visit one of them is enough. One that it made twice is visited twice.
    #[cfg(feature = "alloc")]
    fn key<F: Format, T: Decodable>() -> usize {
        Self::elements::<F, T> as fn(&mut Self, usize) as usize
    }

    /// A part that is in the value itself: a field.
    pub fn part<F: Format, T: Decodable>(&mut self) {
        T::memory::<F>(self);
    }

    /// A part that may be absent, without a byte that says so: the content of an `Option`.
    pub fn optional<F: Format, T: Decodable>(&mut self) {
        let filled = self.filled;
        T::memory::<F>(self);
        self.filled = filled;
    }

    /// `count` such parts: an array.
    pub fn parts<F: Format, T: Decodable>(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let before = core::mem::take(&mut self.unpaid);
        T::memory::<F>(self);
        self.unpaid = before.saturating_add(self.unpaid.saturating_mul(count));
    }

    /// Heap memory of at most this many bytes for each byte that the value has on the wire apart
    /// from its parts: 1 for a string.
    pub fn content(&mut self, per_byte: usize) {
        self.per_byte = self.per_byte.max(per_byte);
    }

    /// Heap memory of that many bytes for each value, whatever its bytes are: the counts in an
    /// `Arc`.
    pub fn once(&mut self, bytes: usize) {
        self.unpaid = self.unpaid.saturating_add(bytes);
    }

    /// A field that keeps the bytes of others, as [`FromSpan::COPIES`](crate::field::FromSpan)
    /// says: they are copied in addition to what the others allocate, at each level of a type that
    /// contains itself.
    pub fn span(&mut self, copies: bool) {
        self.copies = self.copies.saturating_add(copies.into());
    }

    /// A sequence that is in one piece in reference-counted memory, or in a copy of it. Those in it
    /// are there, too.
    #[cfg(feature = "bytes")]
    pub(crate) fn shared(&mut self) {
        self.shared = true;
    }

    /// A type that does not say what it allocates: there is no bound.
    pub fn unknown(&mut self) {
        self.unknown = true;
    }

    /// Any number of values on the heap, of `bytes` bytes each: the elements of a sequence.
    ///
    /// ```
    /// use codec_core::{Bincode, Decodable, DecodeError, Format, MemoryWalk, Reader, Size};
    /// struct Stack<T>(Vec<T>);
    /// impl<T: Decodable> Decodable for Stack<T> {
    ///     fn size<F: Format>() -> Size { Vec::<T>::size::<F>() }
    ///     fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
    ///         Vec::decode(r).map(Self)
    ///     }
    ///     fn memory<F: Format>(walk: &mut MemoryWalk) {
    ///         walk.elements::<F, T>(size_of::<T>());
    ///     }
    /// }
    /// let bound = Bincode::memory_bound::<Stack<[u8; 3]>>().unwrap();
    /// assert_eq!(bound.of_input(100), 100);
    /// ```
    #[cfg(feature = "alloc")]
    pub fn elements<F: Format, T: Decodable>(&mut self, bytes: usize) {
        let of = Self::key::<F, T>();
        if let Some(index) = self.elements.iter().position(|element| element.of == of) {
            let element = &mut self.elements[index];
            element.bytes = element.bytes.max(bytes);
            element.met = true;
            self.recursive |= element.inner.is_none();
            return self.count::<F, T>(index);
        }
        let index = self.elements.len();
        self.elements.push(Element { of, met: true, bytes, inner: None });
        let unpaid = core::mem::take(&mut self.unpaid);
        let filled = core::mem::take(&mut self.filled);
        T::memory::<F>(self);
        let unpaid = core::mem::replace(&mut self.unpaid, unpaid);
        let filled = core::mem::replace(&mut self.filled, filled);
        self.elements[index].inner = Some((unpaid, filled));
        self.count::<F, T>(index);
    }

    /// Compares what an element takes with the most so far; later if it is still being visited.
    #[cfg(feature = "alloc")]
    fn count<F: Format, T: Decodable>(&mut self, index: usize) {
        let Element { met: true, bytes, inner: Some((unpaid, filled)), .. } = self.elements[index]
        else {
            return;
        };
        let memory = bytes.saturating_add(unpaid);
        let size = T::size::<F>();
        if size.min > 0 {
            self.per_byte = self.per_byte.max(memory.div_ceil(size.min));
            return;
        }
        if !size.fixed {
            self.per_loose = self.per_loose.max(memory);
        }
        if !filled {
            self.empty = self.empty.max(Some(memory));
        }
    }

    /// Adds one value on the heap, of `bytes` bytes: the content of a box.
    #[cfg(feature = "alloc")]
    pub fn boxed<F: Format, T: Decodable>(&mut self, bytes: usize) {
        if T::size::<F>().min > 0 {
            self.elements::<F, T>(bytes);
            self.filled = true;
            return;
        }
        // Its memory is its owner's to pay.
        let of = Self::boxed::<F, T> as fn(&mut Self, usize) as usize;
        if self.boxes.iter().any(|boxed| boxed.of == of) {
            // A box in itself, without a byte or a choice between: no such value ends, and its
            // decode does at the limit of the depth.
            self.recursive = true;
            let most = self.boxes.iter().map(|boxed| boxed.bytes).max().unwrap_or(bytes);
            return self.once(most.saturating_mul(DEFAULT_DEPTH as usize));
        }
        self.boxes.push(Boxed { of, bytes });
        T::memory::<F>(self);
        self.boxes.pop();
        self.once(bytes);
    }
}

/// Within a `Decodable`: the type allocates nothing.
macro_rules! no_memory {
    () => {
        fn memory<__F: $crate::Format>(_walk: &mut $crate::MemoryWalk) {}
    };
}

/// Within a `Decodable`: the type holds these types, and nothing on the heap besides.
macro_rules! memory_of {
    ($($part:ty),*) => {
        fn memory<__F: $crate::Format>(walk: &mut $crate::MemoryWalk) {
            $(walk.part::<__F, $part>();)*
        }
    };
}

pub(crate) use {memory_of, no_memory};

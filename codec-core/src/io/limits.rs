//! Limits of one decode: memory, zero-length elements, levels of nesting.
#![forbid(unsafe_code)]

/// The depth to which values may nest unless the reader says otherwise.
pub const DEFAULT_DEPTH: u32 = 128;

/// The most zero-length elements in a whole decode unless the reader says
/// otherwise, since the input says nothing about how many of them there can be.
pub const MAX_EMPTY_ELEMENTS: usize = 1 << 16;

/// The memory in bytes that a zero-length element may take for one of
/// [`Limits::elements`]; a larger one counts as several.
pub(crate) const EMPTY_ELEMENT: usize = 4;

/// Limits of one decode, over all the sequences and levels of the value.
///
/// [`Format::from_slice_with`](crate::Format::from_slice_with) and its kin take
/// them; the calls without them have [`Limits::DEFAULT`]. The error of what exceeds
/// a limit names it: [`MemoryExceeded`](crate::DecodeErrorKind::MemoryExceeded),
/// [`TooManyEmptyElements`](crate::DecodeErrorKind::TooManyEmptyElements),
/// [`DepthExceeded`](crate::DecodeErrorKind::DepthExceeded).
///
/// ```
/// use codec_core::{Bincode, DecodeErrorKind, Format, Limits};
/// let input = Bincode::to_vec(&vec![1u8; 100])?;
/// let limits = Limits { memory: 100, ..Limits::DEFAULT };
/// assert_eq!(Bincode::from_slice_with::<Vec<u8>>(limits, &input)?.len(), 100);
/// let limits = Limits { memory: 99, ..Limits::DEFAULT };
/// let error = Bincode::from_slice_with::<Vec<u8>>(limits, &input).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::MemoryExceeded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Heap memory for the value's content, in bytes: those of strings and byte
    /// strings, `size_of` each element of a sequence and each value in a box or a
    /// shared pointer, and for each entry of a map or set its share of the nodes or
    /// the table. What the allocator adds is not counted, nor the spare capacity of a
    /// growing sequence, which is at most its length.
    pub memory: usize,
    /// Elements of sequences, maps and sets that have no bytes, such as `()`, an
    /// empty struct, or a box of one. An element that takes memory counts as one for every
    /// 4 bytes. At most `u32::MAX`.
    pub elements: usize,
    /// Levels of values within values. At most `u16::MAX - 1`.
    pub depth: u32,
}

impl Limits {
    /// The limits of a decode that names none: any memory, since it is in proportion
    /// to the input without a limit, [`MAX_EMPTY_ELEMENTS`] and [`DEFAULT_DEPTH`].
    pub const DEFAULT: Self =
        Self { memory: usize::MAX, elements: MAX_EMPTY_ELEMENTS, depth: DEFAULT_DEPTH };

    /// Limits for an input of `len` bytes that comes from a peer: as many zero-length elements as
    /// bytes, and 1,024. Memory has the bound of the type
    /// ([`Format::memory_bound`](crate::Format::memory_bound)).
    ///
    /// ```
    /// use codec_core::{Bincode, Format, Limits};
    /// let input = 60_000u64.to_le_bytes(); // so many values that have no bytes
    /// assert!(Bincode::from_slice::<Vec<()>>(&input).is_ok());
    /// let limits = Limits::for_input(input.len());
    /// assert!(Bincode::from_slice_with::<Vec<()>>(limits, &input).is_err());
    /// ```
    #[must_use]
    pub const fn for_input(len: usize) -> Self {
        Self { elements: len.saturating_add(1024), ..Self::DEFAULT }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The part of the limits of a decode that is left. It is passed along with the cursor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget {
    pub(crate) memory: usize,
    pub(crate) elements: u32,
    /// Levels that have been entered, and the most that may be.
    pub(crate) nesting: u16,
    pub(crate) depth: u16,
}

impl Budget {
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[expect(clippy::cast_possible_truncation, reason = "compared before")]
    pub(crate) const fn new(limits: Limits) -> Self {
        Self {
            memory: limits.memory,
            elements: if limits.elements > u32::MAX as usize {
                u32::MAX
            } else {
                limits.elements as u32
            },
            nesting: 0,
            depth: levels(limits.depth),
        }
    }

    /// The budget of input that was checked before, within its own limits. No other has this depth.
    pub(crate) const UNLIMITED: Self =
        Self { memory: usize::MAX, elements: u32::MAX, nesting: 0, depth: u16::MAX };

    /// Returns whether the input was checked before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn is_unlimited(self) -> bool {
        self.depth == Self::UNLIMITED.depth
    }
}

/// Levels of nesting as a reader counts them: fewer than [`Budget::UNLIMITED`] has.
#[expect(clippy::cast_possible_truncation, reason = "compared before")]
pub(crate) const fn levels(depth: u32) -> u16 {
    const MOST: u16 = u16::MAX - 1;
    if depth > MOST as u32 { MOST } else { depth as u16 }
}

//! Types that a format can't carry: an error of `cargo build` names the type to use.
#![forbid(unsafe_code)]

/// The kinds of types that a format lacks: for each, `None` when the format carries it, or what to use
/// instead. An implementation of a type evaluates its own entry in an inline
/// constant, so that a type that it can't carry stops the build and never a program; `cargo check`
/// evaluates no such constant unless the type says `#[codec(formats(..))]`. Begin with
/// [`Unsupported::NOTHING`], since fields may be added.
///
/// ```compile_fail,E0080
/// use codec_core::{Format, Sv2};
/// // error: Stratum V2 has no string without a limit: use `wire::Str0255`
/// let _ = Sv2::to_vec("hello");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Unsupported {
    /// Strings with the format's own length prefix.
    pub string: Option<&'static str>,
    /// Byte strings and sequences with the format's own length prefix.
    pub sequence: Option<&'static str>,
    /// Characters.
    pub character: Option<&'static str>,
    /// Signed integers.
    pub signed: Option<&'static str>,
    /// Integers of 128 bits.
    pub wide: Option<&'static str>,
    /// Integers as wide as a pointer.
    pub pointer_sized: Option<&'static str>,
    /// Floats of 32 bits.
    pub single: Option<&'static str>,
    /// Floats of 64 bits.
    pub double: Option<&'static str>,
    /// Options.
    pub option: Option<&'static str>,
    /// Sequences of elements that take no memory, with the format's own length
    /// prefix.
    pub empty_elements: Option<&'static str>,
    /// Maps and sets.
    pub map: Option<&'static str>,
    /// Results.
    pub result: Option<&'static str>,
    /// Durations.
    pub duration: Option<&'static str>,
    /// Times since the Unix epoch.
    pub system_time: Option<&'static str>,
    /// Addresses of the Internet protocols, with or without a port.
    pub address: Option<&'static str>,
    /// Ranges.
    pub range: Option<&'static str>,
    /// Bounds of ranges.
    pub bound: Option<&'static str>,
    /// Paths of a file system.
    pub path: Option<&'static str>,
    /// Strings of C, without their zero byte.
    pub c_string: Option<&'static str>,
    /// Tags of enums, with the format's own width.
    pub tag: Option<&'static str>,
    /// Versioned structs, whose body has a length of the format's own.
    pub version: Option<&'static str>,
}

impl Unsupported {
    /// A format that carries everything.
    pub const NOTHING: Self = Self {
        string: None,
        sequence: None,
        character: None,
        signed: None,
        wide: None,
        pointer_sized: None,
        single: None,
        double: None,
        option: None,
        empty_elements: None,
        map: None,
        result: None,
        duration: None,
        system_time: None,
        address: None,
        range: None,
        bound: None,
        path: None,
        c_string: None,
        tag: None,
        version: None,
    };

    /// Stops the build for a sequence of `T` that the format has no encoding
    /// for. Call it in an inline `const`.
    ///
    /// # Panics
    /// With the hint, at compile time.
    pub const fn refuse_sequence<T>(self) {
        Self::refuse(self.sequence);
        if size_of::<T>() == 0 {
            Self::refuse(self.empty_elements);
        }
    }

    /// Stops the build for a map or set with keys `K` that the format has no
    /// encoding for. Call it in an inline `const`.
    ///
    /// # Panics
    /// With the hint, at compile time.
    pub const fn refuse_map<K>(self) {
        Self::refuse(self.map);
        self.refuse_sequence::<K>();
    }

    /// Stops the build when there is a hint. Call it in an inline `const`.
    ///
    /// # Panics
    /// With the hint, at compile time.
    pub const fn refuse(hint: Option<&'static str>) {
        if let Some(hint) = hint {
            panic!("{}", hint)
        }
    }
}

//! Types that a format can't carry: an error of `cargo build` names the type to use.
#![forbid(unsafe_code)]

/// Declares what a format may lack: each kind of type, and the field that has the hint.
macro_rules! kinds {
    ($(#[$about:meta])* $($doc:literal $field:ident $kind:ident;)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy)]
        pub struct Unsupported {
            $(#[doc = $doc] pub $field: Option<&'static str>,)*
        }

        /// Kinds of types that a format may lack.
        #[derive(Debug, Clone, Copy)]
        pub enum Kind {
            /// Nothing that a format lacks, or a type that checks for itself.
            Any,
            $(#[doc = $doc] $kind,)*
        }

        impl Unsupported {
            /// A format that carries everything.
            pub const NOTHING: Self = Self { $($field: None),* };

            /// The hint for a kind of type.
            pub(crate) const fn hint(&self, kind: Kind) -> Option<&'static str> {
                match kind {
                    Kind::Any => None,
                    $(Kind::$kind => self.$field,)*
                }
            }
        }
    };
}

kinds! {
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
    "Strings with the format's own length prefix." string String;
    "Byte strings and sequences with the format's own length prefix." sequence Sequence;
    "Characters." character Character;
    "Signed integers." signed Signed;
    "Integers of 128 bits." wide Wide;
    "Integers as wide as a pointer." pointer_sized PointerSized;
    "Floats of 32 bits." single Single;
    "Floats of 64 bits." double Double;
    "Options." option Option;
    "Sequences of elements that take no memory, with the format's own length prefix." empty_elements EmptyElements;
    "Maps and sets." map Map;
    "Results." result Result;
    "Durations." duration Duration;
    "Times since the Unix epoch." system_time SystemTime;
    "Addresses of the Internet protocols, with or without a port." address Address;
    "Ranges." range Range;
    "Bounds of ranges." bound Bound;
    "Paths of a file system." path Path;
    "Strings of C, without their zero byte." c_string CString;
    "Tags of enums, with the format's own width." tag Tag;
    "Versioned structs, whose body has a length of the format's own." version Version;
}

impl Unsupported {
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

//! Elements of sequences: what a sequence of a type becomes when it is borrowed or shared.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::seq_ref::SeqRef;
#[cfg(feature = "bytes")]
use super::seq_shared::SeqShared;
use crate::value::borrow::Borrowable;
use crate::value::counted::DecodeCountedRef;
use crate::value::decode_ref::DecodableRef;
use crate::value::mode::Borrow;
use crate::value::offsets::DecodeIndexed;
#[cfg(feature = "bytes")]
use crate::value::{counted::DecodeCounted, decode::Decodable, share::Shareable};

/// A type that sequences are borrowed of: says what a `Vec` of it becomes.
///
/// The derive implements it with [`Borrowable`]. By hand it is one line, for any type that
/// threads may share (a borrowed sequence may be sent to another thread while its source
/// is a slice of owned values):
///
/// ```
/// use codec_core::{Borrowable, BorrowableElement, SeqRef};
/// struct Height(u32);
/// impl Borrowable for Height {
///     type Ref<'de> = u32;
///     fn to_ref(&self) -> u32 {
///         self.0
///     }
///     fn from_ref<'de>(borrowed: u32) -> Self
///     where
///         Self: 'de,
///     {
///         Height(borrowed)
///     }
/// }
/// impl BorrowableElement for Height {
///     type Seq<'de> = SeqRef<'de, u32>;
/// }
/// let heights = vec![Height(1), Height(2)];
/// assert_eq!(heights.to_ref().iter().sum::<u32>(), 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "a sequence of `{Self}` has no borrowed form",
    label = "`BorrowableElement` is not implemented for this type",
    note = "add `#[codec(borrow)]` to that type; if it has that, the type is not `Sync`, which its form needs",
    note = "by hand: `impl BorrowableElement for .. {{ type Seq<'de> = SeqRef<'de, ..Ref<'de>>; }}`"
)]
pub trait BorrowableElement: Borrowable {
    /// The borrowed form of a sequence: `[u8]` of `u8`, a [`SeqRef`] of all else.
    type Seq<'de>: Sequence<'de, Self>
    where
        Self: 'de;
}

/// The borrowed form of a sequence of `O`: a [`SeqRef`], or `&[u8]`.
pub trait Sequence<'de, O>:
    DecodableRef<'de> + DecodeCountedRef<'de> + DecodeIndexed<'de, Borrow> + Default
{
    /// Borrows from a slice of values.
    fn lend(items: &'de [O]) -> Self;

    /// Copies what is borrowed into owned values, and appends them.
    fn append_to<E: Extend<O>>(self, items: &mut E);
}

impl<'de, O, R> Sequence<'de, O> for SeqRef<'de, R>
where
    O: Borrowable<Ref<'de> = R> + 'de,
    for<'any> &'any O: Send,
    R: DecodableRef<'de>,
{
    #[inline]
    fn lend(items: &'de [O]) -> Self {
        Self::from_owned(items)
    }

    #[inline]
    fn append_to<E: Extend<O>>(self, items: &mut E) {
        items.extend(self.iter().map(O::from_ref));
    }
}

impl<'de> Sequence<'de, u8> for &'de [u8] {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lend(items: &'de [u8]) -> Self {
        items
    }

    #[inline]
    fn append_to<E: Extend<u8>>(self, items: &mut E) {
        items.extend(self.iter().copied());
    }
}

/// The form of sequences of types that threads can't share, such as cells.
#[cfg(feature = "alloc")]
impl<'de, O, R> Sequence<'de, O> for Vec<R>
where
    O: Borrowable<Ref<'de> = R> + 'de,
    R: DecodableRef<'de>,
{
    fn lend(items: &'de [O]) -> Self {
        let mut lent = Self::with_capacity(items.len());
        for item in items {
            lent.push(item.to_ref());
        }
        lent
    }

    fn append_to<E: Extend<O>>(self, items: &mut E) {
        items.extend(self.into_iter().map(O::from_ref));
    }
}

/// A type that sequences are shared of: says what a `Vec` of it becomes.
///
/// The derive implements it with [`Shareable`]. By hand it is
/// `type SharedSeq = SeqShared<..>`, of the shared form.
#[cfg(feature = "bytes")]
#[diagnostic::on_unimplemented(
    message = "a sequence of `{Self}` has no shared form",
    label = "`ShareableElement` is not implemented for this type",
    note = "add `#[codec(shared)]` to that type",
    note = "by hand: `impl ShareableElement for .. {{ type SharedSeq = SeqShared<..Shared>; }}`"
)]
pub trait ShareableElement: Shareable {
    /// The shared form of a sequence: `Bytes` of `u8`, a [`SeqShared`] of all else.
    type SharedSeq: SharedSequence<Self>;
}

/// The shared form of a sequence of `O`: a [`SeqShared`], or `Bytes`.
#[cfg(feature = "bytes")]
pub trait SharedSequence<O>:
    Decodable + DecodeCounted + for<'any> DecodeIndexed<'any> + Default
{
    /// Copies what is shared into owned values, and appends them.
    fn append_to<E: Extend<O>>(self, items: &mut E);
}

#[cfg(feature = "bytes")]
impl<O: Shareable<Shared = R>, R: Decodable> SharedSequence<O> for SeqShared<R> {
    fn append_to<E: Extend<O>>(self, items: &mut E) {
        items.extend(self.iter().map(O::from_shared));
    }
}

#[cfg(feature = "bytes")]
impl SharedSequence<u8> for bytes::Bytes {
    fn append_to<E: Extend<u8>>(self, items: &mut E) {
        items.extend(self.iter().copied());
    }
}

/// The borrowed form of a type, made of a value, and the value that is made of it.
macro_rules! borrows {
    (
        $({$($params:tt)*})? $type:ty as $form:ty $(where {$($bounds:tt)*})?;
        |$value:ident| $lend:expr;
        |$borrowed:ident| $own:expr
    ) => {
        impl$(<$($params)*>)? $crate::Borrowable for $type $(where $($bounds)*)? {
            type Ref<'de> = $form where Self: 'de;

            #[inline]
            fn to_ref(&self) -> Self::Ref<'_> {
                let $value = self;
                $lend
            }

            #[inline]
            fn from_ref<'de>($borrowed: Self::Ref<'de>) -> Self where Self: 'de {
                $own
            }
        }
    };
}

/// The shared form of a type, and the value that is made of it. Its shared sequence is a lazy one of
/// that form.
macro_rules! shares {
    (
        $({$($params:tt)*})? $type:ty as $form:ty $(where {$($bounds:tt)*})?;
        |$shared:ident| $own:expr
    ) => {
        $crate::shared! {
            impl$(<$($params)*>)? $crate::Shareable for $type $(where $($bounds)*)? {
                type Shared = $form;

                #[inline]
                fn from_shared($shared: Self::Shared) -> Self {
                    $own
                }
            }

            impl$(<$($params)*>)? $crate::ShareableElement for $type $(where $($bounds)*)? {
                type SharedSeq = $crate::SeqShared<<Self as $crate::Shareable>::Shared>;
            }
        }
    };
}

/// A type whose borrowed sequence is a lazy one of its borrowed form.
macro_rules! lazy_element {
    ($({$($params:tt)*})? $type:ty $(where {$($bounds:tt)*})?) => {
        impl$(<$($params)*>)? $crate::BorrowableElement for $type $(where $($bounds)*)? {
            type Seq<'de>
                = $crate::SeqRef<'de, <Self as $crate::Borrowable>::Ref<'de>>
            where
                Self: 'de;
        }
    };
}

/// The borrowed and the shared form of a container: the same container of its parameters' forms. The
/// first closure maps a reference to the container to one of borrowed forms, the second a container of
/// forms to one of values; each is given one function for each parameter.
macro_rules! mapped {
    (
        $name:ident<$($param:ident),+> $({$($params:tt)*} {$($args:tt)*})?;
        |$value:ident, $lend:pat_param| $lent:expr;
        |$form:ident, $own:pat_param| $owned:expr
    ) => {
        $crate::form::element::borrows! {
            {$($param: $crate::Borrowable,)+ $($($params)*)?} $name<$($param,)+ $($($args)*)?>
                as $name<$($param::Ref<'de>,)+ $($($args)*)?>;
            |$value| {
                let $lend = ($(|item| <$param as $crate::Borrowable>::to_ref(item),)+);
                $lent
            };
            |$form| {
                let $own = ($(<$param as $crate::Borrowable>::from_ref,)+);
                $owned
            }
        }

        $crate::form::element::lazy_element! {
            {$($param: $crate::Borrowable + Sync,)+ $($($params)*)?}
            $name<$($param,)+ $($($args)*)?>
        }

        $crate::form::element::shares! {
            {$($param: $crate::Shareable,)+ $($($params)*)?} $name<$($param,)+ $($($args)*)?>
                as $name<$($param::Shared,)+ $($($args)*)?>;
            |$form| {
                let $own = ($(<$param as $crate::Shareable>::from_shared,)+);
                $owned
            }
        }
    };
}

pub(crate) use {borrows, lazy_element, mapped, shares};

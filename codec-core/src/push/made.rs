//! Boxes: the value on the heap, which may nest.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use core::marker::PhantomData;

use super::{Feed, Fuel, PushDecode, Resume};
use crate::error::DecodeError;
use crate::format::Format;

/// The state of a box, or of another pointer `P` to an owned value.
pub struct Boxed<F: Format, T: PushDecode, P> {
    inner: Option<Box<T::Decoder<F>>>,
    pointer: PhantomData<fn() -> P>,
}

super::resume::state! {
    {F: Format, T: PushDecode, P} Boxed<F, T, P> = Self { inner: None, pointer: PhantomData }
}

/// A pointer to an owned value.
pub trait Pointer<T>: Sized {
    /// Bytes on the heap.
    const SIZE: usize = size_of::<T>();

    /// Moves a value to the heap; `None` when memory for it is refused.
    fn place(value: T) -> Option<Self>;
}

impl<T> Pointer<T> for Box<T> {
    fn place(value: T) -> Option<Self> {
        crate::raw::boxed(value)
    }
}

/// The standard library aborts the process when there is no memory for it.
macro_rules! counted_pointer {
    ($pointer:ident) => {
        impl<T> Pointer<T> for $pointer<T> {
            const SIZE: usize = size_of::<(usize, usize, T)>();

            fn place(value: T) -> Option<Self> {
                Some(Self::new(value))
            }
        }
    };
}

counted_pointer!(Rc);
#[cfg(target_has_atomic = "ptr")]
counted_pointer!(Arc);

impl<F: Format, T: PushDecode, P: Pointer<T>> Resume for Boxed<F, T, P> {
    type Value = P;

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<P>, DecodeError> {
        feed.descend(true)?;
        let value = feed.state(&mut self.inner)?.resume(feed)?;
        feed.ascend(true);
        let Some(value) = value else { return Ok(None) };
        feed.charge(P::SIZE)?;
        P::place(value).map(Some).ok_or_else(|| feed.out_of_memory())
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        fuel.is_spent() || T::Decoder::<F>::is_open(fuel)
    }
}

//! Traits that sequences whose elements are read on demand have alike.
#![forbid(unsafe_code)]

/// Shown and compared by the elements in their order.
macro_rules! by_elements {
    ($type:ty: $($param:ident),*; $entries:ident) => {
        impl<$($param: core::fmt::Debug),*> core::fmt::Debug for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.$entries().entries(self).finish()
            }
        }

        impl<$($param: Eq),*> Eq for $type {}

        impl<$($param: core::hash::Hash),*> core::hash::Hash for $type {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                state.write_usize(self.len());
                self.iter().for_each(|item| item.hash(state));
            }
        }

        impl<$($param: PartialOrd),*> PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                self.iter().partial_cmp(other.iter())
            }
        }

        impl<$($param: Ord),*> Ord for $type {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.iter().cmp(other.iter())
            }
        }
    };
}

/// Copied, iterated by value, shown and compared by the elements in their order.
macro_rules! lent_traits {
    ($name:ident<$($param:ident),*>, $item:ty, $iter:ty, $entries:ident) => {
        impl<$($param),*> Clone for $name<'_, $($param),*> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($param),*> Copy for $name<'_, $($param),*> {}

        impl<'de, $($param),*> IntoIterator for $name<'de, $($param),*> {
            type Item = $item;
            type IntoIter = $iter;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        impl<'de, $($param),*> IntoIterator for &$name<'de, $($param),*> {
            type Item = $item;
            type IntoIter = $iter;

            #[inline]
            fn into_iter(self) -> Self::IntoIter {
                self.iter()
            }
        }

        $crate::form::forward::by_elements!($name<'_, $($param),*>: $($param),*; $entries);
    };
}

/// Written as a count and the elements.
macro_rules! written_as_elements {
    ($type:ty) => {
        impl<T: Encode> Counted for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn count(&self) -> usize {
                self.len()
            }

            #[inline]
            fn content_len<F: Format>(&self) -> usize {
                let size = T::encoded_size::<F>();
                if size.fixed {
                    return size.min.wrapping_mul(self.len());
                }
                self.iter().fold(0usize, |len, item| len.wrapping_add(item.encoded_len::<F>()))
            }

            #[inline]
            fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                self.iter().try_for_each(|item| item.encode(w))
            }
        }

        $crate::value::encode::encode_counted!({T: Encode} $type; refuse_sequence::<T>);
    };
}

/// Written with a table of offsets before the elements.
macro_rules! indexed {
    ({$($param:ident)?} $type:ty) => {
        impl$(<$param: $crate::Encode>)? $crate::value::offsets::EncodeIndexed for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn indexed_count(&self) -> usize {
                self.len()
            }

            #[inline]
            fn indexed(&self) -> impl Iterator<Item: $crate::Encode> {
                self.iter()
            }
        }
    };
}

pub(crate) use {by_elements, indexed, lent_traits, written_as_elements};

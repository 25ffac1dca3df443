//! Gathers the items of an iterator: `collect` and the repetition of `quote!`, which are compiled
//! for each type of iterator, as one loop. They were a third of the code of the derive.

use proc_macro2::{Punct, Spacing, TokenStream};
use quote::{ToTokens, TokenStreamExt as _};

/// A collection that can be gathered from items.
pub(crate) trait Gathered<T>: Default {
    /// Adds one.
    fn add(&mut self, item: T);
}

impl<T> Gathered<T> for Vec<T> {
    fn add(&mut self, item: T) {
        self.push(item);
    }
}

impl<T: ToTokens> Gathered<T> for TokenStream {
    fn add(&mut self, item: T) {
        item.to_tokens(self);
    }
}

/// The ways to gather what an iterator yields.
pub(crate) trait Gather: Iterator + Sized {
    /// All items.
    fn gathered<C: Gathered<Self::Item>>(self) -> C {
        let mut all = C::default();
        for item in self {
            all.add(item);
        }
        all
    }

    /// All items, one after the other.
    fn tokens(self) -> TokenStream
    where
        Self::Item: ToTokens,
    {
        self.gathered()
    }

    /// All items, with this after each.
    fn ended(self, end: char) -> TokenStream
    where
        Self::Item: ToTokens,
    {
        let mut all = TokenStream::new();
        for item in self {
            item.to_tokens(&mut all);
            all.append(Punct::new(end, Spacing::Alone));
        }
        all
    }

    /// All items, with this between them.
    fn between(self, separator: char) -> TokenStream
    where
        Self::Item: ToTokens,
    {
        let (mut all, mut first) = (TokenStream::new(), true);
        for item in self {
            if !std::mem::take(&mut first) {
                all.append(Punct::new(separator, Spacing::Alone));
            }
            item.to_tokens(&mut all);
        }
        all
    }
}

impl<I: Iterator> Gather for I {}

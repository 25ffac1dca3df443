//! Hostile input and abuse: one module per class of bugs that have broken codecs before.

mod bit_patterns;
mod empty_elements;
mod large_arrays;
mod long_values;
mod lying_decode;
mod lying_encode;
mod many_messages;
mod misaligned;
mod outlined;
mod overflow;
mod panic_safety;
mod recursion;
mod threads;
mod trailing;
mod tree;

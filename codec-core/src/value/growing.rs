//! Code for one item, for two, and so on: of tuples, and of fields.
#![forbid(unsafe_code)]

/// Calls a macro with each item that follows the first list: with the item itself, and after `;` the
/// list, the items before it, and it.
macro_rules! growing {
    ($each:ident $before:tt) => {};
    ($each:ident [$($before:tt)*] $next:tt $($more:tt)*) => {
        $each!($next; $($before)* $next);
        $crate::value::growing::growing!($each [$($before)* $next] $($more)*);
    };
}

pub(crate) use growing;

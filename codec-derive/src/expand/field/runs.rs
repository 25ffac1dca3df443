//! Runs: fields whose bytes are checked to be present once for all of them.

use proc_macro2::{Ident, TokenStream};

use crate::expand::env::Env;
use crate::expand::field::place::Place;
use crate::gather::Gather as _;
use quote::{format_ident, quote};

/// The runs of a struct's fields.
struct Runs {
    /// Computes the sizes.
    prelude: TokenStream,
    /// The size of the field before each field, and the run that starts
    /// with it.
    arguments: Vec<TokenStream>,
}

impl Runs {
    /// From the size of each field. Runs are computed from the last to the
    /// first; a run is its field's size and, if that is fixed, the next run.
    fn new(env: &Env<'_>, sizes: &[TokenStream]) -> Self {
        let krate = &env.krate;
        let mut prelude = TokenStream::new();
        let mut arguments = Vec::with_capacity(sizes.len());
        for (index, size) in sizes.iter().enumerate().rev() {
            let here = format_ident!("__s{index}");
            let run = if index + 1 == sizes.len() {
                prelude.extend(quote!(let #here = #size;));
                here
            } else {
                let run = format_ident!("__n{index}");
                let last = index + 2 == sizes.len();
                let next = format_ident!("__{}{}", if last { "s" } else { "n" }, index + 1);
                prelude.extend(quote!(let #here = #size; let #run = #here.run(#next);));
                run
            };
            let before = if let Some(before) = index.checked_sub(1) {
                let before = format_ident!("__s{before}");
                quote!(#before)
            } else {
                quote!(#krate::Size::UNKNOWN)
            };
            arguments.push(quote!(#before, #run));
        }
        arguments.reverse();
        Self { prelude, arguments }
    }
}

/// The most fields that one function handles. Compile time grows faster than the length of a
/// function, and every value that must be dropped when an error is returned makes it worse: 64
/// strings read in one function take a minute to optimise, in four functions half a second.
const GROUP: usize = 16;

/// The start of each group, and the sizes of its fields; `None` if all are one group.
fn groups(sizes: &[TokenStream]) -> Option<impl Iterator<Item = (usize, &[TokenStream])>> {
    let starts = (0..).step_by(GROUP);
    (sizes.len() > GROUP).then(|| starts.zip(sizes.chunks(GROUP)))
}

/// Reads every field: statements, and an expression for the value of each.
/// `read` is given the field's index and the arguments of its run. With `at_once`,
/// every value has its name as soon as it is read.
pub(in crate::expand) fn reads(
    env: &Env<'_>,
    sizes: &[TokenStream],
    names: &[Ident],
    at_once: bool,
    read: impl Fn(usize, &TokenStream) -> TokenStream,
) -> (TokenStream, Vec<TokenStream>) {
    let door = &env.door;
    let each = |start: usize, arguments: &[TokenStream]| {
        let reads = arguments.iter().enumerate().map(|(index, run)| read(start + index, run));
        if !at_once {
            return (TokenStream::new(), reads.gathered::<Vec<_>>());
        }
        let names = &names[start..start + arguments.len()];
        let values = names.iter().map(|name| quote!(#name)).gathered();
        (names.iter().zip(reads).map(|(name, read)| quote!(let #name = #read;)).tokens(), values)
    };
    let Some(groups) = groups(sizes) else {
        let Runs { prelude, arguments } = Runs::new(env, sizes);
        let (statements, values) = each(0, &arguments);
        return (quote!(#prelude #statements), values);
    };
    let statements = groups.map(|(start, sizes)| {
        let Runs { prelude, arguments } = Runs::new(env, sizes);
        let (statements, values) = each(start, &arguments);
        let names = names[start..start + sizes.len()].iter().ended(',');
        let values = values.iter().ended(',');
        quote! {
            let (#names) = #door::read_group(__r, |__r| {
                #prelude
                #statements
                ::core::result::Result::Ok((#values))
            })?;
        }
    });
    (statements.gathered(), names.iter().map(|name| quote!(#name)).gathered())
}

/// The reader or writer that fields go through.
#[derive(Clone, Copy)]
pub(in crate::expand) enum Through {
    /// `__r`.
    Reader,
    /// `__w`.
    Writer,
}

/// Does one thing with every field, through the reader or writer. Writing is one function, however
/// many fields there are: nothing is dropped when one of them fails.
pub(in crate::expand) fn steps<'f, 'a>(
    env: &Env<'_>,
    places: &[Place<'f, 'a>],
    through: Through,
    step: impl Fn(&Place<'f, 'a>, &TokenStream) -> TokenStream,
) -> TokenStream {
    let size = match through {
        Through::Reader => Place::decoded_size,
        Through::Writer => Place::encoded_size,
    };
    let sizes: Vec<_> = places.iter().map(size).gathered();
    let each = |start: usize, sizes: &[TokenStream]| {
        let Runs { prelude, arguments } = Runs::new(env, sizes);
        let steps =
            arguments.iter().zip(&places[start..]).map(|(run, place)| step(place, run)).tokens();
        quote!(#prelude #steps)
    };
    let (door, Through::Reader, Some(groups)) = (&env.door, through, groups(&sizes)) else {
        return each(0, &sizes);
    };
    let statements = groups.map(|(start, sizes)| {
        let steps = each(start, sizes);
        quote! {
            #door::read_group(__r, |__r| {
                #steps
                ::core::result::Result::Ok(())
            })?;
        }
    });
    statements.gathered()
}

/// The size of one field after the other.
pub(in crate::expand) fn total(env: &Env<'_>, sizes: &[TokenStream]) -> TokenStream {
    let krate = &env.krate;
    let sizes = sizes.iter().map(|size| quote!(let __size = __size.and(#size);)).tokens();
    quote! {
        let __size = #krate::Size::ZERO;
        #sizes
        __size
    }
}

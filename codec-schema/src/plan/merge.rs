//! Merges equal types, and names them.
//!
//! The compiler may duplicate a description, so its address identifies nothing: two types are equal
//! if nothing distinguishes them, however deep the comparison. They are first partitioned into
//! classes by their own contents; then each class is split by the classes of the types that its
//! members refer to, until no class splits any more.

use std::collections::HashMap;
use std::hash::Hash;

use codec_core::schema::Id;

use super::{Body, Names, Plan, Shape, Type};

/// A type before it has a unique name.
pub(super) struct Draft {
    /// The name that it gets if no other type has it.
    pub(super) name: &'static str,
    /// The id, if it is a message.
    pub(super) id: Option<Id>,
    /// The type, with an empty name.
    pub(super) ty: Type,
}

/// Sets the plan's types: the first of each class, under unique names. Indices in the plan, which
/// are those of `drafts`, are changed to match.
pub(super) fn merge(plan: &mut Plan, mut drafts: Vec<Draft>) {
    let classes = classes(&mut drafts);
    let mut names = Names::default();
    plan.types.clear();
    for (draft, &class) in drafts.into_iter().zip(&classes) {
        // Classes are numbered in the order of their first members.
        if class == plan.types.len() {
            plan.types.push(Type { name: names.take(draft.name), ..draft.ty });
        }
    }
    let mut renumber = |index: &mut usize| *index = classes[*index];
    plan.types.iter_mut().for_each(|of| each(of, &mut renumber));
    let messages = plan.messages.iter_mut().map(|message| &mut message.shape);
    let others = plan.single.iter_mut().chain(&mut plan.trailer);
    messages.chain(others).for_each(|shape| each_in(shape, &mut renumber));
}

/// The class of each type.
fn classes(drafts: &mut [Draft]) -> Vec<usize> {
    let own: Vec<_> = drafts.iter_mut().map(contents).collect();
    let mut classes = numbered(own.iter().map(|(contents, _)| contents));
    loop {
        let split = numbered(own.iter().zip(&classes).map(|((_, of), class)| {
            (*class, of.iter().map(|index| classes[*index]).collect::<Vec<_>>())
        }));
        // Classes are numbered alike as long as none is split.
        if split == classes {
            return classes;
        }
        classes = split;
    }
}

/// The indices of the types that a type refers to.
pub(crate) fn used(of: &Type) -> Vec<usize> {
    let mut found = Vec::new();
    let items: Vec<_> = match &of.body {
        Body::Struct { items, .. } => items.iter().collect(),
        Body::Enum { variants, .. } => variants.iter().flat_map(|of| &of.items).collect(),
    };
    for item in items {
        used_in(&item.shape, &mut found);
    }
    found
}

fn used_in(shape: &Shape, found: &mut Vec<usize>) {
    match shape {
        Shape::Type(index) | Shape::Tagged(_, index) => found.push(*index),
        Shape::List(_, of)
        | Shape::Indexed(_, of)
        | Shape::Unordered(of)
        | Shape::Option(of)
        | Shape::Maybe(_, of)
        | Shape::Nullable(_, of)
        | Shape::Sized(_, of) => used_in(of, found),
        Shape::Tuple(parts) => parts.iter().for_each(|part| used_in(part, found)),
        _ => {}
    }
}

/// The text that distinguishes a type, without the types that it refers to; and their indices.
fn contents(draft: &mut Draft) -> (String, Vec<usize>) {
    let mut of = Vec::new();
    each(&mut draft.ty, &mut |index| of.push(std::mem::take(index)));
    let contents = format!("{:?} {:?}", draft.id, draft.ty);
    let mut back = of.iter();
    each(&mut draft.ty, &mut |index| *index = *back.next().expect("as many as before"));
    (contents, of)
}

/// A number for each key, the same for equal ones, in the order in which they first come.
fn numbered<K: Hash + Eq>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut known = HashMap::new();
    keys.map(|key| {
        let next = known.len();
        *known.entry(key).or_insert(next)
    })
    .collect()
}

/// Calls `found` with each index of a type in `of`.
fn each(of: &mut Type, found: &mut dyn FnMut(&mut usize)) {
    let fields = match &mut of.body {
        Body::Struct { items, .. } => vec![items],
        Body::Enum { variants, .. } => variants.iter_mut().map(|of| &mut of.items).collect(),
    };
    fields.into_iter().flatten().for_each(|item| each_in(&mut item.shape, found));
}

fn each_in(shape: &mut Shape, found: &mut dyn FnMut(&mut usize)) {
    match shape {
        Shape::Type(index) | Shape::Tagged(_, index) => found(index),
        Shape::List(_, of)
        | Shape::Indexed(_, of)
        | Shape::Unordered(of)
        | Shape::Char(of)
        | Shape::Option(of)
        | Shape::Maybe(_, of)
        | Shape::Nullable(_, of)
        | Shape::Sized(_, of) => each_in(of, found),
        Shape::Tuple(parts) => parts.iter_mut().for_each(|part| each_in(part, found)),
        Shape::Nothing
        | Shape::Bool(_)
        | Shape::Int(_)
        | Shape::Float(..)
        | Shape::Utf8Char
        | Shape::Magic(_)
        | Shape::Bytes(_)
        | Shape::Text(..)
        | Shape::Bits(_)
        | Shape::Opaque(_) => {}
    }
}

//! Merges equal descriptions, and makes the names of types unique.
//!
//! The compiler may duplicate a description, so its address identifies nothing: two types are equal
//! if nothing distinguishes them, however deep the comparison. They are first partitioned into
//! classes by their own contents; then each class is split by the classes of the types that its
//! members refer to, until no class splits any more.

use std::collections::HashMap;

use super::{Body, Model, Type};

/// Merges, sorts by first use, and names.
pub(super) fn merge(model: &mut Model) {
    let classes = classes(model);
    let mut order = Vec::new();
    visit(model, &model.root, &classes, &mut order);
    let place = |index: usize| order.iter().position(|first| classes[*first] == classes[index]);
    let places: Vec<_> = (0..model.named.len()).map(|index| place(index).unwrap_or(0)).collect();
    let mut named: Vec<_> = order.iter().map(|index| model.named[*index].clone()).collect();
    let mut seen = HashMap::new();
    for one in &mut named {
        renumber(&mut one.body, &places);
        let times = seen.entry(one.name.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            one.name = format!("{}#{times}", one.name);
        }
    }
    renumber_type(&mut model.root, &places);
    model.named = named;
}

/// The class of each type.
fn classes(model: &Model) -> Vec<usize> {
    let mut classes = vec![0; model.named.len()];
    let mut count = 1;
    loop {
        let mut known = HashMap::new();
        let next: Vec<_> = model
            .named
            .iter()
            .map(|named| {
                let mut one = named.clone();
                renumber(&mut one.body, &classes);
                let fresh = known.len();
                *known.entry(format!("{one:?}")).or_insert(fresh)
            })
            .collect();
        let found = known.len();
        classes = next;
        if found == count {
            return classes;
        }
        count = found;
    }
}

/// The first type of each class, in order of first use.
fn visit(model: &Model, ty: &Type, classes: &[usize], order: &mut Vec<usize>) {
    let mut open = vec![ty];
    // This is a stack, so the types that a type refers to are pushed in reverse.
    while let Some(ty) = open.pop() {
        let mut found = Vec::new();
        if let Type::Named(index) = ty {
            if order.iter().any(|seen| classes[*seen] == classes[*index]) {
                continue;
            }
            order.push(*index);
            each(&model.named[*index].body, &mut |ty| found.push(ty));
        } else {
            parts(ty, &mut |ty| found.push(ty));
        }
        open.extend(found.into_iter().rev());
    }
}

/// The types of a body's fields.
fn each<'m>(body: &'m Body, found: &mut dyn FnMut(&'m Type)) {
    match body {
        Body::Struct(of) => of.fields.iter().for_each(|field| found(&field.ty)),
        Body::Enum(of) => {
            let fields = of.variants.iter().flat_map(|variant| &variant.fields);
            fields.for_each(|field| found(&field.ty));
        }
        Body::Messages(of) => of.variants.iter().for_each(|(_, ty)| found(ty)),
    }
}

/// The types inside an unnamed type.
fn parts<'m>(ty: &'m Type, found: &mut dyn FnMut(&'m Type)) {
    match ty {
        Type::Array(item, _) | Type::Option(item) | Type::Needs(_, item) => found(item),
        Type::Seq(seq) => found(&seq.item),
        Type::Result(one, other) | Type::Quirk(_, one, other) => {
            found(one);
            found(other);
        }
        Type::Tuple(items) => items.iter().for_each(found),
        _ => {}
    }
}

fn renumber(body: &mut Body, places: &[usize]) {
    match body {
        Body::Struct(of) => {
            of.fields.iter_mut().for_each(|field| renumber_type(&mut field.ty, places));
        }
        Body::Enum(of) => {
            let fields = of.variants.iter_mut().flat_map(|variant| &mut variant.fields);
            fields.for_each(|field| renumber_type(&mut field.ty, places));
        }
        Body::Messages(of) => {
            of.variants.iter_mut().for_each(|(_, ty)| renumber_type(ty, places));
        }
    }
}

fn renumber_type(ty: &mut Type, places: &[usize]) {
    match ty {
        Type::Named(index) => *index = places[*index],
        Type::Array(item, _) | Type::Option(item) | Type::Needs(_, item) => {
            renumber_type(item, places);
        }
        Type::Seq(seq) => renumber_type(&mut seq.item, places),
        Type::Result(one, other) | Type::Quirk(_, one, other) => {
            renumber_type(one, places);
            renumber_type(other, places);
        }
        Type::Tuple(items) => items.iter_mut().for_each(|item| renumber_type(item, places)),
        _ => {}
    }
}

//! Structs, enums and messages.

use crate::measure::{Encoding, Number};
use codec_core::schema::{Content, FieldEncoding, Int, Order};

use super::count::Counted;
use super::empty::Empty;
use super::number;
use super::walk::{Side, Walk};
use crate::model::{Body, Enum, Field, Magic, Messages, Model, Struct, Type, Variant};

/// Returns `true` if a struct has the same encoding as its only field.
pub(super) fn is_wrapper(of: &Struct) -> bool {
    let plain = |field: &Field| {
        let mut bare = Field::bare(field.name.clone(), field.doc.clone(), field.ty.clone());
        bare.default.clone_from(&field.default);
        *field == bare
    };
    let bare = of.magic.is_none() && of.version.is_none() && of.check.is_none();
    bare && matches!(of.order, codec_core::schema::Order::Around)
        && of.fields.len() == 1
        && plain(&of.fields[0])
}

/// The fields that have bytes in a message of this version.
fn present<'f>(empty: &Empty, fields: &'f [Field], version: Option<u32>) -> Vec<&'f Field> {
    let there = |field: &&Field| match version {
        None => true,
        Some(version) => {
            field.since.is_none_or(|since| since <= version)
                && field.removed.is_none_or(|removed| version < removed)
        }
    };
    fields.iter().filter(there).filter(|field| !empty.has(field)).collect()
}

impl Walk<'_> {
    pub(super) fn named(
        &mut self,
        (read, rs): (usize, Side<'_>),
        (written, ws): (usize, Side<'_>),
    ) {
        let (reader, writer) = self.models();
        let (r, w) = (&reader.named[read], &writer.named[written]);
        if r.name != w.name {
            self.note(&format!("`{}` and `{}` are its type", w.name, r.name));
        }
        match (&r.body, &w.body) {
            (Body::Struct(read), Body::Struct(written)) => {
                self.structure((read, rs), (written, ws));
            }
            (Body::Enum(read), Body::Enum(written)) => self.enumeration((read, rs), (written, ws)),
            (Body::Messages(read), Body::Messages(written)) => {
                self.messages((read, rs), (written, ws));
            }
            _ => self.other(&Type::Named(read), &Type::Named(written)),
        }
    }

    fn constant(
        &mut self,
        (read, r): (Option<&Magic>, &Encoding),
        (written, w): (Option<&Magic>, &Encoding),
    ) {
        let same = match (read, written) {
            (
                Some(Magic::Int { bytes, signed, value }),
                Some(Magic::Int { bytes: other, signed: other_signed, value: other_value }),
            ) => {
                let largest = u128::try_from(*value).unwrap_or(u128::MAX);
                let numbers = ((r.int_of(*bytes), r), (w.int_of(*other), w));
                value == other_value
                    && signed == other_signed
                    && number::reads(numbers.0, numbers.1, largest)
            }
            (read, written) => read == written,
        };
        if !same {
            self.reason("its magic constant changed");
        }
    }

    fn checked(&mut self, read: Option<&String>, written: Option<&String>) {
        if let Some(check) = read
            && read != written
        {
            self.reason(&format!("`{check}` may refuse what is written"));
        }
    }

    fn structure(&mut self, (r, rs): (&Struct, Side<'_>), (w, ws): (&Struct, Side<'_>)) {
        let (re, we) = (rs.encoding.ordered(r.order), ws.encoding.ordered(w.order));
        let side =
            |order, encoding, side| Side { encoding, low_first: order == Order::Little, ..side };
        let (mut rs, mut ws) = (side(r.order, &re, rs), side(w.order, &we, ws));
        self.constant((r.magic.as_ref(), &re), (w.magic.as_ref(), &we));
        self.checked(r.check.as_ref(), w.check.as_ref());
        match (r.version, w.version) {
            (Some(known), Some(version)) => {
                if let Some(oldest) = w.readable_since.filter(|oldest| known < *oldest) {
                    return self.reason(&format!(
                        "version {version} is refused by version {known}: it is readable since \
                         version {oldest}"
                    ));
                }
                let numbers = ((re.int_of(4), &re), (we.int_of(4), &we));
                if !number::reads(numbers.0, numbers.1, version.into()) {
                    self.reason("its version is laid out in another way");
                }
                // The body has a length, so the last part of it may take the rest.
                (rs.last, ws.last) = (true, true);
            }
            (None, None) => {}
            (None, Some(_)) => return self.reason("it is written with a version"),
            (Some(_), None) => return self.reason("it is written without a version"),
        }
        self.spend(r.fields.len() + w.fields.len());
        let read = present(&self.empty[0], &r.fields, w.version);
        let written = present(&self.empty[1], &w.fields, w.version);
        for field in written.iter().skip(read.len()) {
            // The reader has such a field, but only in messages of other versions.
            let own = |other: &&Field| other.is_on_wire() && other.name == field.name;
            if w.version.is_some()
                && self.spend(r.fields.len())
                && r.fields.iter().any(|other| own(&other))
            {
                self.reason(&format!("`{}` is written, and skipped in this version", field.name));
            }
        }
        self.fields((&read, rs), (&written, ws), w.version.is_some());
    }

    /// Compares fields one by one; with `bounded`, leftover bytes are skipped.
    fn fields(
        &mut self,
        (read, rs): (&[&Field], Side<'_>),
        (written, ws): (&[&Field], Side<'_>),
        bounded: bool,
    ) {
        let has = |fields: &[&Field], name: &str| fields.iter().any(|field| field.name == name);
        for index in 0..read.len().max(written.len()) {
            match (read.get(index), written.get(index)) {
                (Some(r), Some(w)) => {
                    if r.name != w.name && self.spend(read.len() + written.len()) {
                        let elsewhere = has(written, &r.name) || has(read, &w.name);
                        let (r, w) = (&r.name, &w.name);
                        if elsewhere {
                            return self.reason(&format!("`{w}` is written where `{r}` is read"));
                        }
                        self.note(&format!("`{w}` is read as `{r}`"));
                    }
                    let last = |all: &[&Field]| index + 1 == all.len();
                    let (rs, ws) = (
                        Side { last: rs.last && last(read), ..rs },
                        Side { last: ws.last && last(written), ..ws },
                    );
                    self.within(&format!(".{}", r.name), |walk| walk.field((r, rs), (w, ws)));
                }
                (None, Some(w)) if bounded => self.note(&format!("`{}` is skipped", w.name)),
                (None, Some(w)) => {
                    return self.reason(&format!("`{}` is written, and not read", w.name));
                }
                (Some(r), None) if r.encoding == FieldEncoding::Tail && rs.last => {}
                (Some(r), None) => {
                    return self.reason(&format!("`{}` is read, and not written", r.name));
                }
                (None, None) => {}
            }
        }
    }

    fn field(&mut self, (r, rs): (&Field, Side<'_>), (w, ws): (&Field, Side<'_>)) {
        let (re, we) = (rs.encoding.ordered(r.order), ws.encoding.ordered(w.order));
        let (rs, ws) = (Side { encoding: &re, ..rs }, Side { encoding: &we, ..ws });
        self.checked(r.check.as_ref(), w.check.as_ref());
        if r.condition != w.condition {
            let text = |field: &Field| match &field.condition {
                Some(condition) => format!("if `{}`", condition.text),
                None => "always".to_owned(),
            };
            return self.reason(&format!("it is written {}, and read {}", text(w), text(r)));
        }
        if r.default != w.default {
            self.note("its default changed");
        }
        self.relations(r, w);
        if r.magic.is_some() || w.magic.is_some() {
            return self.constant((r.magic.as_ref(), &re), (w.magic.as_ref(), &we));
        }
        let ((rs, ws), done) = self.frame((r, rs), (w, ws));
        if done {
            return;
        }
        if r.encoding == FieldEncoding::With || w.encoding == FieldEncoding::With {
            return self.ty((&r.ty, rs), (&w.ty, ws));
        }
        if w.nullable && !r.nullable {
            self.reason("no value is written as a length of -1, and refused");
        }
        let read = Counted::of(r, unwrapped(&r.ty), &re);
        let written = Counted::of(w, unwrapped(&w.ty), &we);
        let plain = |ty: &Type| -> bool { matches!(ty, Type::Seq(_)) };
        match (read, written) {
            (None, None) => self.ty((&r.ty, rs), (&w.ty, ws)),
            (Some(read), Some(written)) => self.counted((&read, rs), (&written, ws)),
            (Some(read), None) => match (read.optional_tail(), unwrapped(&w.ty)) {
                (Some(item), _) if w.encoding == FieldEncoding::Plain => {
                    self.ty((item, rs), (&w.ty, ws));
                }
                (_, Type::Seq(seq)) => {
                    self.counted((&read, rs), (&Counted::plain(seq, &we), ws));
                }
                _ => self.other(&r.ty, &w.ty),
            },
            (None, Some(written)) if plain(unwrapped(&r.ty)) => {
                if let Type::Seq(seq) = unwrapped(&r.ty) {
                    self.counted((&Counted::plain(seq, &re), rs), (&written, ws));
                }
            }
            (None, Some(_)) => self.other(&r.ty, &w.ty),
        }
    }

    fn enumeration(&mut self, (r, rs): (&Enum, Side<'_>), (w, ws): (&Enum, Side<'_>)) {
        let (re, we) = (rs.encoding.ordered(r.order), ws.encoding.ordered(w.order));
        self.constant((r.magic.as_ref(), &re), (w.magic.as_ref(), &we));
        let (read, written) = (re.width(r.tag, re.tag), we.width(w.tag, we.tag));
        let keeps_written = kept(w, written);
        let tags = w.variants.iter().filter_map(|variant| variant.tag);
        let largest = tags.max().map_or(0, u128::from).max(keeps_written.unwrap_or(0));
        if !number::reads((read, &re), (written, &we), largest) {
            let (written, read) = (number::spelled(written, &we), number::spelled(read, &re));
            self.reason(&format!("its tag is written as {written}, and read as {read}"));
        }
        self.variants((r, rs), (w, ws), [read, written]);
    }

    /// The variants of an enum, wherever their tags are: numbers of `tags`.
    pub(super) fn variants(
        &mut self,
        (r, rs): (&Enum, Side<'_>),
        (w, ws): (&Enum, Side<'_>),
        tags: [Number; 2],
    ) {
        let (re, we) = (rs.encoding.ordered(r.order), ws.encoding.ordered(w.order));
        let side =
            |order, encoding, side| Side { encoding, low_first: order == Order::Little, ..side };
        let (rs, ws) = (side(r.order, &re, rs), side(w.order, &we, ws));
        self.checked(r.check.as_ref(), w.check.as_ref());
        let (keeps_read, keeps_written) = (kept(r, tags[0]), kept(w, tags[1]));
        for variant in &w.variants {
            if !self.spend(r.variants.len() + w.variants.len()) {
                return;
            }
            if let Some(tag) = variant.tag {
                self.variant((r, rs), (w, variant, ws), tag, keeps_read);
            } else {
                self.other_variant((r, rs), (w, ws), (keeps_read, keeps_written));
            }
        }
    }

    fn variant(
        &mut self,
        (r, rs): (&Enum, Side<'_>),
        (w, variant, ws): (&Enum, &Variant, Side<'_>),
        tag: u64,
        keeps: Option<u128>,
    ) {
        self.spend(variant.fields.len());
        let written = present(&self.empty[1], &variant.fields, None);
        let name = &variant.name;
        let Some(read) = r.variants.iter().find(|other| other.tag == Some(tag)) else {
            match keeps {
                Some(most) if u128::from(tag) <= most => {
                    self.note(&format!("`{name}`, tag {tag}, is read as an unknown tag"));
                    if keeps_all(after_tag(r), rs) {
                        return;
                    }
                    let read = present(&self.empty[0], after_tag(r), None);
                    self.within(&format!("::{name}"), |walk| {
                        walk.fields((&read, rs), (&written, ws), false);
                    });
                }
                _ => self.reason(&format!("`{name}`, tag {tag}, is written, and not known")),
            }
            return;
        };
        if read.name != *name {
            let has = |of: &Enum, name: &str| of.variants.iter().any(|other| other.name == name);
            if has(w, &read.name) || has(r, name) {
                return self.reason(&format!(
                    "tag {tag} is written for `{name}`, read as `{}`",
                    read.name
                ));
            }
            self.note(&format!("`{name}` is read as `{}`", read.name));
        }
        let read = present(&self.empty[0], &read.fields, None);
        self.within(&format!("::{name}"), |walk| {
            walk.fields((&read, rs), (&written, ws), false);
        });
    }

    /// Tags that the writer does not know, and preserves. It writes with a tag what it has read with
    /// it, which the program that knows the tag has written.
    fn other_variant(
        &mut self,
        (r, rs): (&Enum, Side<'_>),
        (w, ws): (&Enum, Side<'_>),
        (read, written): (Option<u128>, Option<u128>),
    ) {
        if read.is_none() || read < written {
            self.reason("unknown tags are written, and refused");
        }
        let kept = present(&self.empty[1], after_tag(w), None);
        for variant in &r.variants {
            if !self.spend(w.variants.len() + variant.fields.len()) {
                return;
            }
            let fields = match variant.tag {
                None => after_tag(r),
                Some(tag) if w.variants.iter().any(|other| other.tag == Some(tag)) => continue,
                Some(tag) if written.is_some_and(|most| most < tag.into()) => continue,
                Some(_) => &variant.fields,
            };
            let read = present(&self.empty[0], fields, None);
            let name = if variant.tag.is_none() { "_" } else { &*variant.name };
            if variant.tag.is_none() && keeps_all(fields, rs) {
                // It keeps these bytes, too.
            } else if variant.tag.is_some() && keeps_all(after_tag(w), ws) {
                self.note(&format!("`{name}` is read where its tag was unknown, and kept"));
            } else if variant.tag.is_some() && kept.is_empty() && !read.is_empty() {
                self.reason(&format!("the tag of `{name}` is written as an unknown one, alone"));
            } else {
                self.within(&format!("::{name}"), |walk| {
                    walk.fields((&read, rs), (&kept, ws), false);
                });
            }
        }
    }

    fn messages(&mut self, (r, rs): (&Messages, Side<'_>), (w, ws): (&Messages, Side<'_>)) {
        let (reader, writer) = self.models();
        let id = |model: &Model, ty: &Type| match ty {
            Type::Named(index) => model.named[*index].message.clone(),
            _ => None,
        };
        for (name, ty) in &w.variants {
            if !self.spend(r.variants.len()) {
                return;
            }
            let Some(written) = id(writer, ty) else { continue };
            let known = r.variants.iter().find_map(|(_, other)| {
                id(reader, other).filter(|read| read.id == written.id).map(|read| (other, read))
            });
            match known {
                Some((other, read)) => {
                    if read.flags != written.flags {
                        let (old, new) = (written.flags, read.flags);
                        self.note(&format!("`{name}` has the flags {old:#x} and {new:#x}"));
                    }
                    self.within(&format!("::{name}"), |walk| walk.ty((other, rs), (ty, ws)));
                }
                None if r.other.is_some() => {
                    self.note(&format!("`{name}` is read as an unknown message"));
                }
                None => {
                    self.reason(&format!("message {}, `{name}`, is not known", written.id));
                }
            }
        }
        if w.other.is_some() && r.other.is_none() {
            self.reason("messages with unknown ids are written, and refused");
        }
    }
}

/// The fields after an unknown tag.
fn after_tag(of: &Enum) -> &[Field] {
    let other = of.variants.iter().find(|variant| variant.tag.is_none());
    other.map_or(&[], |other| other.fields.get(1..).unwrap_or_default())
}

/// Returns true if the fields after an unknown tag are all bytes that there are, whatever they are.
fn keeps_all(after_tag: &[Field], side: Side<'_>) -> bool {
    let [field] = after_tag else { return false };
    let mut bare = Field::bare(field.name.clone(), field.doc.clone(), field.ty.clone());
    bare.encoding = FieldEncoding::Tail;
    let is_bytes = match unwrapped(&field.ty) {
        Type::Seq(seq) => {
            let byte = matches!(seq.item, Type::Int(int) if int == Int::unsigned(1));
            byte && seq.content == Content::Items && seq.max.is_none()
        }
        _ => false,
    };
    side.last && is_bytes && *field == bare
}

/// The largest tag that the catch-all variant holds.
fn kept(of: &Enum, tag: Number) -> Option<u128> {
    let other = of.variants.iter().find(|variant| variant.tag.is_none())?;
    let room = match other.fields.first().map(|field| &field.ty) {
        Some(Type::Int(int)) if int.bytes < 16 => (1 << (8 * u32::from(int.bytes))) - 1,
        _ => u128::MAX,
    };
    Some(room.min(tag.largest()))
}

/// The type inside its requirements on the format.
pub(super) fn unwrapped(ty: &Type) -> &Type {
    match ty {
        Type::Needs(_, inner) => unwrapped(inner),
        other => other,
    }
}

//! A parallel walk over two descriptions: the reader's and the writer's.

use std::collections::HashSet;

use crate::measure::{CharLayout, Encoding};
use codec_core::schema::Int;

use super::count::Counted;
use super::empty::Empty;
use super::number;
use crate::model::{Body, Model, Type};

/// The findings of a walk.
pub(super) struct Found {
    /// Why something that is written can't be read.
    pub(super) reasons: Vec<String>,
    /// Harmless changes.
    pub(super) notes: Vec<String>,
    /// Opaque parts.
    pub(super) opaque: Vec<String>,
}

/// A place in one of the descriptions.
#[derive(Clone, Copy)]
pub(super) struct Side<'e> {
    /// The format, with the byte order in effect here.
    pub(super) encoding: &'e Encoding,
    /// `true` if the value is last in the input, or in a body with a length.
    pub(super) last: bool,
    /// `true` if bit fields begin at the lowest bit.
    pub(super) low_first: bool,
}

impl Side<'_> {
    /// With more data after it.
    pub(super) const fn inside(self) -> Self {
        Self { last: false, ..self }
    }
}

pub(super) struct Walk<'m> {
    pub(super) reader: &'m Model,
    pub(super) writer: &'m Model,
    /// The types without bytes of the reader, and of the writer.
    pub(super) empty: [Empty; 2],
    path: Vec<String>,
    found: Found,
    /// The number of parts that have been looked at.
    steps: usize,
    /// Pairs of types that are nested so deep that they are compared later.
    later: Vec<Later>,
    /// The number of single-field structs that have been unwrapped on the way here.
    unwrapped: usize,
    /// Pairs of types that are being compared, or have been.
    seen: HashSet<(usize, usize, [u8; 2], [bool; 2])>,
}

/// A pair of types that is compared later, with the place of each.
struct Later {
    types: [usize; 2],
    encodings: [Encoding; 2],
    last: [bool; 2],
    low_first: [bool; 2],
    path: Vec<String>,
}

/// The most parts that one comparison looks at. Comparing takes as many steps as there are parts,
/// and more only where many types are compared with each other, or many names have changed.
const STEPS: usize = 1 << 21;
/// Types that are nested deeper are compared later, so that the depth is not that of the stack.
const DEEP: usize = 64;
/// The parts of a deep path that are shown, at its start and at its end.
const SHOWN: usize = 8;
/// The most findings of one kind.
const FINDINGS: usize = 256;

/// Why `reader` can't read everything that `writer` writes.
pub(super) fn reads(reader: &Model, writer: &Model, encoding: &Encoding) -> Found {
    let found = Found { reasons: Vec::new(), notes: Vec::new(), opaque: Vec::new() };
    let mut walk = Walk {
        reader,
        writer,
        empty: [Empty::new(reader), Empty::new(writer)],
        path: Vec::new(),
        found,
        steps: 0,
        later: Vec::new(),
        unwrapped: 0,
        seen: HashSet::new(),
    };
    walk.headers();
    let side = Side { encoding, last: true, low_first: false };
    if let (Type::Named(read), Type::Named(written)) = (&reader.root, &writer.root) {
        let (read, written) = (&reader.named[*read], &writer.named[*written]);
        walk.path.push(read.name.clone());
        let ids = [written, read].map(|one| one.message.as_ref().map(|one| one.id.clone()));
        if let [Some(written), Some(read)] = &ids
            && read != written
        {
            walk.reason(&format!("it is written as message {written}, and read as {read}"));
        }
    }
    walk.ty((&reader.root, side), (&writer.root, side));
    while let Some(later) = walk.later.pop() {
        walk.resume(later);
    }
    if !walk.spend(0) {
        walk.path.clear();
        // It is not known to be compatible.
        walk.found.reasons.truncate(FINDINGS - 1);
        walk.reason(&format!("comparing takes more than {STEPS} steps, and was given up"));
    }
    walk.found
}

/// The most nested single-field structs that are unwrapped.
const UNWRAPPED: usize = 64;

/// The type of the only field, if the struct is a mere wrapper.
fn unwrapped<'m>(model: &'m Model, ty: &Type) -> Option<&'m Type> {
    match ty {
        Type::Named(index) => match &model.named[*index].body {
            Body::Struct(of) if super::record::is_wrapper(of) => Some(&of.fields[0].ty),
            _ => None,
        },
        _ => None,
    }
}

/// The integer encoding of a side, as a key that distinguishes byte orders.
fn layout(encoding: &Encoding) -> u8 {
    let fixed = matches!(encoding.int_of(2), crate::measure::Number::Fixed(_));
    u8::from(fixed) << 1 | u8::from(encoding.rules.big_endian)
}

impl<'m> Walk<'m> {
    fn place(&self, what: &str) -> String {
        let path = self.path.join("");
        if path.is_empty() { what.to_owned() } else { format!("{path}: {what}") }
    }

    pub(super) fn reason(&mut self, what: &str) {
        self.find(what, |found| &mut found.reasons);
    }

    pub(super) fn note(&mut self, what: &str) {
        self.find(what, |found| &mut found.notes);
    }

    pub(super) fn opaque(&mut self, what: &str) {
        self.find(what, |found| &mut found.opaque);
    }

    /// Adds a finding, of a kind of which there are at most [`FINDINGS`].
    fn find(&mut self, what: &str, kind: fn(&mut Found) -> &mut Vec<String>) {
        if kind(&mut self.found).len() == FINDINGS {
            return;
        }
        let finding = self.place(what);
        let findings = kind(&mut self.found);
        if !findings.contains(&finding) {
            let is_last = findings.len() + 1 == FINDINGS;
            findings.push(if is_last {
                format!("more than {} findings", FINDINGS - 1)
            } else {
                finding
            });
        }
    }

    /// Counts steps; false when there were too many, and nothing more is compared.
    pub(super) const fn spend(&mut self, steps: usize) -> bool {
        self.steps = self.steps.saturating_add(steps);
        self.steps <= STEPS
    }

    /// Compares a pair of types later.
    fn postpone(&mut self, (read, rs): (usize, Side<'_>), (written, ws): (usize, Side<'_>)) {
        let mut path = self.path.clone();
        let end = path.len().saturating_sub(SHOWN);
        path.splice(SHOWN..end, ["..".to_owned()]);
        self.later.push(Later {
            types: [read, written],
            encodings: [*rs.encoding, *ws.encoding],
            last: [rs.last, ws.last],
            low_first: [rs.low_first, ws.low_first],
            path,
        });
    }

    fn resume(&mut self, later: Later) {
        let Later { types: [read, written], encodings: [re, we], last, low_first, path } = later;
        self.path = path;
        let side =
            |encoding, at: usize| Side { encoding, last: last[at], low_first: low_first[at] };
        self.named((read, side(&re, 0)), (written, side(&we, 1)));
    }

    /// Compares a part, which is added to the path.
    pub(super) fn within(&mut self, part: &str, walk: impl FnOnce(&mut Self)) {
        if self.spend(1 + part.len() / 64) {
            self.path.push(part.to_owned());
            walk(self);
            self.path.pop();
        }
    }

    /// The type that determines what is on the wire.
    fn resolved<'t>(mut ty: &'t Type, encoding: &Encoding) -> &'t Type {
        loop {
            ty = match ty {
                Type::Needs(_, inner) => inner,
                Type::Quirk(name, with, without) => {
                    let quirks = encoding.rules.quirks.iter();
                    if quirks.clone().any(|quirk| quirk.name() == name) { with } else { without }
                }
                other => return other,
            };
        }
    }

    pub(super) fn ty(&mut self, reader: (&Type, Side<'_>), writer: (&Type, Side<'_>)) {
        let ((_, rs), (_, ws)) = (reader, writer);
        if !self.spend(1) {
            return;
        }
        let (r, w) = (Self::resolved(reader.0, rs.encoding), Self::resolved(writer.0, ws.encoding));
        match (r, w) {
            (Type::Unit, Type::Unit) | (Type::Bool, Type::Bool) => {}
            (Type::Char, Type::Char) => self.char(rs.encoding, ws.encoding),
            (Type::Int(read), Type::Int(written)) => self.int((*read, rs), (*written, ws)),
            (Type::Float(read), Type::Float(written)) if read == written => {
                if rs.encoding.rules.big_endian != ws.encoding.rules.big_endian {
                    self.reason("its byte order changed");
                }
            }
            (Type::Length(read), Type::Length(written)) => self.length((*read, rs), (*written, ws)),
            (Type::Array(read, n), Type::Array(written, m)) if n == m => {
                self.within("[]", |walk| walk.ty((read, rs.inside()), (written, ws.inside())));
            }
            (Type::Array(_, n), Type::Array(_, m)) => {
                self.reason(&format!("{m} elements are written, and {n} are read"));
            }
            (Type::Seq(read), Type::Seq(written)) => {
                let read = Counted::plain(read, rs.encoding);
                let written = Counted::plain(written, ws.encoding);
                self.counted((&read, rs), (&written, ws));
            }
            (Type::Option(read), Type::Option(written)) => self.ty((read, rs), (written, ws)),
            (Type::Result(ok, err), Type::Result(other_ok, other_err)) => {
                self.result_tag(rs.encoding, ws.encoding);
                self.within(".Ok", |walk| walk.ty((ok, rs), (other_ok, ws)));
                self.within(".Err", |walk| walk.ty((err, rs), (other_err, ws)));
            }
            (Type::Tuple(read), Type::Tuple(written)) => self.tuple((read, rs), (written, ws)),
            (Type::Named(read), Type::Named(written)) => {
                let orders = [layout(rs.encoding), layout(ws.encoding)];
                let is_new = self.seen.insert((*read, *written, orders, [rs.last, ws.last]));
                if is_new && self.path.len() > DEEP {
                    self.postpone((*read, rs), (*written, ws));
                } else if is_new {
                    self.named((*read, rs), (*written, ws));
                }
            }
            (Type::Opaque(read), Type::Opaque(written)) if read == written => {
                self.opaque(&format!("`{read}` decides what is on the wire"));
            }
            _ => match (unwrapped(self.reader, r), unwrapped(self.writer, w)) {
                (None, None) => self.other(r, w),
                // A struct that contains only itself is infinite, and has no values.
                _ if self.unwrapped == UNWRAPPED => self.other(r, w),
                (read, written) => {
                    self.unwrapped += 1;
                    self.ty((read.unwrap_or(r), rs), (written.unwrap_or(w), ws));
                    self.unwrapped -= 1;
                }
            },
        }
    }

    /// Reports two unrelated types.
    pub(super) fn other(&mut self, read: &Type, written: &Type) {
        let written = self.writer.name_of(written);
        let read = self.reader.name_of(read);
        self.reason(&format!("`{written}` is written, and `{read}` is read"));
    }

    fn tuple(&mut self, (read, rs): (&[Type], Side<'_>), (written, ws): (&[Type], Side<'_>)) {
        if read.len() != written.len() {
            let (n, m) = (read.len(), written.len());
            return self.reason(&format!("{m} values are written, and {n} are read"));
        }
        for (index, (read, written)) in read.iter().zip(written).enumerate() {
            self.within(&format!(".{index}"), |walk| {
                walk.ty((read, rs.inside()), (written, ws.inside()));
            });
        }
    }

    fn char(&mut self, read: &Encoding, written: &Encoding) {
        let scalar = matches!(read.char, CharLayout::Scalar);
        let numbers = ((read.int_of(4), read), (written.int_of(4), written));
        if scalar && !number::reads(numbers.0, numbers.1, 0x10_ffff) {
            self.reason("its byte order changed");
        }
    }

    fn length(&mut self, (read, rs): (u64, Side<'_>), (written, ws): (u64, Side<'_>)) {
        let numbers = ((rs.encoding.len, rs.encoding), (ws.encoding.len, ws.encoding));
        if !number::reads(numbers.0, numbers.1, written.into()) {
            self.reason("its byte order changed");
        }
        if written > read {
            self.reason(&format!("up to {written} is written, and up to {read} is read"));
        }
    }

    fn result_tag(&mut self, read: &Encoding, written: &Encoding) {
        let byte = read.rules.result_byte;
        if !byte && !number::reads((read.tag, read), (written.tag, written), 1) {
            self.reason("the byte order of its tag changed");
        }
    }

    fn int(&mut self, (read, rs): (Int, Side<'_>), (written, ws): (Int, Side<'_>)) {
        let (r, w) = (rs.encoding.int(read), ws.encoding.int(written));
        if read.signed != written.signed {
            return self.other(&Type::Int(read), &Type::Int(written));
        }
        if !number::reads((r, rs.encoding), (w, ws.encoding), w.largest()) {
            let (written, read) =
                (number::spelled(w, ws.encoding), number::spelled(r, rs.encoding));
            self.reason(&format!("it is written as {written}, and read as {read}"));
        }
        if read.nonzero && !written.nonzero {
            self.reason("0 is written, and refused");
        }
    }

    pub(super) const fn models(&self) -> (&'m Model, &'m Model) {
        (self.reader, self.writer)
    }
}

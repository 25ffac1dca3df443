//! The attributes of a field.

use syn::{Attribute, Expr, Path};

use crate::attr::item::{each, module, refuse_all};
use crate::attr::values::{SpanRun, Version, Width};
use crate::attr::{Ctxt, Place, Slot};

/// What `#[codec(..)]` on a field says.
#[derive(Debug, Default)]
pub(crate) struct FieldAttrs {
    /// Borrow this field.
    pub(crate) borrow: Slot<()>,
    /// Not on the wire.
    pub(crate) skip: Slot<()>,
    /// The value when it is not on the wire, if not that of `Default`.
    pub(crate) default: Slot<Option<Path>>,
    /// Its bytes are collected before it is decoded from pieces.
    pub(crate) whole: Slot<()>,
    /// A module that encodes and decodes it.
    pub(crate) with: Slot<Path>,
    /// The width of its length prefix.
    pub(crate) len: Slot<Width>,
    /// The most that its length or count may be.
    pub(crate) max: Slot<Expr>,
    /// The least that its length or count may be.
    pub(crate) min: Slot<Expr>,
    /// Its integers are big-endian.
    pub(crate) be: Slot<()>,
    /// Its integers are little-endian.
    pub(crate) le: Slot<()>,
    /// A predicate after decoding.
    pub(crate) check: Slot<Path>,
    /// A constant that must be there.
    pub(crate) magic: Slot<Expr>,
    /// Whether it is there.
    pub(crate) condition: Slot<Expr>,
    /// How many elements it has.
    pub(crate) count: Slot<Expr>,
    /// It takes what is left.
    pub(crate) tail: Slot<()>,
    /// It says where a run of fields lay, or all of them.
    pub(crate) span: Slot<Option<SpanRun>>,
    /// The first version that has it.
    pub(crate) since: Slot<Version>,
    /// The first version that has it no more.
    pub(crate) removed: Slot<Version>,
    /// The first version that writes its default.
    pub(crate) retired: Slot<Version>,
}

impl FieldAttrs {
    /// Reads them. What a variant of an enum of messages holds takes none.
    pub(crate) fn parse(cx: &Ctxt, attrs: &[Attribute], place: Place) -> Self {
        let mut given = Self::default();
        if place == Place::Content {
            refuse_all(cx, attrs, place);
            return given;
        }
        each(cx, attrs, Place::Field, |item| {
            Some(match item.name().as_str() {
                "borrow" => item.flag(&mut given.borrow),
                "skip" => item.flag(&mut given.skip),
                "default" => item.optional(&mut given.default, module),
                "whole" => item.flag(&mut given.whole),
                "with" => item.value(&mut given.with, "with = path::to::module", module),
                "len" => item.parsed(&mut given.len, "len = u16"),
                "max" => item.parsed(&mut given.max, "max = 255"),
                "min" => item.parsed(&mut given.min, "min = 1"),
                "be" => item.flag(&mut given.be),
                "le" => item.flag(&mut given.le),
                "check" => item.value(&mut given.check, "check = path::to::predicate", module),
                "magic" => item.parsed(&mut given.magic, "magic = b\"DIRT\""),
                "if" => item.parsed(&mut given.condition, "if = flags & 1 != 0"),
                "count" => item.parsed(&mut given.count, "count = width"),
                "tail" => item.flag(&mut given.tail),
                "span" => item.optional(&mut given.span, syn::parse::Parse::parse),
                "since" => item.parsed(&mut given.since, "since = 2"),
                "removed" => item.parsed(&mut given.removed, "removed = 3"),
                "retired" => item.parsed(&mut given.retired, "retired = 3"),
                _ => return None,
            })
        });
        given
    }

    /// The attributes that are given, by name.
    pub(crate) fn given(&self) -> Vec<(&'static str, &Path)> {
        let all = [
            ("borrow", self.borrow.name()),
            ("skip", self.skip.name()),
            ("default", self.default.name()),
            ("whole", self.whole.name()),
            ("with", self.with.name()),
            ("len", self.len.name()),
            ("max", self.max.name()),
            ("min", self.min.name()),
            ("be", self.be.name()),
            ("le", self.le.name()),
            ("check", self.check.name()),
            ("magic", self.magic.name()),
            ("if", self.condition.name()),
            ("count", self.count.name()),
            ("tail", self.tail.name()),
            ("span", self.span.name()),
            ("since", self.since.name()),
            ("removed", self.removed.name()),
            ("retired", self.retired.name()),
        ];
        all.into_iter().filter_map(|(name, path)| Some((name, path?))).collect()
    }
}

//! The attributes of a type.

use syn::{Attribute, Expr, Path};

use crate::attr::item::{each, module};
use crate::attr::values::{Bound, FormOptions, Source, TagValue, Version, Width};
use crate::attr::{Ctxt, Place, Slot};

/// What `#[codec(..)]` on a type says.
#[derive(Debug, Default)]
pub(crate) struct TypeAttrs {
    /// Generate the borrowed form.
    pub(crate) borrow: Slot<FormOptions>,
    /// Generate the shared form.
    pub(crate) shared: Slot<()>,
    /// The type is its own borrowed and its own shared form.
    pub(crate) plain: Slot<()>,
    /// Decode from pieces.
    pub(crate) push: Slot<()>,
    /// The enum is one of messages.
    pub(crate) messages: Slot<()>,
    /// The message's id.
    pub(crate) id: Slot<Expr>,
    /// What the frame header carries beside the id.
    pub(crate) flags: Slot<Expr>,
    /// The width of the tag.
    pub(crate) tag_width: Slot<Width>,
    /// Where the numbers of the tags come from.
    pub(crate) tag_source: Slot<Source>,
    /// The one field's encoding, and nothing else.
    pub(crate) transparent: Slot<()>,
    /// Integers are big-endian.
    pub(crate) be: Slot<()>,
    /// Integers are little-endian.
    pub(crate) le: Slot<()>,
    /// A predicate after decoding.
    pub(crate) check: Slot<Path>,
    /// A constant that must come first.
    pub(crate) magic: Slot<Expr>,
    /// The version that is written.
    pub(crate) version: Slot<Version>,
    /// Instead of the bounds that are inferred.
    pub(crate) bound: Slot<Bound>,
    /// Where the runtime is.
    pub(crate) runtime: Slot<Path>,
}

impl TypeAttrs {
    /// Reads them.
    pub(crate) fn parse(cx: &Ctxt, attrs: &[Attribute]) -> Self {
        let mut given = Self::default();
        each(cx, attrs, Place::Type, |item| {
            Some(match item.name().as_str() {
                "borrow" => item.form(&mut given.borrow),
                "shared" => item.flag(&mut given.shared),
                "plain" => item.flag(&mut given.plain),
                "push" => item.flag(&mut given.push),
                "messages" => item.flag(&mut given.messages),
                "id" => item.parsed(&mut given.id, "id = 0x1f"),
                "flags" => item.parsed(&mut given.flags, "flags = 1"),
                "tag" => {
                    let (width, source) = (&mut given.tag_width, &mut given.tag_source);
                    item.either("tag = u8", |value, slots| match value {
                        TagValue::Width(value) => slots.set(width, value),
                        TagValue::Source(value) => slots.set(source, value),
                    })
                }
                "transparent" => item.flag(&mut given.transparent),
                "be" => item.flag(&mut given.be),
                "le" => item.flag(&mut given.le),
                "check" => item.value(&mut given.check, "check = Self::is_valid", module),
                "magic" => item.parsed(&mut given.magic, "magic = b\"DIRT\""),
                "version" => item.parsed(&mut given.version, "version = 2"),
                "bound" => item.parsed(&mut given.bound, "bound = \"T: Trait\""),
                "crate" => item.value(&mut given.runtime, "crate = ::codec_core", module),
                _ => return None,
            })
        });
        given
    }

    /// The attributes that say how the type is laid out, by name.
    pub(crate) fn layout(&self) -> Vec<(&'static str, &Path)> {
        let all = [
            ("tag", self.tag_width.name()),
            ("tag", self.tag_source.name()),
            ("transparent", self.transparent.name()),
            ("be", self.be.name()),
            ("le", self.le.name()),
            ("check", self.check.name()),
            ("magic", self.magic.name()),
            ("version", self.version.name()),
            ("bound", self.bound.name()),
            ("plain", self.plain.name()),
            ("push", self.push.name()),
        ];
        all.into_iter().filter_map(|(name, path)| Some((name, path?))).collect()
    }
}

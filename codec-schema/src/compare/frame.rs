//! The frame around the content of a field: padding, a length in bytes, bits, another
//! field's tag.

use crate::measure::{Encoding, Number};
use codec_core::schema::{FieldEncoding, Width};

use super::number;
use super::record::unwrapped;
use super::walk::{Side, Walk};
use crate::model::{Body, Extent, ExtentLen, Field, Type};

/// The largest length in bytes.
fn most(of: &Extent) -> u64 {
    let own = match of.told {
        ExtentLen::Prefix(width) => width.max(),
        _ => u64::MAX,
    };
    of.max.map_or(own, |max| max.min(own))
}

impl Walk<'_> {
    /// Constraints by other fields: its computed value, and its limits.
    pub(super) fn relations(&mut self, r: &Field, w: &Field) {
        if let Some(of) = &r.computed
            && r.computed != w.computed
        {
            self.reason(&format!("it has to be `{}`, which what is written may not be", of.text));
        }
        for (read, written, words) in
            [(&r.least, &w.least, "as few as"), (&r.most, &w.most, "as many as")]
        {
            if let Some(of) = read
                && read != written
            {
                self.reason(&format!("{words} `{}` may be read, and others are written", of.text));
            }
        }
    }

    /// Compares the framing. Returns the sides for the content, and whether the content was
    /// compared too, or can't be.
    pub(super) fn frame<'r, 'w>(
        &mut self,
        (r, mut rs): (&Field, Side<'r>),
        (w, mut ws): (&Field, Side<'w>),
    ) -> ((Side<'r>, Side<'w>), bool) {
        if r.padding != w.padding {
            self.reason("the padding around it changed");
        }
        let mut done = false;
        match (&r.bytes, &w.bytes) {
            (None, None) => {}
            (Some(read), Some(written)) => {
                self.extent((read, rs.encoding), (written, ws.encoding));
                // The last part of it may take the rest.
                (rs.last, ws.last) = (true, true);
            }
            (None, Some(_)) => {
                self.reason("it is written with its length in bytes, and read without");
                done = true;
            }
            (Some(_), None) => {
                self.reason("it is written without its length in bytes, and read with it");
                done = true;
            }
        }
        if !done && [r.encoding, w.encoding].contains(&FieldEncoding::Bits) {
            self.bits((r, rs), (w, ws));
            done = true;
        } else if !done && [r.encoding, w.encoding].contains(&FieldEncoding::Detached) {
            self.detached((r, rs), (w, ws));
            done = true;
        }
        ((rs, ws), done)
    }

    fn extent(&mut self, (r, re): (&Extent, &Encoding), (w, we): (&Extent, &Encoding)) {
        match (&r.told, &w.told) {
            (ExtentLen::Prefix(read), ExtentLen::Prefix(written)) => {
                let of = |width: Width, encoding: &Encoding| encoding.width(width, encoding.len);
                let (read, written) = (of(*read, re), of(*written, we));
                if !number::reads((read, re), (written, we), most(w).into()) {
                    let (written, read) = (number::spelled(written, we), number::spelled(read, re));
                    let what = "its length in bytes is written as";
                    self.reason(&format!("{what} {written}, and read as {read}"));
                }
            }
            (read, written) if read == written => {}
            _ => self.reason("its length in bytes is told in another way"),
        }
        if most(w) > most(r) {
            let (written, read) = (most(w), most(r));
            self.reason(&format!("up to {written} bytes are written, and up to {read} are read"));
        }
        if w.min < r.min {
            let (written, read) = (w.min, r.min);
            self.reason(&format!("from {written} bytes on are written, from {read} on are read"));
        }
    }

    fn bits(&mut self, (r, rs): (&Field, Side<'_>), (w, ws): (&Field, Side<'_>)) {
        if r.encoding != w.encoding {
            return self.reason("bits of shared bytes are written or read, and not both");
        }
        if r.bits != w.bits {
            let (written, read) = (w.bits, r.bits);
            self.reason(&format!("{written} bits are written, and {read} are read"));
        }
        if matches!(r.ty, Type::Bool) != matches!(w.ty, Type::Bool) {
            self.reason("a flag is written or read, and a number on the other side");
        }
        let signed = |ty: &Type| matches!(ty, Type::Int(int) if int.signed);
        if signed(&r.ty) != signed(&w.ty) {
            self.reason("its highest bit is a sign on one side");
        }
        if rs.low_first != ws.low_first {
            self.reason("the order of its bits changed");
        }
        let width = |ty: &Type| match ty {
            Type::Int(int) => 8 * u32::from(int.bytes),
            Type::Bool => 1,
            _ => 64,
        };
        if width(&r.ty).min(r.bits) < width(&w.ty).min(w.bits) {
            self.reason("its type holds fewer bits than are written");
        }
    }

    fn detached(&mut self, (r, rs): (&Field, Side<'_>), (w, ws): (&Field, Side<'_>)) {
        if r.encoding != w.encoding {
            return self.reason("its tag is written, or read, and not both");
        }
        if r.tag != w.tag {
            return self.reason("its tag is told by another expression");
        }
        let (reader, writer) = self.models();
        let (Type::Named(read), Type::Named(written)) = (unwrapped(&r.ty), unwrapped(&w.ty)) else {
            return self.ty((&r.ty, rs), (&w.ty, ws));
        };
        match (&reader.named[*read].body, &writer.named[*written].body) {
            (Body::Enum(read), Body::Enum(written)) => {
                // Another field holds the tags.
                self.variants((read, rs), (written, ws), [Number::Fixed(16); 2]);
            }
            _ => self.other(&r.ty, &w.ty),
        }
    }
}

//! The headers of frames.

use super::walk::Walk;
use crate::model::{Header, Part};

impl Walk<'_> {
    /// Compares the frame headers of two protocols.
    pub(super) fn headers(&mut self) {
        let (reader, writer) = self.models();
        match (&reader.header, &writer.header) {
            (Some(read), Some(written)) => {
                self.within("header", |walk| walk.header(read, written));
            }
            (None, None) => {}
            // One of them has no header, only messages.
            _ => self.opaque("of the frame header, one of both is not known"),
        }
    }

    fn header(&mut self, r: &Header, w: &Header) {
        if r.size != w.size {
            self.reason(&format!("{} bytes are written, and {} are read", w.size, r.size));
        }
        if w.max_payload > r.max_payload {
            let (written, read) = (w.max_payload, r.max_payload);
            self.reason(&format!("payloads of up to {written} bytes are sent, {read} are taken"));
        }
        for index in 0..r.parts.len().max(w.parts.len()) {
            match (r.parts.get(index), w.parts.get(index)) {
                (Some(read), Some(written)) => {
                    self.within(&format!(".{}", read.name), |walk| walk.part(read, written));
                }
                (None, Some(part)) => {
                    self.reason(&format!("`{}` is written, and not read", part.name));
                }
                (Some(part), None) => {
                    self.reason(&format!("`{}` is read, and not written", part.name));
                }
                (None, None) => {}
            }
        }
    }

    fn part(&mut self, r: &Part, w: &Part) {
        if (r.offset, r.size) != (w.offset, w.size) {
            let ends = |part: &Part| format!("{} to {}", part.offset, part.offset + part.size);
            self.reason(&format!("it is written at bytes {}, and read at {}", ends(w), ends(r)));
        }
        let is_ordered = r.size > 1 && r.big_endian != w.big_endian;
        if r.shape != w.shape || is_ordered {
            self.reason("it is laid out in another way");
        }
        if r.role != w.role {
            self.reason(&format!("it is written as {:?}, and read as {:?}", w.role, r.role));
        }
        if r.magic != w.magic {
            self.reason("its magic constant changed");
        }
        if r.name != w.name {
            self.note(&format!("`{}` is read as `{}`", w.name, r.name));
        }
    }
}

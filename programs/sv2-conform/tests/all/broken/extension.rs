//! The server's negotiation of extensions.

use std::io::Write as _;

use codec_core::wire::Seq064K;
use codec_stratum::extensions::{RequestExtensionsError, RequestExtensionsSuccess};

use super::REQUIRING;
use super::session::Session;
use super::wire::frame;

impl Session {
    pub(super) fn negotiate(&mut self, request_id: u16, wanted: &[u16]) {
        let list = |list: Vec<u16>| Seq064K::try_from(list).expect("short");
        let (mut agreed, mut others) = (Vec::new(), Vec::new());
        for one in wanted {
            let is_known = *one == 2 || (self.is("X0001-REQE-1") && *one > 0x3000);
            if is_known { agreed.push(*one) } else { others.push(*one) }
        }
        self.names |= agreed.contains(&2);
        let bytes = if agreed.is_empty() {
            if self.is("X0001-REQE-2") {
                others.pop();
            }
            let is_requiring = self.is(REQUIRING) || self.is("X0001-REQ-1");
            let required_extensions = list(if is_requiring { vec![2] } else { vec![] });
            let unsupported_extensions = list(others);
            let request_id = if self.is("X0001-REQE-3") { request_id + 0x40 } else { request_id };
            frame(&RequestExtensionsError {
                request_id,
                unsupported_extensions,
                required_extensions,
            })
        } else {
            if self.is("X0001-REQS-3") {
                agreed.push(3);
            }
            let request_id = if self.is("X0001-REQS-1") { request_id + 0x40 } else { request_id };
            let supported_extensions = list(agreed);
            frame(&RequestExtensionsSuccess { request_id, supported_extensions })
        };
        let is_error = bytes[2] == 2;
        if self.is("X0001-REQS-2") {
            // Sent like a message of the core.
            self.raw(&[&[0], &bytes[1..]].concat());
        } else {
            self.raw(&bytes);
        }
        if self.is("GEN-14") && !is_error {
            let unsupported_extensions = list(vec![]);
            let required_extensions = list(vec![]);
            self.send(&RequestExtensionsError {
                request_id,
                unsupported_extensions,
                required_extensions,
            });
        }
        if (self.is(REQUIRING) || self.is("S-X1-1")) && is_error {
            let _ = self.stream.write_all(&std::mem::take(&mut self.out));
            let _ = self.stream.shutdown(std::net::Shutdown::Both);
        }
    }
}

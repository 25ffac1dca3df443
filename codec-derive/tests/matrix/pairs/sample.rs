//! Made by `made.rs`.

use super::{of_type, pair};

pair! { whole_len [borrow, shared, push] (whole, len = u8) specimen: text }
pair! { varint_pad_before [borrow, shared, push] (varint, pad_before = 2) specimen: number }
pair! { until_be_2 [borrow, shared, push] (until = |last| is_default(last), be) specimen: numbers }
pair! { len_min [borrow, shared, push] (len = u8, min = 3) specimen: set }
pair! { max_count [borrow, shared, push] (max = 90, count = flag + 2) specimen: map }
pair! { index_align [borrow, shared, push] (index, align = 4) specimen: items }
pair! { bytes_tail [borrow, shared, push] (bytes = u8, tail) specimen: text }
pair! { be_if [borrow, shared, push] (be, if = flag & 1 == 1) specimen: maybe_numbers }
of_type! { of_type_borrow_schema fields [schema] }
of_type! { of_type_plain_bound numbers [bound = ""] }
of_type! { of_type_flags_formats fields [id = 7, flags = 1, formats(Bincode, Postcard, BincodeVarint)] }
of_type! { of_type_context_context fields [context = types::Longest] }
of_type! { of_type_be_magic choice [be, magic = 7u16] }

//! Made by `made.rs`.

use super::pair;

pair! { whole_len [borrow, shared, push] (whole, len = u8) text }
pair! { varint_pad_before [borrow, shared, push] (varint, pad_before = 2) number }
pair! { until_be_element [borrow, shared, push] (until = |last| is_default(last), be) numbers }
pair! { len_min [borrow, shared, push] (len = u8, min = 3) set }
pair! { max_count [borrow, shared, push] (max = 90, count = flag + 2) map }
pair! { index_align [borrow, shared, push] (index, align = 4) items }
pair! { bytes_tail [borrow, shared, push] (bytes = u8, tail) text }
pair! { be_if [borrow, shared, push] (be, if = flag & 1 == 1) maybe_numbers }

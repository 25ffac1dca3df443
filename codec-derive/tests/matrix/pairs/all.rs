//! Made by `made.rs`.

use super::{header, pair};

pair! { borrow_whole [shared, push] (borrow, whole) shared numbers items }
pair! { borrow_with [shared, push] (borrow, with = super::super::same) maybe_number number }
pair! { borrow_as [shared, push] (borrow, as = codec_core::field::Same) pointer set map }
pair! { borrow_until [shared, push] (borrow, until = 0) maybe_text text shared }
pair! { borrow_until_element [shared, push] (borrow, until = |last| is_default(last)) numbers items queue }
pair! { borrow_tag [shared, push] (borrow, tag = flag) maybe_body body }
pair! { borrow_len [shared, push] (borrow, len = u8) text shared numbers }
pair! { borrow_max [shared, push] (borrow, max = 90) items queue pointer }
pair! { borrow_min [shared, push] (borrow, min = 3) queue pointer set }
pair! { borrow_count [shared, push] (borrow, count = flag + 2) items queue pointer }
pair! { borrow_index [shared, push] (borrow, index) queue maybe_numbers numbers }
pair! { borrow_computed [shared, push] (borrow, computed = flag) maybe_number number }
pair! { borrow_computed [shared, push] (borrow, computed = Specimen) text shared body }
pair! { borrow_bytes [shared, push] (borrow, bytes = u8) queue pointer set }
pair! { borrow_be [shared, push] (borrow, be) shared numbers items }
pair! { borrow_le [shared, push] (borrow, le) numbers items queue }
pair! { borrow_pad_before [shared, push] (borrow, pad_before = 2) items queue pointer }
pair! { borrow_pad_after [shared, push] (borrow, pad_after = 1) queue pointer set }
pair! { borrow_align [shared, push] (borrow, align = 4) pointer set map }
pair! { borrow_check [shared, push] (borrow, check = |_| true) map maybe_number maybe_text }
pair! { borrow_if [shared, push] (borrow, if = flag & 1 == 1) maybe_text maybe_numbers maybe_body }
pair! { borrow_tail [shared, push] (borrow, tail) set map maybe_text }
header! { borrow_id (borrow, id) payload_len }
header! { borrow_payload_len (borrow, payload_len) id }
header! { borrow_includes (borrow, payload_len, includes = 4) id }
header! { borrow_flags (borrow, flags) id payload_len }
pair! { borrow_since [shared, push, version = 3] (borrow, since = 2) shared numbers items }
pair! { borrow_removed [shared, push, version = 3] (borrow, removed = 3, default = specimen) numbers items queue }
pair! { borrow_retired [shared, push, version = 3] (borrow, retired = 3, default = specimen) items queue pointer }
pair! { own_whole [borrow, shared, push] (own, whole) queue pointer set }
pair! { own_as [borrow, shared, push] (own, as = codec_core::field::Same) number text shared }
pair! { own_varint [borrow, shared, push] (own, varint) number maybe_number }
pair! { own_until [borrow, shared, push] (own, until = 0) maybe_text text shared }
pair! { own_until_element [borrow, shared, push] (own, until = |last| is_default(last)) items queue maybe_numbers }
pair! { own_tag [borrow, shared, push] (own, tag = flag) body maybe_body }
pair! { own_len [borrow, shared, push] (own, len = u8) items queue pointer }
pair! { own_max [borrow, shared, push] (own, max = 90) queue pointer set }
pair! { own_min [borrow, shared, push] (own, min = 3) pointer set map }
pair! { own_count [borrow, shared, push] (own, count = flag + 2) set map maybe_text }
pair! { own_index [borrow, shared, push] (own, index) maybe_numbers numbers items }
pair! { own_computed [borrow, shared, push] (own, computed = flag) number maybe_number }
pair! { own_computed [borrow, shared, push] (own, computed = Specimen) text shared body }
pair! { own_bytes [borrow, shared, push] (own, bytes = u8) boxed body maybe_body }
pair! { own_be [borrow, shared, push] (own, be) queue pointer set }
pair! { own_le [borrow, shared, push] (own, le) pointer set map }
pair! { own_pad_before [borrow, shared, push] (own, pad_before = 2) set map maybe_number }
pair! { own_pad_after [borrow, shared, push] (own, pad_after = 1) map maybe_number maybe_text }
pair! { own_align [borrow, shared, push] (own, align = 4) maybe_number maybe_text maybe_numbers }
pair! { own_check [borrow, shared, push] (own, check = |_| true) maybe_numbers boxed body }
pair! { own_if [borrow, shared, push] (own, if = flag & 1 == 1) maybe_numbers maybe_body maybe_number }
pair! { own_tail [borrow, shared, push] (own, tail) maybe_numbers text shared }
header! { own_id (own, id) payload_len }
header! { own_payload_len (own, payload_len) id }
header! { own_includes (own, payload_len, includes = 4) id }
header! { own_flags (own, flags) id payload_len }
pair! { own_since [borrow, shared, push, version = 3] (own, since = 2) queue pointer set }
pair! { own_removed [borrow, shared, push, version = 3] (own, removed = 3, default = specimen) pointer set map }
pair! { own_retired [borrow, shared, push, version = 3] (own, retired = 3, default = specimen) set map maybe_number }
pair! { whole_len [borrow, shared, push] (whole, len = u8) pointer set map }
pair! { whole_max [borrow, shared, push] (whole, max = 90) queue pointer set }
pair! { whole_min [borrow, shared, push] (whole, min = 3) pointer set map }
pair! { whole_count [borrow, shared, push] (whole, count = flag + 2) maybe_text maybe_numbers text }
pair! { whole_computed [borrow, shared, push] (whole, computed = flag) number maybe_number }
pair! { whole_computed [borrow, shared, push] (whole, computed = Specimen) body text shared }
pair! { whole_bytes [borrow, shared, push] (whole, bytes = u8) queue pointer set }
pair! { whole_be [borrow, shared, push] (whole, be) set map maybe_number }
pair! { whole_le [borrow, shared, push] (whole, le) map maybe_number maybe_text }
pair! { whole_pad_before [borrow, shared, push] (whole, pad_before = 2) maybe_number maybe_text maybe_numbers }
pair! { whole_pad_after [borrow, shared, push] (whole, pad_after = 1) maybe_text maybe_numbers boxed }
pair! { whole_align [borrow, shared, push] (whole, align = 4) maybe_numbers boxed body }
pair! { whole_check [borrow, shared, push] (whole, check = |_| true) body maybe_body number }
pair! { whole_if [borrow, shared, push] (whole, if = flag & 1 == 1) maybe_numbers maybe_body maybe_number }
header! { whole_id (whole, id) payload_len }
header! { whole_payload_len (whole, payload_len) id }
header! { whole_includes (whole, payload_len, includes = 4) id }
header! { whole_flags (whole, flags) id payload_len }
pair! { whole_since [borrow, shared, push, version = 3] (whole, since = 2) set map maybe_number }
pair! { whole_removed [borrow, shared, push, version = 3] (whole, removed = 3, default = specimen) map maybe_number maybe_text }
pair! { whole_retired [borrow, shared, push, version = 3] (whole, retired = 3, default = specimen) maybe_number maybe_text maybe_numbers }
pair! { skip_default [borrow, shared, push] (skip, default = specimen) maybe_number maybe_text maybe_numbers }
pair! { default_since [borrow, shared, push, version = 3] (default = specimen, since = 2) map maybe_number maybe_text }
pair! { default_removed [borrow, shared, push, version = 3] (default = specimen, removed = 3) maybe_number maybe_text maybe_numbers }
pair! { default_retired [borrow, shared, push, version = 3] (default = specimen, retired = 3) maybe_text maybe_numbers boxed }
pair! { with_computed [borrow, shared, push] (with = super::super::same, computed = flag) number maybe_number }
pair! { with_bytes [borrow, shared, push] (with = super::super::same, bytes = u8) maybe_number number }
pair! { with_be [borrow, shared, push] (with = super::super::same, be) number maybe_number }
pair! { with_le [borrow, shared, push] (with = super::super::same, le) maybe_number number }
pair! { with_pad_before [borrow, shared, push] (with = super::super::same, pad_before = 2) number maybe_number }
pair! { with_pad_after [borrow, shared, push] (with = super::super::same, pad_after = 1) maybe_number number }
pair! { with_align [borrow, shared, push] (with = super::super::same, align = 4) number maybe_number }
pair! { with_check [borrow, shared, push] (with = super::super::same, check = |_| true) number maybe_number }
pair! { with_if [borrow, shared, push] (with = super::super::same, if = flag & 1 == 1) maybe_number }
pair! { with_since [borrow, shared, push, version = 3] (with = super::super::same, since = 2) maybe_number number }
pair! { with_removed [borrow, shared, push, version = 3] (with = super::super::same, removed = 3, default = specimen) number maybe_number }
pair! { with_retired [borrow, shared, push, version = 3] (with = super::super::same, retired = 3, default = specimen) maybe_number number }
pair! { as_computed [borrow, shared, push] (as = codec_core::field::Same, computed = flag) number maybe_number }
pair! { as_computed [borrow, shared, push] (as = codec_core::field::Same, computed = Specimen) text shared }
pair! { as_bytes [borrow, shared, push] (as = codec_core::field::Same, bytes = u8) items queue pointer }
pair! { as_be [borrow, shared, push] (as = codec_core::field::Same, be) queue pointer set }
pair! { as_le [borrow, shared, push] (as = codec_core::field::Same, le) pointer set map }
pair! { as_pad_before [borrow, shared, push] (as = codec_core::field::Same, pad_before = 2) set map maybe_number }
pair! { as_pad_after [borrow, shared, push] (as = codec_core::field::Same, pad_after = 1) map maybe_number maybe_text }
pair! { as_align [borrow, shared, push] (as = codec_core::field::Same, align = 4) maybe_number maybe_text maybe_numbers }
pair! { as_check [borrow, shared, push] (as = codec_core::field::Same, check = |_| true) maybe_numbers boxed number }
pair! { as_if [borrow, shared, push] (as = codec_core::field::Same, if = flag & 1 == 1) maybe_text maybe_numbers maybe_number }
pair! { as_since [borrow, shared, push, version = 3] (as = codec_core::field::Same, since = 2) set map maybe_number }
pair! { as_removed [borrow, shared, push, version = 3] (as = codec_core::field::Same, removed = 3, default = specimen) map maybe_number maybe_text }
pair! { as_retired [borrow, shared, push, version = 3] (as = codec_core::field::Same, retired = 3, default = specimen) maybe_number maybe_text maybe_numbers }
pair! { varint_computed [borrow, shared, push] (varint, computed = flag) maybe_number number }
pair! { varint_bytes [borrow, shared, push] (varint, bytes = u8) number maybe_number }
pair! { varint_pad_before [borrow, shared, push] (varint, pad_before = 2) maybe_number number }
pair! { varint_pad_after [borrow, shared, push] (varint, pad_after = 1) number maybe_number }
pair! { varint_align [borrow, shared, push] (varint, align = 4) maybe_number number }
pair! { varint_check [borrow, shared, push] (varint, check = |_| true) maybe_number number }
pair! { varint_if [borrow, shared, push] (varint, if = flag & 1 == 1) maybe_number }
pair! { varint_since [borrow, shared, push, version = 3] (varint, since = 2) number maybe_number }
pair! { varint_removed [borrow, shared, push, version = 3] (varint, removed = 3, default = specimen) maybe_number number }
pair! { varint_retired [borrow, shared, push, version = 3] (varint, retired = 3, default = specimen) number maybe_number }
pair! { until_computed [borrow, shared, push] (until = 0, computed = Specimen) shared text }
pair! { until_bytes [borrow, shared, push] (until = 0, bytes = u8) text shared maybe_text }
pair! { until_bytes_element [borrow, shared, push] (until = |last| is_default(last), bytes = u8) numbers items queue }
pair! { until_be [borrow, shared, push] (until = 0, be) shared maybe_text text }
pair! { until_be_element [borrow, shared, push] (until = |last| is_default(last), be) items queue maybe_numbers }
pair! { until_le [borrow, shared, push] (until = 0, le) maybe_text text shared }
pair! { until_le_element [borrow, shared, push] (until = |last| is_default(last), le) queue maybe_numbers numbers }
pair! { until_pad_before [borrow, shared, push] (until = 0, pad_before = 2) text shared maybe_text }
pair! { until_pad_before_element [borrow, shared, push] (until = |last| is_default(last), pad_before = 2) maybe_numbers numbers items }
pair! { until_pad_after [borrow, shared, push] (until = 0, pad_after = 1) shared maybe_text text }
pair! { until_pad_after_element [borrow, shared, push] (until = |last| is_default(last), pad_after = 1) numbers items queue }
pair! { until_align [borrow, shared, push] (until = 0, align = 4) maybe_text text shared }
pair! { until_align_element [borrow, shared, push] (until = |last| is_default(last), align = 4) items queue maybe_numbers }
pair! { until_check [borrow, shared, push] (until = 0, check = |_| true) shared maybe_text text }
pair! { until_check_element [borrow, shared, push] (until = |last| is_default(last), check = |_| true) maybe_numbers numbers items }
pair! { until_if [borrow, shared, push] (until = 0, if = flag & 1 == 1) maybe_text }
pair! { until_if_element [borrow, shared, push] (until = |last| is_default(last), if = flag & 1 == 1) maybe_numbers }
pair! { until_tail_element [borrow, shared, push] (until = |last| is_default(last), tail) queue maybe_numbers numbers }
pair! { until_since [borrow, shared, push, version = 3] (until = 0, since = 2) shared maybe_text text }
pair! { until_since_element [borrow, shared, push, version = 3] (until = |last| is_default(last), since = 2) numbers items queue }
pair! { until_removed [borrow, shared, push, version = 3] (until = 0, removed = 3, default = specimen) maybe_text text shared }
pair! { until_removed_element [borrow, shared, push, version = 3] (until = |last| is_default(last), removed = 3, default = specimen) items queue maybe_numbers }
pair! { until_retired [borrow, shared, push, version = 3] (until = 0, retired = 3, default = specimen) text shared maybe_text }
pair! { until_retired_element [borrow, shared, push, version = 3] (until = |last| is_default(last), retired = 3, default = specimen) queue maybe_numbers numbers }
pair! { tag_computed [borrow, shared, push] (tag = flag, computed = Specimen) body }
pair! { tag_bytes [borrow, shared, push] (tag = flag, bytes = u8) maybe_body body }
pair! { tag_be [borrow, shared, push] (tag = flag, be) body maybe_body }
pair! { tag_le [borrow, shared, push] (tag = flag, le) maybe_body body }
pair! { tag_pad_before [borrow, shared, push] (tag = flag, pad_before = 2) body maybe_body }
pair! { tag_pad_after [borrow, shared, push] (tag = flag, pad_after = 1) maybe_body body }
pair! { tag_align [borrow, shared, push] (tag = flag, align = 4) body maybe_body }
pair! { tag_check [borrow, shared, push] (tag = flag, check = |_| true) body maybe_body }
pair! { tag_if [borrow, shared, push] (tag = flag, if = flag & 1 == 1) maybe_body }
pair! { tag_since [borrow, shared, push, version = 3] (tag = flag, since = 2) maybe_body body }
pair! { tag_removed [borrow, shared, push, version = 3] (tag = flag, removed = 3, default = specimen) body maybe_body }
pair! { tag_retired [borrow, shared, push, version = 3] (tag = flag, retired = 3, default = specimen) maybe_body body }
pair! { len_max [borrow, shared, push] (len = u8, max = 90) text shared numbers }
pair! { len_min [borrow, shared, push] (len = u8, min = 3) shared numbers items }
pair! { len_index [borrow, shared, push] (len = u8, index) maybe_numbers numbers items }
pair! { len_computed [borrow, shared, push] (len = u8, computed = Specimen) text shared }
pair! { len_bytes [borrow, shared, push] (len = u8, bytes = u8) shared numbers items }
pair! { len_be [borrow, shared, push] (len = u8, be) numbers items queue }
pair! { len_le [borrow, shared, push] (len = u8, le) items queue pointer }
pair! { len_pad_before [borrow, shared, push] (len = u8, pad_before = 2) queue pointer set }
pair! { len_pad_after [borrow, shared, push] (len = u8, pad_after = 1) pointer set map }
pair! { len_align [borrow, shared, push] (len = u8, align = 4) set map maybe_text }
pair! { len_check [borrow, shared, push] (len = u8, check = |_| true) maybe_text maybe_numbers text }
pair! { len_if [borrow, shared, push] (len = u8, if = flag & 1 == 1) maybe_text maybe_numbers }
pair! { len_since [borrow, shared, push, version = 3] (len = u8, since = 2) map maybe_text maybe_numbers }
pair! { len_removed [borrow, shared, push, version = 3] (len = u8, removed = 3, default = specimen) maybe_text maybe_numbers text }
pair! { len_retired [borrow, shared, push, version = 3] (len = u8, retired = 3, default = specimen) maybe_numbers text shared }
pair! { max_min [borrow, shared, push] (max = 90, min = 3) text shared numbers }
pair! { max_count [borrow, shared, push] (max = 90, count = flag + 2) shared numbers items }
pair! { max_index [borrow, shared, push] (max = 90, index) items queue numbers }
pair! { max_computed [borrow, shared, push] (max = 90, computed = Specimen) shared text }
pair! { max_bytes [borrow, shared, push] (max = 90, bytes = u8) set map maybe_number }
pair! { max_be [borrow, shared, push] (max = 90, be) pointer set map }
pair! { max_le [borrow, shared, push] (max = 90, le) set map text }
pair! { max_pad_before [borrow, shared, push] (max = 90, pad_before = 2) map text shared }
pair! { max_pad_after [borrow, shared, push] (max = 90, pad_after = 1) text shared numbers }
pair! { max_align [borrow, shared, push] (max = 90, align = 4) shared numbers items }
pair! { max_check [borrow, shared, push] (max = 90, check = |_| true) items queue pointer }
pair! { max_if [borrow, shared, push] (max = 90, if = flag & 1 == 1) maybe_numbers maybe_text }
header! { max_payload_len (max = 90, payload_len) id }
header! { max_includes (max = 90, payload_len, includes = 4) id }
pair! { max_since [borrow, shared, push, version = 3] (max = 90, since = 2) queue pointer set }
pair! { max_removed [borrow, shared, push, version = 3] (max = 90, removed = 3, default = specimen) pointer set map }
pair! { max_retired [borrow, shared, push, version = 3] (max = 90, retired = 3, default = specimen) set map text }
pair! { min_count [borrow, shared, push] (min = 3, count = flag + 2) map text shared }
pair! { min_index [borrow, shared, push] (min = 3, index) queue numbers items }
pair! { min_computed [borrow, shared, push] (min = 3, computed = Specimen) shared text }
pair! { min_bytes [borrow, shared, push] (min = 3, bytes = u8) set map maybe_number }
pair! { min_be [borrow, shared, push] (min = 3, be) items queue pointer }
pair! { min_le [borrow, shared, push] (min = 3, le) queue pointer set }
pair! { min_pad_before [borrow, shared, push] (min = 3, pad_before = 2) pointer set map }
pair! { min_pad_after [borrow, shared, push] (min = 3, pad_after = 1) set map text }
pair! { min_align [borrow, shared, push] (min = 3, align = 4) map text shared }
pair! { min_check [borrow, shared, push] (min = 3, check = |_| true) shared numbers items }
pair! { min_if [borrow, shared, push] (min = 3, if = flag & 1 == 1) maybe_numbers maybe_text }
pair! { min_since [borrow, shared, push, version = 3] (min = 3, since = 2) numbers items queue }
pair! { min_removed [borrow, shared, push, version = 3] (min = 3, removed = 3, default = specimen) items queue pointer }
pair! { min_retired [borrow, shared, push, version = 3] (min = 3, retired = 3, default = specimen) queue pointer set }
pair! { count_index [borrow, shared, push] (count = flag + 2, index) items queue maybe_numbers }
pair! { count_computed [borrow, shared, push] (count = flag + 2, computed = Specimen) text shared }
pair! { count_bytes [borrow, shared, push] (count = flag + 2, bytes = u8) map maybe_text maybe_numbers }
pair! { count_be [borrow, shared, push] (count = flag + 2, be) maybe_text maybe_numbers text }
pair! { count_le [borrow, shared, push] (count = flag + 2, le) maybe_numbers text shared }
pair! { count_pad_before [borrow, shared, push] (count = flag + 2, pad_before = 2) text shared numbers }
pair! { count_pad_after [borrow, shared, push] (count = flag + 2, pad_after = 1) shared numbers items }
pair! { count_align [borrow, shared, push] (count = flag + 2, align = 4) numbers items queue }
pair! { count_check [borrow, shared, push] (count = flag + 2, check = |_| true) queue pointer set }
pair! { count_if [borrow, shared, push] (count = flag + 2, if = flag & 1 == 1) maybe_text maybe_numbers }
pair! { count_since [borrow, shared, push, version = 3] (count = flag + 2, since = 2) items queue pointer }
pair! { count_removed [borrow, shared, push, version = 3] (count = flag + 2, removed = 3, default = specimen) queue pointer set }
pair! { count_retired [borrow, shared, push, version = 3] (count = flag + 2, retired = 3, default = specimen) pointer set map }
pair! { index_bytes [borrow, shared, push] (index, bytes = u8) maybe_numbers numbers items }
pair! { index_be [borrow, shared, push] (index, be) numbers items queue }
pair! { index_le [borrow, shared, push] (index, le) items queue maybe_numbers }
pair! { index_pad_before [borrow, shared, push] (index, pad_before = 2) queue maybe_numbers numbers }
pair! { index_pad_after [borrow, shared, push] (index, pad_after = 1) maybe_numbers numbers items }
pair! { index_align [borrow, shared, push] (index, align = 4) numbers items queue }
pair! { index_check [borrow, shared, push] (index, check = |_| true) queue maybe_numbers numbers }
pair! { index_if [borrow, shared, push] (index, if = flag & 1 == 1) maybe_numbers }
pair! { index_since [borrow, shared, push, version = 3] (index, since = 2) maybe_numbers numbers items }
pair! { index_removed [borrow, shared, push, version = 3] (index, removed = 3, default = specimen) numbers items queue }
pair! { index_retired [borrow, shared, push, version = 3] (index, retired = 3, default = specimen) items queue maybe_numbers }
pair! { computed_be [borrow, shared, push] (computed = flag, be) maybe_number number }
pair! { computed_be [borrow, shared, push] (computed = Specimen, be) body text shared }
pair! { computed_le [borrow, shared, push] (computed = flag, le) number maybe_number }
pair! { computed_le [borrow, shared, push] (computed = Specimen, le) text shared body }
pair! { computed_bits [borrow, shared, push] (computed = flag, bits = 8) number }
pair! { computed_check [borrow, shared, push] (computed = flag, check = |_| true) maybe_number number }
pair! { computed_check [borrow, shared, push] (computed = Specimen, check = |_| true) body text shared }
pair! { computed_if [borrow, shared, push] (computed = flag, if = flag & 1 == 1) maybe_number }
pair! { bytes_be [borrow, shared, push] (bytes = u8, be) maybe_numbers boxed body }
pair! { bytes_le [borrow, shared, push] (bytes = u8, le) boxed body maybe_body }
pair! { bytes_pad_before [borrow, shared, push] (bytes = u8, pad_before = 2) body maybe_body number }
pair! { bytes_pad_after [borrow, shared, push] (bytes = u8, pad_after = 1) maybe_body number numbers }
pair! { bytes_align [borrow, shared, push] (bytes = u8, align = 4) number numbers items }
pair! { bytes_check [borrow, shared, push] (bytes = u8, check = |_| true) items queue pointer }
pair! { bytes_if [borrow, shared, push] (bytes = u8, if = flag & 1 == 1) maybe_text maybe_numbers maybe_body }
pair! { bytes_tail [borrow, shared, push] (bytes = u8, tail) queue pointer set }
pair! { bytes_since [borrow, shared, push, version = 3] (bytes = u8, since = 2) body maybe_body number }
pair! { be_pad_before [borrow, shared, push] (be, pad_before = 2) boxed body maybe_body }
pair! { be_pad_after [borrow, shared, push] (be, pad_after = 1) body maybe_body unit }
pair! { be_align [borrow, shared, push] (be, align = 4) maybe_body unit number }
pair! { be_check [borrow, shared, push] (be, check = |_| true) body maybe_body number }
pair! { be_magic [borrow, shared, push] (be, magic = 7u16) unit }
pair! { be_if [borrow, shared, push] (be, if = flag & 1 == 1) maybe_numbers maybe_body maybe_number }
pair! { be_tail [borrow, shared, push] (be, tail) shared numbers items }
header! { be_id (be, id) payload_len }
header! { be_payload_len (be, payload_len) id }
header! { be_includes (be, payload_len, includes = 4) id }
header! { be_flags (be, flags) id payload_len }
pair! { be_since [borrow, shared, push, version = 3] (be, since = 2) maybe_number maybe_text maybe_numbers }
pair! { be_removed [borrow, shared, push, version = 3] (be, removed = 3, default = specimen) maybe_text maybe_numbers boxed }
pair! { be_retired [borrow, shared, push, version = 3] (be, retired = 3, default = specimen) maybe_numbers boxed body }
pair! { le_pad_before [borrow, shared, push] (le, pad_before = 2) boxed body maybe_body }
pair! { le_pad_after [borrow, shared, push] (le, pad_after = 1) body maybe_body unit }
pair! { le_align [borrow, shared, push] (le, align = 4) maybe_body unit number }
pair! { le_check [borrow, shared, push] (le, check = |_| true) maybe_body number text }
pair! { le_magic [borrow, shared, push] (le, magic = 7u16) unit }
pair! { le_if [borrow, shared, push] (le, if = flag & 1 == 1) maybe_numbers maybe_body maybe_number }
pair! { le_tail [borrow, shared, push] (le, tail) map maybe_text maybe_numbers }
header! { le_id (le, id) payload_len }
header! { le_payload_len (le, payload_len) id }
header! { le_includes (le, payload_len, includes = 4) id }
header! { le_flags (le, flags) id payload_len }
pair! { le_since [borrow, shared, push, version = 3] (le, since = 2) maybe_number maybe_text maybe_numbers }
pair! { le_removed [borrow, shared, push, version = 3] (le, removed = 3, default = specimen) maybe_text maybe_numbers boxed }
pair! { le_retired [borrow, shared, push, version = 3] (le, retired = 3, default = specimen) maybe_numbers boxed body }
pair! { pad_before_pad_after [borrow, shared, push] (pad_before = 2, pad_after = 1) boxed body maybe_body }
pair! { pad_before_align [borrow, shared, push] (pad_before = 2, align = 4) body maybe_body unit }
pair! { pad_before_check [borrow, shared, push] (pad_before = 2, check = |_| true) maybe_body number text }
pair! { pad_before_magic [borrow, shared, push] (pad_before = 2, magic = 7u16) unit }
pair! { pad_before_if [borrow, shared, push] (pad_before = 2, if = flag & 1 == 1) maybe_text maybe_numbers maybe_body }
pair! { pad_before_tail [borrow, shared, push] (pad_before = 2, tail) numbers items queue }
pair! { pad_after_align [borrow, shared, push] (pad_after = 1, align = 4) maybe_numbers boxed body }
pair! { pad_after_check [borrow, shared, push] (pad_after = 1, check = |_| true) body maybe_body number }
pair! { pad_after_magic [borrow, shared, push] (pad_after = 1, magic = 7u16) unit }
pair! { pad_after_if [borrow, shared, push] (pad_after = 1, if = flag & 1 == 1) maybe_body maybe_number maybe_text }
pair! { pad_after_tail [borrow, shared, push] (pad_after = 1, tail) set map maybe_text }
pair! { align_check [borrow, shared, push] (align = 4, check = |_| true) maybe_numbers boxed body }
pair! { align_magic [borrow, shared, push] (align = 4, magic = 7u16) unit }
pair! { align_if [borrow, shared, push] (align = 4, if = flag & 1 == 1) maybe_number maybe_text maybe_numbers }
pair! { align_tail [borrow, shared, push] (align = 4, tail) maybe_numbers text shared }
pair! { check_if [borrow, shared, push] (check = |_| true, if = flag & 1 == 1) maybe_body maybe_number maybe_text }
pair! { check_tail [borrow, shared, push] (check = |_| true, tail) numbers items queue }
header! { check_id (check = |_| true, id) payload_len }
header! { check_payload_len (check = |_| true, payload_len) id }
header! { check_includes (check = |_| true, payload_len, includes = 4) id }
header! { check_flags (check = |_| true, flags) id payload_len }
pair! { check_since [borrow, shared, push, version = 3] (check = |_| true, since = 2) body maybe_body number }
pair! { check_removed [borrow, shared, push, version = 3] (check = |_| true, removed = 3, default = specimen) maybe_body number text }
pair! { check_retired [borrow, shared, push, version = 3] (check = |_| true, retired = 3, default = specimen) number text shared }
pair! { magic_since [borrow, shared, push, version = 3] (magic = 7u16, since = 2) unit }
pair! { tail_since [borrow, shared, push, version = 3] (tail, since = 2) pointer set map }
pair! { tail_removed [borrow, shared, push, version = 3] (tail, removed = 3, default = specimen) set map maybe_text }
pair! { tail_retired [borrow, shared, push, version = 3] (tail, retired = 3, default = specimen) map maybe_text maybe_numbers }
header! { payload_len_includes (payload_len, includes = 4) id }
pair! { since_removed [borrow, shared, push, version = 3] (since = 2, removed = 3, default = specimen) text shared numbers }
pair! { since_retired [borrow, shared, push, version = 3] (since = 2, retired = 3, default = specimen) shared numbers items }

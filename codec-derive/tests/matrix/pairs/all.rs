//! Made by `made.rs`.

use super::{header, of_type, pair};

pair! { borrow_whole [shared, push] (borrow, whole) specimen: shared numbers items }
pair! { borrow_with [shared, push] (borrow, with = same) specimen: number }
pair! { borrow_as [shared, push] (borrow, as = codec_core::field::Same) specimen: number }
pair! { borrow_until [shared, push] (borrow, until = 0) specimen: text shared }
pair! { borrow_until_2 [shared, push] (borrow, until = |last| is_default(last)) specimen: numbers }
pair! { borrow_tag [shared, push] (borrow, tag = flag) specimen: body }
pair! { borrow_len [shared, push] (borrow, len = u8) specimen: text shared numbers }
pair! { borrow_max [shared, push] (borrow, max = 90) specimen: items queue pointer }
pair! { borrow_min [shared, push] (borrow, min = 3) specimen: queue pointer set }
pair! { borrow_count [shared, push] (borrow, count = flag + 2) specimen: pointer set map }
pair! { borrow_index [shared, push] (borrow, index) specimen: queue numbers items }
pair! { borrow_computed [shared, push] (borrow, computed = flag) specimen: number }
pair! { borrow_computed_2 [shared, push] (borrow, computed = Specimen) specimen: text shared body }
pair! { borrow_bytes [shared, push] (borrow, bytes = u8) specimen: queue pointer set }
pair! { borrow_be [shared, push] (borrow, be) specimen: shared numbers items }
pair! { borrow_le [shared, push] (borrow, le) specimen: numbers items queue }
pair! { borrow_pad_before [shared, push] (borrow, pad_before = 2) specimen: items queue pointer }
pair! { borrow_pad_before_2 [shared, push] (borrow, pad_before = offset) specimen: text }
pair! { borrow_pad_after [shared, push] (borrow, pad_after = 1) specimen: queue pointer set }
pair! { borrow_align [shared, push] (borrow, align = 4) specimen: pointer set map }
pair! { borrow_check [shared, push] (borrow, check = |_| true) specimen: map maybe_number maybe_text }
pair! { borrow_if [shared, push] (borrow, if = flag & 1 == 1) specimen: maybe_text maybe_numbers maybe_body }
pair! { borrow_tail [shared, push] (borrow, tail) specimen: set map maybe_text }
header! { borrow_id (borrow, id) payload_len }
header! { borrow_payload_len (borrow, payload_len) id }
header! { borrow_includes (borrow, payload_len, includes = 4) id }
header! { borrow_flags (borrow, flags) id payload_len }
pair! { borrow_since [shared, push, version = 3] (borrow, since = 2) specimen: items queue pointer }
pair! { borrow_removed [shared, push, version = 3] (borrow, removed = 3) default: queue pointer set }
pair! { borrow_retired [shared, push, version = 3] (borrow, retired = 3) default: pointer set map }
pair! { own_whole [borrow, shared, push] (own, whole) specimen: queue pointer set }
pair! { own_as [borrow, shared, push] (own, as = codec_core::field::Same) specimen: number text shared }
pair! { own_varint [borrow, shared, push] (own, varint) specimen: number }
pair! { own_until [borrow, shared, push] (own, until = 0) specimen: shared text }
pair! { own_until_2 [borrow, shared, push] (own, until = |last| is_default(last)) specimen: numbers }
pair! { own_tag [borrow, shared, push] (own, tag = flag) specimen: body }
pair! { own_len [borrow, shared, push] (own, len = u8) specimen: items queue pointer }
pair! { own_max [borrow, shared, push] (own, max = 90) specimen: queue pointer set }
pair! { own_min [borrow, shared, push] (own, min = 3) specimen: pointer set map }
pair! { own_count [borrow, shared, push] (own, count = flag + 2) specimen: set map text }
pair! { own_index [borrow, shared, push] (own, index) specimen: queue numbers items }
pair! { own_computed [borrow, shared, push] (own, computed = flag) specimen: number }
pair! { own_computed_2 [borrow, shared, push] (own, computed = Specimen) specimen: text shared body }
pair! { own_bytes [borrow, shared, push] (own, bytes = u8) specimen: boxed body maybe_body }
pair! { own_be [borrow, shared, push] (own, be) specimen: queue pointer set }
pair! { own_le [borrow, shared, push] (own, le) specimen: pointer set map }
pair! { own_pad_before [borrow, shared, push] (own, pad_before = 2) specimen: set map maybe_number }
pair! { own_pad_before_2 [borrow, shared, push] (own, pad_before = offset) specimen: text }
pair! { own_pad_after [borrow, shared, push] (own, pad_after = 1) specimen: map maybe_number maybe_text }
pair! { own_align [borrow, shared, push] (own, align = 4) specimen: maybe_number maybe_text maybe_numbers }
pair! { own_check [borrow, shared, push] (own, check = |_| true) specimen: maybe_numbers boxed body }
pair! { own_if [borrow, shared, push] (own, if = flag & 1 == 1) specimen: maybe_numbers maybe_body maybe_number }
pair! { own_tail [borrow, shared, push] (own, tail) specimen: maybe_numbers text shared }
header! { own_id (own, id) payload_len }
header! { own_payload_len (own, payload_len) id }
header! { own_includes (own, payload_len, includes = 4) id }
header! { own_flags (own, flags) id payload_len }
pair! { own_since [borrow, shared, push, version = 3] (own, since = 2) specimen: maybe_number maybe_text maybe_numbers }
pair! { own_removed [borrow, shared, push, version = 3] (own, removed = 3) default: maybe_text maybe_numbers body }
pair! { own_retired [borrow, shared, push, version = 3] (own, retired = 3) default: maybe_numbers body maybe_body }
pair! { whole_len [borrow, shared, push] (whole, len = u8) specimen: pointer set map }
pair! { whole_max [borrow, shared, push] (whole, max = 90) specimen: queue pointer set }
pair! { whole_min [borrow, shared, push] (whole, min = 3) specimen: pointer set map }
pair! { whole_count [borrow, shared, push] (whole, count = flag + 2) specimen: set map text }
pair! { whole_computed [borrow, shared, push] (whole, computed = flag) specimen: number }
pair! { whole_computed_2 [borrow, shared, push] (whole, computed = Specimen) specimen: body text shared }
pair! { whole_bytes [borrow, shared, push] (whole, bytes = u8) specimen: queue pointer set }
pair! { whole_be [borrow, shared, push] (whole, be) specimen: set map maybe_number }
pair! { whole_le [borrow, shared, push] (whole, le) specimen: map maybe_number maybe_text }
pair! { whole_pad_before [borrow, shared, push] (whole, pad_before = 2) specimen: maybe_number maybe_text maybe_numbers }
pair! { whole_pad_before_2 [borrow, shared, push] (whole, pad_before = offset) specimen: text }
pair! { whole_pad_after [borrow, shared, push] (whole, pad_after = 1) specimen: maybe_text maybe_numbers boxed }
pair! { whole_align [borrow, shared, push] (whole, align = 4) specimen: maybe_numbers boxed body }
pair! { whole_check [borrow, shared, push] (whole, check = |_| true) specimen: body maybe_body number }
pair! { whole_if [borrow, shared, push] (whole, if = flag & 1 == 1) specimen: maybe_numbers maybe_body maybe_number }
header! { whole_id (whole, id) payload_len }
header! { whole_payload_len (whole, payload_len) id }
header! { whole_includes (whole, payload_len, includes = 4) id }
header! { whole_flags (whole, flags) id payload_len }
pair! { whole_since [borrow, shared, push, version = 3] (whole, since = 2) specimen: maybe_body number text }
pair! { whole_removed [borrow, shared, push, version = 3] (whole, removed = 3) default: number text shared }
pair! { whole_retired [borrow, shared, push, version = 3] (whole, retired = 3) default: text shared numbers }
pair! { skip_default [borrow, shared, push] (skip, default = specimen) specimen: text shared number }
pair! { default_if [borrow, shared, push] (default = || Specimen, if = flag & 1 == 1) specimen: body number text }
pair! { default_since [borrow, shared, push, version = 3] (default = || Specimen, since = 2) specimen: shared body number }
pair! { default_removed [borrow, shared, push, version = 3] (default = || Specimen, removed = 3) specimen: body number text }
pair! { default_retired [borrow, shared, push, version = 3] (default = || Specimen, retired = 3) specimen: number text shared }
pair! { with_computed [borrow, shared, push] (with = same, computed = flag) specimen: number }
pair! { with_bytes [borrow, shared, push] (with = same, bytes = u8) specimen: number }
pair! { with_be [borrow, shared, push] (with = same, be) specimen: number }
pair! { with_le [borrow, shared, push] (with = same, le) specimen: number }
pair! { with_pad_before [borrow, shared, push] (with = same, pad_before = 2) specimen: number }
pair! { with_pad_after [borrow, shared, push] (with = same, pad_after = 1) specimen: number }
pair! { with_align [borrow, shared, push] (with = same, align = 4) specimen: number }
pair! { with_check [borrow, shared, push] (with = same, check = |_| true) specimen: number }
pair! { with_if [borrow, shared, push] (with = same, if = flag & 1 == 1) specimen: maybe_number }
pair! { with_since [borrow, shared, push, version = 3] (with = same, since = 2) specimen: number }
pair! { with_removed [borrow, shared, push, version = 3] (with = same, removed = 3) default: number }
pair! { with_retired [borrow, shared, push, version = 3] (with = same, retired = 3) default: number }
pair! { as_computed [borrow, shared, push] (as = codec_core::field::Same, computed = flag) specimen: number }
pair! { as_computed_2 [borrow, shared, push] (as = codec_core::field::Same, computed = Specimen) specimen: text shared }
pair! { as_bytes [borrow, shared, push] (as = codec_core::field::Same, bytes = u8) specimen: items queue pointer }
pair! { as_be [borrow, shared, push] (as = codec_core::field::Same, be) specimen: queue pointer set }
pair! { as_le [borrow, shared, push] (as = codec_core::field::Same, le) specimen: pointer set map }
pair! { as_pad_before [borrow, shared, push] (as = codec_core::field::Same, pad_before = 2) specimen: set map maybe_number }
pair! { as_pad_before_2 [borrow, shared, push] (as = codec_core::field::Same, pad_before = offset) specimen: text }
pair! { as_pad_after [borrow, shared, push] (as = codec_core::field::Same, pad_after = 1) specimen: map maybe_number maybe_text }
pair! { as_align [borrow, shared, push] (as = codec_core::field::Same, align = 4) specimen: maybe_number maybe_text maybe_numbers }
pair! { as_check [borrow, shared, push] (as = codec_core::field::Same, check = |_| true) specimen: maybe_numbers boxed number }
pair! { as_if [borrow, shared, push] (as = codec_core::field::Same, if = flag & 1 == 1) specimen: maybe_text maybe_numbers maybe_number }
pair! { as_since [borrow, shared, push, version = 3] (as = codec_core::field::Same, since = 2) specimen: maybe_numbers number text }
pair! { as_removed [borrow, shared, push, version = 3] (as = codec_core::field::Same, removed = 3) default: number text shared }
pair! { as_retired [borrow, shared, push, version = 3] (as = codec_core::field::Same, retired = 3) default: text shared numbers }
pair! { varint_computed [borrow, shared, push] (varint, computed = flag) specimen: number }
pair! { varint_bytes [borrow, shared, push] (varint, bytes = u8) specimen: number }
pair! { varint_pad_before [borrow, shared, push] (varint, pad_before = 2) specimen: number }
pair! { varint_pad_after [borrow, shared, push] (varint, pad_after = 1) specimen: number }
pair! { varint_align [borrow, shared, push] (varint, align = 4) specimen: number }
pair! { varint_check [borrow, shared, push] (varint, check = |_| true) specimen: number }
pair! { varint_if [borrow, shared, push] (varint, if = flag & 1 == 1) specimen: maybe_number }
pair! { varint_since [borrow, shared, push, version = 3] (varint, since = 2) specimen: number }
pair! { varint_removed [borrow, shared, push, version = 3] (varint, removed = 3) default: number }
pair! { varint_retired [borrow, shared, push, version = 3] (varint, retired = 3) default: number }
pair! { until_computed_2 [borrow, shared, push] (until = 0, computed = Specimen) specimen: shared text }
pair! { until_bytes [borrow, shared, push] (until = 0, bytes = u8) specimen: text shared }
pair! { until_bytes_2 [borrow, shared, push] (until = |last| is_default(last), bytes = u8) specimen: numbers }
pair! { until_be [borrow, shared, push] (until = 0, be) specimen: shared text }
pair! { until_be_2 [borrow, shared, push] (until = |last| is_default(last), be) specimen: numbers }
pair! { until_le [borrow, shared, push] (until = 0, le) specimen: text shared }
pair! { until_le_2 [borrow, shared, push] (until = |last| is_default(last), le) specimen: numbers }
pair! { until_pad_before [borrow, shared, push] (until = 0, pad_before = 2) specimen: shared text }
pair! { until_pad_before_2 [borrow, shared, push] (until = 0, pad_before = offset) specimen: text }
pair! { until_pad_before_3 [borrow, shared, push] (until = |last| is_default(last), pad_before = 2) specimen: numbers }
pair! { until_pad_after [borrow, shared, push] (until = 0, pad_after = 1) specimen: text shared }
pair! { until_pad_after_2 [borrow, shared, push] (until = |last| is_default(last), pad_after = 1) specimen: numbers }
pair! { until_align [borrow, shared, push] (until = 0, align = 4) specimen: shared text }
pair! { until_align_2 [borrow, shared, push] (until = |last| is_default(last), align = 4) specimen: numbers }
pair! { until_check [borrow, shared, push] (until = 0, check = |_| true) specimen: shared text }
pair! { until_check_2 [borrow, shared, push] (until = |last| is_default(last), check = |_| true) specimen: numbers }
pair! { until_if [borrow, shared, push] (until = 0, if = flag & 1 == 1) specimen: maybe_text }
pair! { until_if_2 [borrow, shared, push] (until = |last| is_default(last), if = flag & 1 == 1) specimen: maybe_numbers }
pair! { until_tail_2 [borrow, shared, push] (until = |last| is_default(last), tail) specimen: numbers }
pair! { until_since [borrow, shared, push, version = 3] (until = 0, since = 2) specimen: text shared }
pair! { until_removed [borrow, shared, push, version = 3] (until = 0, removed = 3) default: shared text }
pair! { until_retired [borrow, shared, push, version = 3] (until = 0, retired = 3) default: text shared }
pair! { tag_computed_2 [borrow, shared, push] (tag = flag, computed = Specimen) specimen: body }
pair! { tag_bytes [borrow, shared, push] (tag = flag, bytes = u8) specimen: body }
pair! { tag_be [borrow, shared, push] (tag = flag, be) specimen: body }
pair! { tag_le [borrow, shared, push] (tag = flag, le) specimen: body }
pair! { tag_pad_before [borrow, shared, push] (tag = flag, pad_before = 2) specimen: body }
pair! { tag_pad_after [borrow, shared, push] (tag = flag, pad_after = 1) specimen: body }
pair! { tag_align [borrow, shared, push] (tag = flag, align = 4) specimen: body }
pair! { tag_check [borrow, shared, push] (tag = flag, check = |_| true) specimen: body }
pair! { tag_if [borrow, shared, push] (tag = flag, if = flag & 1 == 1) specimen: maybe_body }
pair! { tag_since [borrow, shared, push, version = 3] (tag = flag, since = 2, default = || Specimen) specimen: body }
pair! { tag_removed [borrow, shared, push, version = 3] (tag = flag - 1, removed = 3) default: body }
pair! { tag_retired [borrow, shared, push, version = 3] (tag = flag - 1, retired = 3) default: body }
pair! { len_max [borrow, shared, push] (len = u8, max = 90) specimen: text shared numbers }
pair! { len_min [borrow, shared, push] (len = u8, min = 3) specimen: shared numbers items }
pair! { len_index [borrow, shared, push] (len = u8, index) specimen: queue numbers items }
pair! { len_computed_2 [borrow, shared, push] (len = u8, computed = Specimen) specimen: text shared }
pair! { len_bytes [borrow, shared, push] (len = u8, bytes = u8) specimen: shared numbers items }
pair! { len_be [borrow, shared, push] (len = u8, be) specimen: numbers items queue }
pair! { len_le [borrow, shared, push] (len = u8, le) specimen: items queue pointer }
pair! { len_pad_before [borrow, shared, push] (len = u8, pad_before = 2) specimen: queue pointer set }
pair! { len_pad_before_2 [borrow, shared, push] (len = u8, pad_before = offset) specimen: text }
pair! { len_pad_after [borrow, shared, push] (len = u8, pad_after = 1) specimen: pointer set map }
pair! { len_align [borrow, shared, push] (len = u8, align = 4) specimen: set map maybe_text }
pair! { len_check [borrow, shared, push] (len = u8, check = |_| true) specimen: maybe_text maybe_numbers text }
pair! { len_if [borrow, shared, push] (len = u8, if = flag & 1 == 1) specimen: maybe_text maybe_numbers }
pair! { len_since [borrow, shared, push, version = 3] (len = u8, since = 2) specimen: map maybe_text maybe_numbers }
pair! { len_removed [borrow, shared, push, version = 3] (len = u8, removed = 3) default: maybe_text maybe_numbers text }
pair! { len_retired [borrow, shared, push, version = 3] (len = u8, retired = 3) default: maybe_numbers text shared }
pair! { max_min [borrow, shared, push] (max = 90, min = 3) specimen: text shared numbers }
pair! { max_count [borrow, shared, push] (max = 90, count = flag + 2) specimen: shared numbers items }
pair! { max_index [borrow, shared, push] (max = 90, index) specimen: items queue numbers }
pair! { max_computed_2 [borrow, shared, push] (max = 90, computed = Specimen) specimen: shared text }
pair! { max_bytes [borrow, shared, push] (max = 90, bytes = u8) specimen: set map maybe_number }
pair! { max_be [borrow, shared, push] (max = 90, be) specimen: pointer set map }
pair! { max_le [borrow, shared, push] (max = 90, le) specimen: set map text }
pair! { max_pad_before [borrow, shared, push] (max = 90, pad_before = 2) specimen: map text shared }
pair! { max_pad_before_2 [borrow, shared, push] (max = 90, pad_before = offset) specimen: text }
pair! { max_pad_after [borrow, shared, push] (max = 90, pad_after = 1) specimen: text shared numbers }
pair! { max_align [borrow, shared, push] (max = 90, align = 4) specimen: shared numbers items }
pair! { max_check [borrow, shared, push] (max = 90, check = |_| true) specimen: items queue pointer }
pair! { max_if [borrow, shared, push] (max = 90, if = flag & 1 == 1) specimen: maybe_numbers maybe_text }
header! { max_payload_len (max = 90, payload_len) id }
header! { max_includes (max = 90, payload_len, includes = 4) id }
pair! { max_since [borrow, shared, push, version = 3] (max = 90, since = 2) specimen: queue pointer set }
pair! { max_removed [borrow, shared, push, version = 3] (max = 90, removed = 3) default: pointer set map }
pair! { max_retired [borrow, shared, push, version = 3] (max = 90, retired = 3) default: set map text }
pair! { min_count [borrow, shared, push] (min = 3, count = flag + 2) specimen: map text shared }
pair! { min_index [borrow, shared, push] (min = 3, index) specimen: queue numbers items }
pair! { min_computed_2 [borrow, shared, push] (min = 3, computed = Specimen) specimen: shared text }
pair! { min_bytes [borrow, shared, push] (min = 1, bytes = u8) specimen: set map maybe_number }
pair! { min_be [borrow, shared, push] (min = 3, be) specimen: items queue pointer }
pair! { min_le [borrow, shared, push] (min = 3, le) specimen: queue pointer set }
pair! { min_pad_before [borrow, shared, push] (min = 3, pad_before = 2) specimen: pointer set map }
pair! { min_pad_before_2 [borrow, shared, push] (min = 3, pad_before = offset) specimen: text }
pair! { min_pad_after [borrow, shared, push] (min = 3, pad_after = 1) specimen: set map text }
pair! { min_align [borrow, shared, push] (min = 3, align = 4) specimen: map text shared }
pair! { min_check [borrow, shared, push] (min = 3, check = |_| true) specimen: shared numbers items }
pair! { min_if [borrow, shared, push] (min = 3, if = flag & 1 == 1) specimen: maybe_numbers maybe_text }
pair! { min_since [borrow, shared, push, version = 3] (min = 3, since = 2, default = || Specimen) specimen: text shared }
pair! { min_removed [borrow, shared, push, version = 3] (min = 0, removed = 3) default: items queue pointer }
pair! { min_retired [borrow, shared, push, version = 3] (min = 0, retired = 3) default: queue pointer set }
pair! { count_index [borrow, shared, push] (count = flag + 2, index) specimen: queue numbers items }
pair! { count_computed_2 [borrow, shared, push] (count = flag + 2, computed = Specimen) specimen: text shared }
pair! { count_bytes [borrow, shared, push] (count = flag + 2, bytes = u8) specimen: map text shared }
pair! { count_be [borrow, shared, push] (count = flag + 2, be) specimen: text shared numbers }
pair! { count_le [borrow, shared, push] (count = flag + 2, le) specimen: shared numbers items }
pair! { count_pad_before [borrow, shared, push] (count = flag + 2, pad_before = 2) specimen: numbers items queue }
pair! { count_pad_before_2 [borrow, shared, push] (count = flag + 2, pad_before = offset) specimen: text }
pair! { count_pad_after [borrow, shared, push] (count = flag + 2, pad_after = 1) specimen: items queue pointer }
pair! { count_align [borrow, shared, push] (count = flag + 2, align = 4) specimen: queue pointer set }
pair! { count_check [borrow, shared, push] (count = flag + 2, check = |_| true) specimen: set map text }
pair! { count_if [borrow, shared, push] (count = flag + 2, if = flag & 1 == 1) specimen: maybe_text maybe_numbers }
pair! { count_since [borrow, shared, push, version = 3] (count = flag + 2, since = 2, default = || Specimen) specimen: shared text }
pair! { count_removed [borrow, shared, push, version = 3] (count = flag - 1, removed = 3) default: text shared numbers }
pair! { count_retired [borrow, shared, push, version = 3] (count = flag - 1, retired = 3) default: shared numbers items }
pair! { index_bytes [borrow, shared, push] (index, bytes = u8) specimen: numbers items queue }
pair! { index_be [borrow, shared, push] (index, be) specimen: items queue numbers }
pair! { index_le [borrow, shared, push] (index, le) specimen: queue numbers items }
pair! { index_pad_before [borrow, shared, push] (index, pad_before = 2) specimen: numbers items queue }
pair! { index_pad_after [borrow, shared, push] (index, pad_after = 1) specimen: items queue numbers }
pair! { index_align [borrow, shared, push] (index, align = 4) specimen: queue numbers items }
pair! { index_check [borrow, shared, push] (index, check = |_| true) specimen: items queue numbers }
pair! { index_if [borrow, shared, push] (index, if = flag & 1 == 1) specimen: maybe_numbers }
pair! { index_since [borrow, shared, push, version = 3] (index, since = 2) specimen: items queue numbers }
pair! { index_removed [borrow, shared, push, version = 3] (index, removed = 3) default: queue numbers items }
pair! { index_retired [borrow, shared, push, version = 3] (index, retired = 3) default: numbers items queue }
pair! { computed_be [borrow, shared, push] (computed = flag, be) specimen: number }
pair! { computed_be_2 [borrow, shared, push] (computed = Specimen, be) specimen: body text shared }
pair! { computed_le [borrow, shared, push] (computed = flag, le) specimen: number }
pair! { computed_le_2 [borrow, shared, push] (computed = Specimen, le) specimen: text shared body }
pair! { computed_bits [borrow, shared, push] (computed = flag, bits = 8) specimen: number }
pair! { computed_bits_2 [borrow, shared, push] (computed = flag, bits = flag * 8) specimen: number }
pair! { computed_check [borrow, shared, push] (computed = flag, check = |_| true) specimen: number }
pair! { computed_check_2 [borrow, shared, push] (computed = Specimen, check = |_| true) specimen: body text shared }
pair! { computed_if [borrow, shared, push] (computed = flag, if = flag & 1 == 1) specimen: maybe_number }
pair! { computed_if_2 [borrow, shared, push] (computed = Specimen, if = flag & 1 == 1) specimen: maybe_text }
pair! { bytes_be [borrow, shared, push] (bytes = u8, be) specimen: maybe_numbers boxed body }
pair! { bytes_le [borrow, shared, push] (bytes = u8, le) specimen: boxed body maybe_body }
pair! { bytes_pad_before [borrow, shared, push] (bytes = u8, pad_before = 2) specimen: body maybe_body number }
pair! { bytes_pad_after [borrow, shared, push] (bytes = u8, pad_after = 1) specimen: maybe_body number numbers }
pair! { bytes_align [borrow, shared, push] (bytes = u8, align = 4) specimen: number numbers items }
pair! { bytes_check [borrow, shared, push] (bytes = u8, check = |_| true) specimen: items queue pointer }
pair! { bytes_if [borrow, shared, push] (bytes = u8, if = flag & 1 == 1) specimen: maybe_text maybe_numbers maybe_body }
pair! { bytes_tail [borrow, shared, push] (bytes = u8, tail) specimen: queue pointer set }
pair! { bytes_since [borrow, shared, push, version = 3] (bytes = u8, since = 2) specimen: maybe_text maybe_numbers body }
pair! { be_pad_before [borrow, shared, push] (be, pad_before = 2) specimen: boxed body maybe_body }
pair! { be_pad_before_2 [borrow, shared, push] (be, pad_before = offset) specimen: text }
pair! { be_pad_after [borrow, shared, push] (be, pad_after = 1) specimen: body maybe_body unit }
pair! { be_align [borrow, shared, push] (be, align = 4) specimen: maybe_body unit number }
pair! { be_check [borrow, shared, push] (be, check = |_| true) specimen: body maybe_body number }
pair! { be_magic [borrow, shared, push] (be, magic = 7u16) specimen: unit }
pair! { be_if [borrow, shared, push] (be, if = flag & 1 == 1) specimen: maybe_numbers maybe_body maybe_number }
pair! { be_tail [borrow, shared, push] (be, tail) specimen: shared numbers items }
header! { be_id (be, id) payload_len }
header! { be_payload_len (be, payload_len) id }
header! { be_includes (be, payload_len, includes = 4) id }
header! { be_flags (be, flags) id payload_len }
pair! { be_since [borrow, shared, push, version = 3] (be, since = 2) specimen: set map maybe_number }
pair! { be_removed [borrow, shared, push, version = 3] (be, removed = 3) default: map maybe_number maybe_text }
pair! { be_retired [borrow, shared, push, version = 3] (be, retired = 3) default: maybe_number maybe_text maybe_numbers }
pair! { le_pad_before [borrow, shared, push] (le, pad_before = 2) specimen: boxed body maybe_body }
pair! { le_pad_before_2 [borrow, shared, push] (le, pad_before = offset) specimen: text }
pair! { le_pad_after [borrow, shared, push] (le, pad_after = 1) specimen: body maybe_body unit }
pair! { le_align [borrow, shared, push] (le, align = 4) specimen: maybe_body unit number }
pair! { le_check [borrow, shared, push] (le, check = |_| true) specimen: maybe_body number text }
pair! { le_magic [borrow, shared, push] (le, magic = 7u16) specimen: unit }
pair! { le_if [borrow, shared, push] (le, if = flag & 1 == 1) specimen: maybe_numbers maybe_body maybe_number }
pair! { le_tail [borrow, shared, push] (le, tail) specimen: map maybe_text maybe_numbers }
header! { le_id (le, id) payload_len }
header! { le_payload_len (le, payload_len) id }
header! { le_includes (le, payload_len, includes = 4) id }
header! { le_flags (le, flags) id payload_len }
pair! { le_since [borrow, shared, push, version = 3] (le, since = 2) specimen: map maybe_number maybe_text }
pair! { le_removed [borrow, shared, push, version = 3] (le, removed = 3) default: maybe_number maybe_text maybe_numbers }
pair! { le_retired [borrow, shared, push, version = 3] (le, retired = 3) default: maybe_text maybe_numbers body }
pair! { pad_before_pad_after [borrow, shared, push] (pad_before = 2, pad_after = 1) specimen: boxed body maybe_body }
pair! { pad_before_pad_after_2 [borrow, shared, push] (pad_before = offset, pad_after = 1) specimen: text }
pair! { pad_before_align [borrow, shared, push] (pad_before = 2, align = 4) specimen: body maybe_body unit }
pair! { pad_before_align_2 [borrow, shared, push] (pad_before = offset, align = 4) specimen: text }
pair! { pad_before_check [borrow, shared, push] (pad_before = 2, check = |_| true) specimen: maybe_body number text }
pair! { pad_before_check_2 [borrow, shared, push] (pad_before = offset, check = |_| true) specimen: text }
pair! { pad_before_magic [borrow, shared, push] (pad_before = 2, magic = 7u16) specimen: unit }
pair! { pad_before_if [borrow, shared, push] (pad_before = 2, if = flag & 1 == 1) specimen: maybe_text maybe_numbers maybe_body }
pair! { pad_before_tail [borrow, shared, push] (pad_before = 2, tail) specimen: numbers items queue }
pair! { pad_before_tail_2 [borrow, shared, push] (pad_before = offset, tail) specimen: text }
pair! { pad_after_align [borrow, shared, push] (pad_after = 1, align = 4) specimen: maybe_numbers boxed body }
pair! { pad_after_check [borrow, shared, push] (pad_after = 1, check = |_| true) specimen: body maybe_body number }
pair! { pad_after_magic [borrow, shared, push] (pad_after = 1, magic = 7u16) specimen: unit }
pair! { pad_after_if [borrow, shared, push] (pad_after = 1, if = flag & 1 == 1) specimen: maybe_body maybe_number maybe_text }
pair! { align_check [borrow, shared, push] (align = 4, check = |_| true) specimen: maybe_numbers boxed body }
pair! { align_magic [borrow, shared, push] (align = 4, magic = 7u16) specimen: unit }
pair! { align_if [borrow, shared, push] (align = 4, if = flag & 1 == 1) specimen: maybe_number maybe_text maybe_numbers }
pair! { align_tail [borrow, shared, push] (align = 4, tail) specimen: maybe_numbers text shared }
pair! { check_if [borrow, shared, push] (check = |_| true, if = flag & 1 == 1) specimen: maybe_body maybe_number maybe_text }
pair! { check_tail [borrow, shared, push] (check = |_| true, tail) specimen: numbers items queue }
header! { check_id (check = |_| true, id) payload_len }
header! { check_payload_len (check = |_| true, payload_len) id }
header! { check_includes (check = |_| true, payload_len, includes = 4) id }
header! { check_flags (check = |_| true, flags) id payload_len }
pair! { check_since [borrow, shared, push, version = 3] (check = |_| true, since = 2) specimen: pointer set map }
pair! { check_removed [borrow, shared, push, version = 3] (check = |_| true, removed = 3) default: set map maybe_number }
pair! { check_retired [borrow, shared, push, version = 3] (check = |_| true, retired = 3) default: map maybe_number maybe_text }
pair! { magic_since [borrow, shared, push, version = 3] (magic = 7u16, since = 2) specimen: unit }
pair! { magic_removed [borrow, shared, push, version = 3] (magic = 7u16, removed = 3) default: unit }
pair! { magic_retired [borrow, shared, push, version = 3] (magic = 7u16, retired = 3) default: unit }
pair! { tail_since [borrow, shared, push, version = 3] (tail, since = 2) specimen: pointer set map }
pair! { tail_removed [borrow, shared, push, version = 3] (tail, removed = 3) default: set map maybe_text }
pair! { tail_retired [borrow, shared, push, version = 3] (tail, retired = 3) default: map maybe_text maybe_numbers }
header! { payload_len_includes (payload_len, includes = 4) id }
pair! { since_removed [borrow, shared, push, version = 3] (since = 2, removed = 3) default: map maybe_number maybe_text }
pair! { since_retired [borrow, shared, push, version = 3] (since = 2, retired = 3) default: maybe_number maybe_text maybe_numbers }
of_type! { of_type_borrow_borrow fields [] }
of_type! { of_type_borrow_shared one [] }
of_type! { of_type_borrow_push tags [] }
of_type! { of_type_borrow_schema fields [schema] }
of_type! { of_type_borrow_id one [id = 7] }
of_type! { of_type_borrow_flags fields [id = 7, flags = 1] }
of_type! { of_type_borrow_formats choice [formats(Bincode, Postcard, BincodeVarint)] }
of_type! { of_type_borrow_context choice [context = types::Longest] }
of_type! { of_type_borrow_be one [be] }
of_type! { of_type_borrow_le choice [le] }
of_type! { of_type_borrow_check tags [check = |_| true] }
of_type! { of_type_borrow_magic fields [magic = 7u16] }
of_type! { of_type_borrow_bound one [bound = ""] }
of_type! { of_type_borrow_path choice [crate = ::codec_core] }
of_type! { of_type_shared_shared tags [] }
of_type! { of_type_shared_push one [] }
of_type! { of_type_shared_schema fields [schema] }
of_type! { of_type_shared_id tags [id = 7] }
of_type! { of_type_shared_flags fields [id = 7, flags = 1] }
of_type! { of_type_shared_formats choice [formats(Bincode, Postcard, BincodeVarint)] }
of_type! { of_type_shared_context choice [context = types::Longest] }
of_type! { of_type_shared_be tags [be] }
of_type! { of_type_shared_le fields [le] }
of_type! { of_type_shared_check one [check = |_| true] }
of_type! { of_type_shared_magic choice [magic = 7u16] }
of_type! { of_type_shared_bound tags [bound = ""] }
of_type! { of_type_shared_path fields [crate = ::codec_core] }
of_type! { of_type_plain_plain numbers [] }
of_type! { of_type_plain_push numbers [] }
of_type! { of_type_plain_schema numbers [schema] }
of_type! { of_type_plain_id numbers [id = 7] }
of_type! { of_type_plain_flags numbers [id = 7, flags = 1] }
of_type! { of_type_plain_formats numbers [formats(Bincode, Postcard, BincodeVarint)] }
of_type! { of_type_plain_be numbers [be] }
of_type! { of_type_plain_le numbers [le] }
of_type! { of_type_plain_check numbers [check = |_| true] }
of_type! { of_type_plain_magic numbers [magic = 7u16] }
of_type! { of_type_plain_bound numbers [bound = ""] }
of_type! { of_type_plain_path numbers [crate = ::codec_core] }
of_type! { of_type_push_push fields [] }
of_type! { of_type_push_schema choice [schema] }
of_type! { of_type_push_id one [id = 7] }
of_type! { of_type_push_flags choice [id = 7, flags = 1] }
of_type! { of_type_push_formats fields [formats(Bincode, Postcard, BincodeVarint)] }
of_type! { of_type_push_context choice [context = types::Longest] }
of_type! { of_type_push_be fields [be] }
of_type! { of_type_push_le numbers [le] }
of_type! { of_type_push_check one [check = |_| true] }
of_type! { of_type_push_magic choice [magic = 7u16] }
of_type! { of_type_push_bound tags [bound = ""] }
of_type! { of_type_push_path fields [crate = ::codec_core] }
of_type! { of_type_schema_schema one [schema] }
of_type! { of_type_schema_id choice [schema, id = 7] }
of_type! { of_type_schema_flags choice [schema, id = 7, flags = 1] }
of_type! { of_type_schema_formats fields [schema, formats(Bincode, Postcard, BincodeVarint)] }
of_type! { of_type_schema_context fields [schema, context = types::Longest] }
of_type! { of_type_schema_be choice [schema, be] }
of_type! { of_type_schema_le fields [schema, le] }
of_type! { of_type_schema_check numbers [schema, check = |_| true] }
of_type! { of_type_schema_magic one [schema, magic = 7u16] }
of_type! { of_type_schema_bound choice [schema, bound = ""] }
of_type! { of_type_schema_path fields [schema, crate = ::codec_core] }
of_type! { of_type_id_id numbers [id = 7] }
of_type! { of_type_id_flags numbers [id = 7, flags = 1] }
of_type! { of_type_id_formats choice [id = 7, formats(Bincode, Postcard, BincodeVarint)] }
of_type! { of_type_id_context fields [id = 7, context = types::Longest] }
of_type! { of_type_id_be tags [id = 7, be] }
of_type! { of_type_id_le fields [id = 7, le] }
of_type! { of_type_id_check numbers [id = 7, check = |_| true] }
of_type! { of_type_id_magic one [id = 7, magic = 7u16] }
of_type! { of_type_id_bound choice [id = 7, bound = ""] }
of_type! { of_type_id_path tags [id = 7, crate = ::codec_core] }
of_type! { of_type_flags_flags choice [id = 7, flags = 1] }
of_type! { of_type_flags_formats fields [id = 7, flags = 1, formats(Bincode, Postcard, BincodeVarint)] }
of_type! { of_type_flags_context choice [id = 7, flags = 1, context = types::Longest] }
of_type! { of_type_flags_be fields [id = 7, flags = 1, be] }
of_type! { of_type_flags_le numbers [id = 7, flags = 1, le] }
of_type! { of_type_flags_check choice [id = 7, flags = 1, check = |_| true] }
of_type! { of_type_flags_magic fields [id = 7, flags = 1, magic = 7u16] }
of_type! { of_type_flags_bound numbers [id = 7, flags = 1, bound = ""] }
of_type! { of_type_flags_path choice [id = 7, flags = 1, crate = ::codec_core] }
of_type! { of_type_formats_formats fields [formats(Bincode, Postcard, BincodeVarint)] }
of_type! { of_type_formats_context choice [formats(Bincode, Postcard, BincodeVarint), context = types::Longest] }
of_type! { of_type_formats_be fields [formats(Bincode, Postcard, BincodeVarint), be] }
of_type! { of_type_formats_le numbers [formats(Bincode, Postcard, BincodeVarint), le] }
of_type! { of_type_formats_check choice [formats(Bincode, Postcard, BincodeVarint), check = |_| true] }
of_type! { of_type_formats_magic fields [formats(Bincode, Postcard, BincodeVarint), magic = 7u16] }
of_type! { of_type_formats_bound numbers [formats(Bincode, Postcard, BincodeVarint), bound = ""] }
of_type! { of_type_formats_path choice [formats(Bincode, Postcard, BincodeVarint), crate = ::codec_core] }
of_type! { of_type_context_context fields [context = types::Longest] }
of_type! { of_type_context_be tags [context = types::Longest, be] }
of_type! { of_type_context_le fields [context = types::Longest, le] }
of_type! { of_type_context_check choice [context = types::Longest, check = |_| true] }
of_type! { of_type_context_magic tags [context = types::Longest, magic = 7u16] }
of_type! { of_type_context_bound fields [context = types::Longest, bound = ""] }
of_type! { of_type_context_path choice [context = types::Longest, crate = ::codec_core] }
of_type! { of_type_be_be fields [be] }
of_type! { of_type_be_check one [be, check = |_| true] }
of_type! { of_type_be_magic choice [be, magic = 7u16] }
of_type! { of_type_be_bound tags [be, bound = ""] }
of_type! { of_type_be_path fields [be, crate = ::codec_core] }
of_type! { of_type_le_le numbers [le] }
of_type! { of_type_le_check one [le, check = |_| true] }
of_type! { of_type_le_magic choice [le, magic = 7u16] }
of_type! { of_type_le_bound tags [le, bound = ""] }
of_type! { of_type_le_path fields [le, crate = ::codec_core] }
of_type! { of_type_check_check numbers [check = |_| true] }
of_type! { of_type_check_magic one [check = |_| true, magic = 7u16] }
of_type! { of_type_check_bound choice [check = |_| true, bound = ""] }
of_type! { of_type_check_path tags [check = |_| true, crate = ::codec_core] }
of_type! { of_type_magic_magic fields [magic = 7u16] }
of_type! { of_type_magic_bound numbers [magic = 7u16, bound = ""] }
of_type! { of_type_magic_path one [magic = 7u16, crate = ::codec_core] }
of_type! { of_type_bound_bound choice [bound = ""] }
of_type! { of_type_bound_path tags [bound = "", crate = ::codec_core] }
of_type! { of_type_path_path fields [crate = ::codec_core] }

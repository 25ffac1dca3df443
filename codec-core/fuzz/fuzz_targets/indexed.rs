#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| codec_core_fuzz::targets::indexed_in_each(input));

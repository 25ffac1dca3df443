#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| codec_noise_fuzz::targets::handshake(input));

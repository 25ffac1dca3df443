#![no_main]

codec_schema::fuzz_target!(protocol codec_stratum::Sv2Protocol);

#![no_main]

codec_schema::fuzz_target!(protocol codec_decred::DecredProtocol<codec_decred::MainNet>);

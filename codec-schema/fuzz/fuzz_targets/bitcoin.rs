#![no_main]

codec_schema::fuzz_target!(protocol codec_bitcoin::BitcoinProtocol<codec_bitcoin::MainNet>);

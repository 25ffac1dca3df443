// Made by codec-schema from locks, in Postcard: this version, those before it, and the verdicts.
codec_schema::Peers::new(
    "1",
    codec_schema::Fingerprint(0x01e5bebeef7f955e7bedfae49d544207),
    &[
    ],
)

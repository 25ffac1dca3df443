// Made by codec-schema from locks, in Postcard: this version, those before it, and the verdicts.
codec_schema::Peers::new(
    "2",
    codec_schema::Fingerprint(0x32b6ae0b64d6c9ed8160600cfd42c8cd),
    &[
        codec_schema::Peer {
            name: "1",
            fingerprint: codec_schema::Fingerprint(0x01e5bebeef7f955e7bedfae49d544207),
            refused: "",
        },
    ],
)

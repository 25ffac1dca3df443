// Made by codec-schema from locks, in Postcard: this version, those before it, and the verdicts.
codec_schema::Peers::new(
    "3",
    codec_schema::Fingerprint(0x045249b1d1526e1f4623cf322d441597),
    &[
        codec_schema::Peer {
            name: "2",
            fingerprint: codec_schema::Fingerprint(0x32b6ae0b64d6c9ed8160600cfd42c8cd),
            refused: "",
        },
        codec_schema::Peer {
            name: "1",
            fingerprint: codec_schema::Fingerprint(0x01e5bebeef7f955e7bedfae49d544207),
            refused: "what this version writes, Order: version 3 is refused by version 1: it is readable since version 2",
        },
    ],
)

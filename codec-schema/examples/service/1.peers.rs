// Made by codec-schema from locks, in Postcard: this version, those before it, and the verdicts.
codec_schema::Peers::new(
    "1",
    codec_schema::Fingerprint(0x01e5_bebe_ef7f_955e_7bed_fae4_9d54_4207),
    &[
    ],
)

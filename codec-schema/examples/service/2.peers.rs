// Made by codec-schema from locks, in Postcard: this version, those before it, and the verdicts.
codec_schema::Peers::new(
    "2",
    codec_schema::Fingerprint(0x32b6_ae0b_64d6_c9ed_8160_600c_fd42_c8cd),
    &[
        codec_schema::Peer {
            name: "1",
            fingerprint: codec_schema::Fingerprint(0x01e5_bebe_ef7f_955e_7bed_fae4_9d54_4207),
            refused: "",
        },
    ],
)

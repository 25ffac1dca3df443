//! Captures: packets of TCP over IPv4.

/// The destination port of every stream.
pub(crate) const PORT: u16 = 34_254;

/// A capture in memory, in the format of pcap.
pub(crate) struct Capture {
    bytes: Vec<u8>,
    packets: u32,
    streams: u32,
}

impl Capture {
    pub(crate) fn new() -> Self {
        let mut bytes = Vec::new();
        // Magic, version 2.4, zone, accuracy, longest packet, raw IP.
        bytes.extend(0xa1b2_c3d4_u32.to_le_bytes());
        bytes.extend([2, 0, 4, 0]);
        bytes.extend([0; 8]);
        bytes.extend(0x0004_0000_u32.to_le_bytes());
        bytes.extend(101_u32.to_le_bytes());
        Self { bytes, packets: 0, streams: 0 }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds a stream of these segments.
    pub(crate) fn stream<'s>(&mut self, segments: impl IntoIterator<Item = &'s [u8]>) {
        let stream = self.streams;
        self.streams += 1;
        let mut sequence = 1_u32;
        self.packet(stream, 0, &[], true);
        for segment in segments {
            self.packet(stream, sequence, segment, false);
            sequence += u32::try_from(segment.len()).unwrap();
        }
    }

    fn packet(&mut self, stream: u32, sequence: u32, payload: &[u8], opens: bool) {
        let len = u16::try_from(40 + payload.len()).unwrap();
        let [_, high, middle, low] = stream.to_be_bytes();
        let mut packet = vec![0x45, 0];
        packet.extend(len.to_be_bytes());
        packet.extend([0, 0, 0, 0, 64, 6, 0, 0]);
        packet.extend([10, high, middle, low]);
        packet.extend([192, 0, 2, 1]);
        packet.extend(1024_u16.to_be_bytes());
        packet.extend(PORT.to_be_bytes());
        packet.extend(sequence.to_be_bytes());
        packet.extend([0; 4]);
        packet.extend([0x50, if opens { 2 } else { 0x18 }, 0xff, 0xff, 0, 0, 0, 0]);
        packet.extend(payload);
        self.bytes.extend((self.packets / 1000).to_le_bytes());
        self.bytes.extend((self.packets % 1000).to_le_bytes());
        self.bytes.extend(u32::from(len).to_le_bytes());
        self.bytes.extend(u32::from(len).to_le_bytes());
        self.bytes.extend(packet);
        self.packets += 1;
    }
}

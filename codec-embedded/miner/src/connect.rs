//! The handshake over a stream.

use codec_noise::{Handshake, NoiseError, SECOND_MESSAGE, Session};
use embedded_io::{Read, Write};

use crate::{Device, Trouble};

/// A session with the server, and the ticks that were computed.
pub(crate) fn connect<S: Read + Write>(
    stream: &mut S,
    device: &Device<'_>,
) -> Result<(Session, u32), Trouble<S::Error>> {
    let failed = |error| Trouble::Handshake(Some(error));
    let start = (device.ticks)();
    let mut handshake: Handshake =
        Handshake::initiator_with_random(device.authority, device.random)?;
    let mut ticks = (device.ticks)().wrapping_sub(start);
    stream.write_all(handshake.output()).and_then(|()| stream.flush()).map_err(failed)?;
    let mut room = [0; SECOND_MESSAGE];
    while handshake.missing() > 0 {
        let missing = handshake.missing();
        let len = stream.read(&mut room[..missing]).map_err(failed)?;
        if len == 0 {
            let needed = SECOND_MESSAGE;
            return Err(NoiseError::Truncated { received: needed - missing, needed }.into());
        }
        let start = (device.ticks)();
        handshake.input(&room[..len], device.now)?;
        ticks = ticks.wrapping_add((device.ticks)().wrapping_sub(start));
    }
    Ok((handshake.finish()?, ticks))
}

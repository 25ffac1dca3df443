//! Connections of `codec-pool`, encrypted.
#![forbid(unsafe_code)]

use codec_core::Protocol;
#[cfg(feature = "tokio")]
use codec_pool::AsyncConnection;
use codec_pool::{Connection, ConnectionLimits, FrameReader, FrameWriter, Pool, Sealed, Transport};
#[cfg(feature = "tokio")]
use tokio::io::{AsyncRead, AsyncWrite};

use crate::cipher::{Cipher, DefaultCipher};
use crate::transport::{Opener, Sealer, Session};

/// A reader of encrypted frames: [`FrameReader::sealed`] makes it.
///
/// ```
/// # use std::sync::Arc;
/// # use codec_core::Sv2;
/// # use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseReader, NoiseWriter};
/// # use codec_pool::Pool;
/// # use codec_stratum::Sv2Protocol;
/// # use codec_stratum::mining::{CloseChannel, CloseChannelRef};
/// # let authority = AuthoritySecret::generate()?;
/// # let mut miner: Handshake = Handshake::initiator(authority.public_key())?;
/// # let mut server: Handshake = Handshake::responder(Arc::new(Identity::issue(&authority, 0..=9)?))?;
/// # server.input(miner.output(), 5)?;
/// # miner.input(server.output(), 5)?;
/// let (sealer, _) = miner.finish()?.split();
/// let (_, opener) = server.finish()?.split();
/// let pool = Pool::default();
/// let mut writer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(pool.clone(), sealer);
/// let mut reader: NoiseReader<Sv2Protocol> = NoiseReader::sealed(pool, opener);
///
/// let message = CloseChannel { channel_id: 7, reason_code: "bye".try_into()? };
/// writer.send(&message)?;
/// let mut wire = Vec::new();
/// writer.flush(&mut wire)?;
/// assert_eq!(wire.len(), 6 + 16 + 8 + 16); // header, tag, payload, tag
///
/// let frame = reader.read_frame(&mut &wire[..])?.expect("one was written");
/// let message: CloseChannelRef<'_> = frame.decode_ref::<Sv2, _>()?;
/// assert_eq!(message.channel_id, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type NoiseReader<H, C = DefaultCipher> = FrameReader<H, Sealed<Opener<C>>>;

/// A writer of encrypted frames: [`FrameWriter::sealed`] makes it. See [`NoiseReader`] for
/// an example.
pub type NoiseWriter<H, C = DefaultCipher> = FrameWriter<H, Sealed<Sealer<C>>>;

/// The opener and sealer of an encrypted connection's frames.
type Both<C> = Sealed<(Sealer<C>, Opener<C>)>;

/// A connection of encrypted frames: [`Session::connection`] makes it.
pub type NoiseConnection<P, S, C = DefaultCipher> = Connection<P, S, Both<C>>;

/// A connection of encrypted frames over tokio: [`Session::async_connection`] makes it.
#[cfg(feature = "tokio")]
pub type NoiseAsyncConnection<P, S, C = DefaultCipher> = AsyncConnection<P, S, Both<C>>;

impl<C: Cipher> Session<C> {
    /// A connection over the stream on which the handshake was made.
    ///
    /// ```
    /// use std::net::{TcpListener, TcpStream};
    /// use std::sync::Arc;
    /// use codec_noise::{AuthoritySecret, Handshake, Identity};
    /// use codec_pool::{ConnectionLimits, Pool};
    /// use codec_stratum::common::Reconnect;
    /// use codec_stratum::{AnyMessageRef, Sv2Protocol};
    /// # let authority = AuthoritySecret::generate()?;
    /// # let identity = Arc::new(Identity::issue(&authority, 1_000..=2_000)?);
    /// # let listener = TcpListener::bind("127.0.0.1:0")?;
    /// # let mut stream = TcpStream::connect(listener.local_addr()?)?;
    /// # let authority = authority.public_key();
    /// # let now = 1_500;
    /// # let server = std::thread::spawn(move || {
    /// #     let mut stream = listener.accept().expect("a client comes").0;
    /// #     let mut handshake: Handshake = Handshake::responder(identity).expect("entropy");
    /// #     handshake.run(&mut stream, now).expect("it is a client");
    /// #     let session = handshake.finish().expect("it is done");
    /// #     let (pool, limits) = (Pool::default(), ConnectionLimits::new());
    /// #     let mut client = session.connection::<Sv2Protocol, _>(stream, &pool, limits);
    /// #     let message = Reconnect { new_host: Default::default(), new_port: 7 };
    /// #     client.send(&message).expect("it is taken");
    /// # });
    /// let mut handshake: Handshake = Handshake::initiator(authority)?;
    /// handshake.run(&mut stream, now)?;
    /// let (pool, limits) = (Pool::default(), ConnectionLimits::new());
    /// let session = handshake.finish()?;
    /// let mut server_end = session.connection::<Sv2Protocol, _>(stream, &pool, limits);
    /// let Some(AnyMessageRef::Reconnect(message)) = server_end.next()? else { panic!() };
    /// assert_eq!(message.new_port, 7);
    /// # server.join().expect("it does not panic");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn connection<P: Protocol, S: Transport>(
        self,
        stream: S,
        pool: &Pool,
        limits: ConnectionLimits,
    ) -> NoiseConnection<P, S, C> {
        let (sealer, opener) = self.split();
        Connection::sealed(stream, pool, limits, sealer, opener)
    }

    /// Like [`connection`](Self::connection), over tokio.
    #[cfg(feature = "tokio")]
    pub fn async_connection<P: Protocol, S: AsyncRead + AsyncWrite + Unpin>(
        self,
        stream: S,
        peer: &str,
        pool: &Pool,
        limits: ConnectionLimits,
    ) -> NoiseAsyncConnection<P, S, C> {
        let (sealer, opener) = self.split();
        AsyncConnection::sealed(stream, peer, pool, limits, sealer, opener)
    }
}

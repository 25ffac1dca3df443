//! The calls that connections and their halves share, blocking or over tokio: written once, with or
//! without `async`.
#![forbid(unsafe_code)]

/// Incoming messages and frames. `$wait` is how [`Inbound`](super::Inbound) waits for a frame that has not
/// arrived yet, followed by `.await` where that is a future.
macro_rules! incoming {
    ($(#[$attribute:meta])* [$($asynchronous:tt)?] $wait:ident [$($then:tt)*]) => {
        /// Waits for the next message, which borrows from the reader's memory; `None` when
        /// the peer has closed its side.
        ///
        /// # Errors
        /// A [`ConnectionError`](crate::ConnectionError) that names the peer:
        /// [`Idle`](crate::ConnectionErrorKind::Idle) when the peer took too long,
        /// [`Message`](crate::ConnectionErrorKind::Message) when what it sent is no message
        /// and [`Unknown`](crate::ConnectionErrorKind::Unknown) when the protocol has none with
        /// its id (and the next can be read), [`Frame`](crate::ConnectionErrorKind::Frame) when it is
        /// no frame, [`Io`](crate::ConnectionErrorKind::Io) when the stream failed.
        $(#[$attribute])*
        #[inline]
        pub $($asynchronous)? fn next(
            &mut self,
        ) -> Result<Option<P::MessageRef<'_>>, crate::ConnectionError> {
            let mut found = match self.inbound.arrived() {
                Some(found) => found,
                None => match self.inbound.$wait(&mut self.stream)$($then)*? {
                    Some(found) => found,
                    None => return Ok(None),
                },
            };
            while self.inbound.passes_over(found)? {
                found = match self.inbound.$wait(&mut self.stream)$($then)*? {
                    Some(found) => found,
                    None => return Ok(None),
                };
            }
            self.inbound.message_ref(found)
        }

        /// Like [`next`](Self::next), with an owned message.
        ///
        /// # Errors
        /// The same as [`next`](Self::next).
        #[inline]
        pub $($asynchronous)? fn next_owned(
            &mut self,
        ) -> Result<Option<P::Message>, crate::ConnectionError> {
            let mut found = match self.inbound.arrived() {
                Some(found) => found,
                None => match self.inbound.$wait(&mut self.stream)$($then)*? {
                    Some(found) => found,
                    None => return Ok(None),
                },
            };
            while self.inbound.passes_over(found)? {
                found = match self.inbound.$wait(&mut self.stream)$($then)*? {
                    Some(found) => found,
                    None => return Ok(None),
                };
            }
            self.inbound.message(found)
        }

        /// Waits for the next frame, whatever is in it.
        ///
        /// # Errors
        /// The same as [`next`](Self::next) but [`Message`](crate::ConnectionErrorKind::Message).
        #[inline(always)]
        pub $($asynchronous)? fn next_frame(
            &mut self,
        ) -> Result<Option<crate::FrameRef<'_, P>>, crate::ConnectionError> {
            if let Some(found) = self.inbound.arrived() {
                return Ok(Some(self.inbound.lend(found)));
            }
            let found = self.inbound.$wait(&mut self.stream)$($then)*?;
            Ok(found.map(|found| self.inbound.lend(found)))
        }

        /// Waits for the next frame, to be changed in place, as
        /// [`FrameReader::next_frame_mut`](crate::FrameReader::next_frame_mut) lends it.
        ///
        /// # Errors
        /// The same as [`next_frame`](Self::next_frame), and
        /// [`Frame`](crate::ConnectionErrorKind::Frame) with
        /// [`Shared`](crate::FrameErrorKind::Shared) while others hold bytes of it: nothing is
        /// lost, and [`next_frame`](Self::next_frame) has the frame.
        pub $($asynchronous)? fn next_frame_mut(
            &mut self,
        ) -> Result<Option<crate::FrameMut<'_, P>>, crate::ConnectionError> {
            let found = self.inbound.$wait(&mut self.stream)$($then)*?;
            found.map(|found| self.inbound.lend_mut(found)).transpose()
        }

        /// The next message, if it has arrived already: nothing is read. `None` does not mean the
        /// end of the stream.
        ///
        /// # Errors
        /// The same as [`next`](Self::next) except for the stream's and
        /// [`Idle`](crate::ConnectionErrorKind::Idle).
        #[inline]
        pub fn try_next(&mut self) -> Result<Option<P::MessageRef<'_>>, crate::ConnectionError> {
            let mut found = match self.inbound.arrived() {
                Some(found) => found,
                None => match self.inbound.find_or_park()? {
                    Some(found) => found,
                    None => return Ok(None),
                },
            };
            while self.inbound.passes_over(found)? {
                found = match self.inbound.find_or_park()? {
                    Some(found) => found,
                    None => return Ok(None),
                };
            }
            self.inbound.message_ref(found)
        }

        /// Returns the error of a frame that the caller has decoded, made by
        /// [`ConnectionErrorKind::malformed`], unless the connection discards or lends such frames; counts the
        /// frame as [unknown](crate::Traffic::unknown_in) if the protocol does not have its id.
        ///
        /// ```
        /// use codec_core::Protocol;
        /// use codec_pool::{ConnectionError, ConnectionErrorKind, Transport};
        /// # use codec_pool::Connection;
        /// /// Forwards frames whose messages are valid.
        /// fn pass<P: Protocol, S: Transport>(
        ///     from: &mut Connection<P, S>,
        ///     to: &mut Connection<P, S>,
        /// ) -> Result<(), ConnectionError> {
        ///     while let Some(frame) = from.next_frame()? {
        ///         let checked = match frame.message_ref() {
        ///             Ok(_) => Ok(frame.detach()),
        ///             Err(error) => Err(ConnectionErrorKind::malformed(&frame, error)),
        ///         };
        ///         match checked {
        ///             Ok(frame) => to.push(frame)?,
        ///             Err(kind) => from.tolerate(kind)?,
        ///         }
        ///     }
        ///     to.flush()
        /// }
        /// ```
        ///
        /// [`ConnectionErrorKind::malformed`]: crate::ConnectionErrorKind::malformed
        ///
        /// # Errors
        /// The error of the frame, unless it is unknown and such frames are not
        /// [refused](crate::OnUnknown::Refuse).
        pub fn tolerate(
            &mut self,
            kind: crate::ConnectionErrorKind,
        ) -> Result<(), crate::ConnectionError> {
            self.inbound.tolerate(kind)
        }

        /// The next frame, if it has arrived already, whatever is in it: nothing is read. For loops
        /// that look at its id and decode the most frequent message directly, which is cheaper than
        /// decoding an enum of all messages; [`ConnectionErrorKind::malformed`] is the error for
        /// what does not decode.
        ///
        /// [`ConnectionErrorKind::malformed`]: crate::ConnectionErrorKind::malformed
        ///
        /// # Errors
        /// The same as [`try_next`](Self::try_next) but
        /// [`Message`](crate::ConnectionErrorKind::Message).
        #[inline(always)]
        pub fn try_next_frame(
            &mut self,
        ) -> Result<Option<crate::FrameRef<'_, P>>, crate::ConnectionError> {
            if let Some(found) = self.inbound.arrived() {
                return Ok(Some(self.inbound.lend(found)));
            }
            let found = self.inbound.find_or_park()?;
            Ok(found.map(|found| self.inbound.lend(found)))
        }
    };
}

/// Outgoing messages and frames. `$flush` is how [`Outbound`](super::Outbound) writes what is
/// queued, followed by `.await` where that is a future.
macro_rules! outgoing {
    ([$($asynchronous:tt)?] $flush:ident [$($then:tt)*]) => {
        /// Queues a message, until the next [`flush`](Self::flush) or [`send`](Self::send).
        ///
        /// # Errors
        /// [`Encode`](crate::ConnectionErrorKind::Encode), also where
        /// [no more may wait](crate::ConnectionLimits::max_pending) or the connection's budget is used
        /// up; nothing is queued then.
        #[inline]
        pub fn queue<M>(&mut self, message: &M) -> Result<(), crate::ConnectionError>
        where
            M: codec_core::ToPayload<P::Dispatch, codec_core::IdOf<P>> + ?Sized,
        {
            self.outbound.queue(message)
        }

        /// Like [`queue`](Self::queue), with a header in which `set` fills the fields that are
        /// neither the id nor the payload's length, as
        /// [`FrameWriter::send_with`](crate::FrameWriter::send_with) says.
        ///
        /// # Errors
        /// The same as [`queue`](Self::queue).
        #[inline]
        pub fn queue_with<M>(
            &mut self,
            message: &M,
            set: impl Fn(&mut P::Header),
        ) -> Result<(), crate::ConnectionError>
        where
            M: codec_core::ToPayload<P::Dispatch, codec_core::IdOf<P>> + ?Sized,
        {
            self.outbound.queue_with(message, set)
        }

        /// Writes all that is queued, many messages with one call.
        ///
        /// # Errors
        /// [`WriteTimeout`](crate::ConnectionErrorKind::WriteTimeout) when the peer took too
        /// long, [`Io`](crate::ConnectionErrorKind::Io) when the stream failed. What was not
        /// written stays queued.
        pub $($asynchronous)? fn flush(&mut self) -> Result<(), crate::ConnectionError> {
            self.outbound.$flush(&mut self.stream)$($then)*
        }

        /// Queues a message and writes all that is queued. Where this is a future, the message
        /// is queued when it is first polled; dropped after that, the message stays queued,
        /// whole.
        ///
        /// # Errors
        /// The same as [`queue`](Self::queue) and [`flush`](Self::flush).
        pub $($asynchronous)? fn send<M>(
            &mut self,
            message: &M,
        ) -> Result<(), crate::ConnectionError>
        where
            M: codec_core::ToPayload<P::Dispatch, codec_core::IdOf<P>> + ?Sized,
        {
            self.queue(message)?;
            self.flush()$($then)*
        }

        /// Makes a frame of a message that is not queued: to be [pushed](Self::push) to many
        /// connections, or turned into `Bytes`.
        ///
        /// # Errors
        /// [`Encode`](crate::ConnectionErrorKind::Encode).
        #[track_caller]
        pub fn encode<M>(&mut self, message: &M) -> Result<crate::Frame<P>, crate::ConnectionError>
        where
            M: codec_core::ToPayload<P::Dispatch, codec_core::IdOf<P>> + ?Sized,
        {
            self.outbound.encode(message)
        }

        /// Queues a frame that was made, or received, before: without copying it, or where the
        /// connection is sealed, a sealed copy.
        ///
        /// # Errors
        /// [`Encode`](crate::ConnectionErrorKind::Encode) when it can't be sealed, where there is no
        /// memory for that, and where no more may wait, as for [`queue`](Self::queue).
        pub fn push(&mut self, frame: crate::Frame<P>) -> Result<(), crate::ConnectionError> {
            self.outbound.forward(frame)
        }

        /// Number of bytes that are queued.
        pub const fn pending_len(&self) -> usize {
            self.outbound.writer.pending_len()
        }
    };
}

/// The calls of a whole connection that its halves lack.
macro_rules! both_ways {
    () => {
        /// The name of the peer in errors: the address of a socket, or the name it was given.
        pub fn peer(&self) -> &str {
            &self.inbound.peer
        }

        /// Counts of the frames and bytes that went over the connection so far.
        pub fn traffic(&self) -> crate::Traffic {
            let crate::Traffic { frames_out, bytes_out, .. } = self.outbound.traffic();
            crate::Traffic { frames_out, bytes_out, ..self.inbound.traffic() }
        }

        /// The stream.
        pub const fn stream(&self) -> &S {
            &self.stream
        }
    };
}

pub(crate) use {both_ways, incoming, outgoing};

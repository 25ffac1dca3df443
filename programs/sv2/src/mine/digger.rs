//! The search for a share, a slice at a time.

use codec_core::wire::{B032, TooLong};
use codec_stratum::mining::{SubmitSharesExtended, SubmitSharesStandard};

use super::jobs::Jobs;
use crate::hashing::{Prepared, Template};

/// Hashes per slice, after which other work is checked for: some milliseconds.
const SLICE: u32 = 4096;

/// A share as it is submitted.
#[derive(Debug)]
pub(super) enum Share {
    Standard(SubmitSharesStandard),
    Extended(SubmitSharesExtended),
}

/// The position of the search. No header is hashed twice.
#[derive(Debug)]
pub(super) struct Digger {
    /// The work that the search is in.
    round: u64,
    place: Option<Place>,
    /// Counts the extranonces that were used.
    extranonce: u64,
    pub(super) hashes: u64,
}

/// A header, and the nonces that were tried.
#[derive(Debug)]
struct Place {
    job_id: u32,
    template: Template,
    prepared: Prepared,
    extranonce: B032,
    nonce: u32,
}

impl Digger {
    pub(super) const fn new() -> Self {
        Self { round: 0, place: None, extranonce: 0, hashes: 0 }
    }

    /// Hashes a slice; a share when one was found.
    pub(super) fn dig(
        &mut self,
        jobs: &Jobs,
        sequence_number: u32,
    ) -> Result<Option<Share>, TooLong> {
        if self.round != jobs.round {
            self.place = None;
            self.round = jobs.round;
        }
        if self.place.is_none() {
            self.place = self.start(jobs)?;
        }
        let Some(place) = &mut self.place else { return Ok(None) };
        let count = SLICE.min(u32::MAX - place.nonce);
        let found = place.prepared.search(place.nonce, count, &jobs.target);
        self.hashes += u64::from(found.map_or(count, |nonce| nonce - place.nonce + 1));
        let Some(nonce) = found else {
            place.nonce += count;
            if place.nonce == u32::MAX {
                self.turn(jobs);
            }
            return Ok(None);
        };
        let Template { version, ntime, .. } = place.template;
        let (channel_id, job_id) = (jobs.channel.id, place.job_id);
        if jobs.channel.extranonce_size.is_some() {
            let extranonce = place.extranonce;
            self.place = None;
            return Ok(Some(Share::Extended(SubmitSharesExtended {
                channel_id,
                sequence_number,
                job_id,
                nonce,
                ntime,
                version,
                extranonce,
            })));
        }
        place.nonce = nonce.saturating_add(1);
        if place.nonce == u32::MAX {
            self.turn(jobs);
        }
        Ok(Some(Share::Standard(SubmitSharesStandard {
            channel_id,
            sequence_number,
            job_id,
            nonce,
            ntime,
            version,
        })))
    }

    /// The next header of a job, when all nonces were tried.
    fn turn(&mut self, jobs: &Jobs) {
        match &mut self.place {
            Some(place) if jobs.channel.extranonce_size.is_none() => {
                place.template.ntime += 1;
                place.prepared = place.template.prepare();
                place.nonce = 0;
            }
            place => *place = None,
        }
    }

    fn start(&mut self, jobs: &Jobs) -> Result<Option<Place>, TooLong> {
        let size = jobs.channel.extranonce_size.unwrap_or(0).min(B032::MAX);
        let mut bytes = [0; B032::MAX];
        let counter = self.extranonce.to_le_bytes();
        let used = size.min(counter.len());
        bytes[..used].copy_from_slice(&counter[..used]);
        let extranonce = B032::try_from(&bytes[..size])?;
        let Some((job_id, template)) = jobs.template(extranonce.as_bytes()) else {
            return Ok(None);
        };
        self.extranonce += 1;
        let prepared = template.prepare();
        Ok(Some(Place { job_id, template, prepared, extranonce, nonce: 0 }))
    }
}

//! The mapping between the server's channels and the miners' channels.
//!
//! The server numbers the channels of its one connection; each miner has its own numbers, from 1.
//! Miners see the server's number of a group with its first bit flipped, so that it differs from
//! their channels' numbers.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use codec_core::wire::B032;

use super::account::Account;

/// A miner's connection, counted from 1.
pub(super) type MinerId = u64;

/// A channel as the proxy knows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Route {
    pub(super) miner: MinerId,
    /// The miner's number for it.
    pub(super) local: u32,
    pub(super) group: u32,
    /// The prefix of the extranonce, of standard channels whose miner needs standard jobs.
    pub(super) prefix: Option<B032>,
    pub(super) account: Account,
}

/// A miner's request for a channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    pub(super) miner: MinerId,
    /// The miner's number for it.
    pub(super) id: u32,
}

/// The numbers of one miner.
#[derive(Debug, Default)]
struct Numbers {
    /// The server's numbers by the miner's.
    channels: HashMap<u32, u32>,
    last: u32,
    /// Requests for channels that the server has not answered.
    requests: usize,
}

/// All channels and requests.
#[derive(Debug, Default)]
pub(super) struct Routes {
    /// Channels by the server's numbers.
    channels: HashMap<u32, Route>,
    miners: HashMap<MinerId, Numbers>,
    requests: BTreeMap<u32, Request>,
    last_request: u32,
}

/// A group as miners know it.
pub(super) const fn local_group(group: u32) -> u32 {
    group ^ 0x8000_0000
}

impl Routes {
    pub(super) fn join(&mut self, miner: MinerId) {
        self.miners.insert(miner, Numbers::default());
    }

    /// The miner is gone: its channels at the server, which are to be closed.
    pub(super) fn leave(&mut self, miner: MinerId) -> Vec<(u32, Route)> {
        self.requests.retain(|_, request| request.miner != miner);
        let numbers = self.miners.remove(&miner).unwrap_or_default();
        let mut gone: Vec<_> = numbers.channels.into_values().collect();
        gone.sort_unstable();
        gone.into_iter().filter_map(|id| Some((id, self.channels.remove(&id)?))).collect()
    }

    /// Remembers a request: the number with which it is passed on.
    pub(super) fn request(&mut self, miner: MinerId, id: u32) -> u32 {
        if let Some(numbers) = self.miners.get_mut(&miner) {
            numbers.requests += 1;
        }
        self.last_request = self.last_request.wrapping_add(1);
        self.requests.insert(self.last_request, Request { miner, id });
        self.last_request
    }

    /// The request that the server answers.
    pub(super) fn answered(&mut self, number: u32) -> Option<Request> {
        let request = self.requests.remove(&number)?;
        if let Some(numbers) = self.miners.get_mut(&request.miner) {
            numbers.requests -= 1;
        }
        Some(request)
    }

    /// Number of channels that a miner has, or may get by what it has requested.
    pub(super) fn wanted(&self, miner: MinerId) -> usize {
        self.miners.get(&miner).map_or(0, |numbers| numbers.channels.len() + numbers.requests)
    }

    /// The miners whose requests the server has not answered.
    pub(super) fn requesting(&self) -> BTreeSet<MinerId> {
        self.requests.values().map(|request| request.miner).collect()
    }

    pub(super) fn has_channels(&self) -> bool {
        !self.channels.is_empty()
    }

    /// A channel was opened: the miner's number for it; `None` when the miner is gone.
    pub(super) fn open(&mut self, miner: MinerId, channel: u32, group: u32) -> Option<u32> {
        let numbers = self.miners.get_mut(&miner)?;
        numbers.last = numbers.last.wrapping_add(1);
        let local = numbers.last;
        numbers.channels.insert(local, channel);
        let account = Account::default();
        self.channels.insert(channel, Route { miner, local, group, prefix: None, account });
        Some(local)
    }

    /// The server's number of a miner's channel.
    pub(super) fn upstream(&self, miner: MinerId, local: u32) -> Option<u32> {
        self.miners.get(&miner)?.channels.get(&local).copied()
    }

    /// The channel with this number at the server.
    pub(super) fn channel(&mut self, channel: u32) -> Option<&mut Route> {
        self.channels.get_mut(&channel)
    }

    /// The server's numbers of all channels.
    pub(super) fn channels(&self) -> Vec<u32> {
        self.channels.keys().copied().collect()
    }

    /// Forgets all requests, which are returned.
    pub(super) fn drop_requests(&mut self) -> Vec<Request> {
        self.miners.values_mut().for_each(|numbers| numbers.requests = 0);
        std::mem::take(&mut self.requests).into_values().collect()
    }

    /// A channel is closed.
    pub(super) fn close(&mut self, channel: u32) -> Option<Route> {
        let route = self.channels.remove(&channel)?;
        if let Some(numbers) = self.miners.get_mut(&route.miner) {
            numbers.channels.remove(&route.local);
        }
        Some(route)
    }

    /// The miners that have a channel in this group.
    pub(super) fn members(&self, group: u32) -> BTreeSet<MinerId> {
        let routes = self.channels.values().filter(|route| route.group == group);
        routes.map(|route| route.miner).collect()
    }

    /// The server's numbers of all channels of a group.
    pub(super) fn of_group(&self, group: u32) -> Vec<u32> {
        let channels = self.channels.iter().filter(|(_, route)| route.group == group);
        channels.map(|(channel, _)| *channel).collect()
    }

    /// The server's numbers of a miner's channels of a group: no other channels are looked at, however
    /// often the miner asks.
    pub(super) fn of_miner(&self, miner: MinerId, group: u32) -> Vec<u32> {
        let own = self.miners.get(&miner).into_iter().flat_map(|miner| miner.channels.values());
        own.filter(|channel| self.channels[channel].group == group).copied().collect()
    }

    /// Number of channels that a miner has.
    pub(super) fn count(&self, miner: MinerId) -> usize {
        self.miners.get(&miner).map_or(0, |numbers| numbers.channels.len())
    }

    /// Shares that wait for an answer.
    pub(super) fn unanswered(&self) -> u64 {
        self.channels.values().map(|route| route.account.unanswered()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_miner_counts_its_channels_from_one() {
        let mut routes = Routes::default();
        routes.join(1);
        routes.join(2);
        let requests = [(1, 7), (2, 7), (1, 8)].map(|(miner, id)| routes.request(miner, id));
        assert_eq!(requests, [1, 2, 3]);
        assert_eq!((routes.requesting(), routes.has_channels()), (BTreeSet::from([1, 2]), false));
        assert_eq!((routes.wanted(1), routes.wanted(2), routes.wanted(3)), (2, 1, 0));
        let second = routes.answered(2).expect("it was asked");
        assert_eq!((second.miner, second.id), (2, 7));
        assert!(routes.answered(2).is_none());
        assert_eq!(routes.open(2, 900, 5), Some(1));
        assert_eq!(routes.open(1, 901, 5), Some(1));
        assert_eq!(routes.open(1, 902, 6), Some(2));
        assert_eq!(routes.open(3, 903, 6), None);
        assert_eq!((routes.upstream(1, 2), routes.upstream(2, 2)), (Some(902), None));
        assert_eq!(routes.members(5), BTreeSet::from([1, 2]));
        assert!(routes.has_channels());
        assert_eq!((routes.count(1), routes.count(2), routes.count(3)), (2, 1, 0));
        assert_eq!((routes.wanted(1), routes.wanted(2)), (4, 1), "two of the first are requests");
        assert_eq!(routes.close(901).map(|route| route.local), Some(1));
        assert_eq!(routes.upstream(1, 1), None);
        let left: Vec<_> = routes.leave(1).into_iter().map(|(id, _)| id).collect();
        assert_eq!(left, [902]);
        assert!(routes.answered(3).is_none(), "who asked is gone");
        assert_eq!(routes.members(6), BTreeSet::new());
    }
}

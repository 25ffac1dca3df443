//! Every byte that a pool allocates is freed: the sum over all threads of what each has allocated
//! and freed.

#[path = "all/support/model/mod.rs"]
mod model;
#[path = "all/support/random.rs"]
mod random;
#[path = "all/support/tagged.rs"]
mod tagged;
#[path = "all/support/toy_seal.rs"]
#[expect(dead_code, reason = "not all of it is needed here")]
mod toy_seal;

use std::sync::Mutex;

use allocation_counter::measure;
use codec_pool::{Policy, Pool};
use model::Worker;

/// Runs `work`, and adds what it allocated and did not free to `balance`.
fn measured<T>(balance: &Mutex<(i64, i64)>, work: impl FnOnce() -> T) -> T {
    let mut result = None;
    let info = measure(|| result = Some(work()));
    let mut balance = balance.lock().expect("no thread panics here");
    balance.0 += info.count_current;
    balance.1 += info.bytes_current;
    result.expect("it ran")
}

fn balance_of(policy: Policy, close: bool) -> (i64, i64) {
    let balance = Mutex::new((0, 0));
    let (pool, exchange) = measured(&balance, || {
        let builder = Pool::builder().chunk_size(512).max_chunks(16).policy(policy);
        (builder.note_holders(3).build().expect("a valid pool"), Mutex::new(Vec::new()))
    });
    std::thread::scope(|scope| {
        for seed in 1..=3 {
            let (pool, exchange, balance) = (&pool, &exchange, &balance);
            scope.spawn(move || {
                measured(balance, || Worker::new(seed, pool, exchange).run(5000));
            });
        }
    });
    assert!(balance.lock().expect("no thread panicked").1 > 0, "the pool holds memory");
    measured(&balance, || {
        if close {
            pool.close();
        }
        drop(pool);
        // The last frames outlive the pool.
        drop(exchange);
    });
    balance.into_inner().expect("no thread panicked")
}

#[test]
fn all_memory_is_given_back() {
    for policy in [Policy::Heap, Policy::Fail] {
        for close in [false, true] {
            assert_eq!(balance_of(policy, close), (0, 0), "{policy:?}, closed: {close}");
        }
    }
}

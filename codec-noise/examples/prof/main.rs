#[path = "../encrypted/cipher.rs"]
mod cipher;
#[path = "../encrypted/message.rs"]
mod message;
#[path = "../encrypted/ours.rs"]
mod ours;
#[path = "../encrypted/sessions.rs"]
mod sessions;
#[path = "../encrypted/theirs.rs"]
mod theirs;
use message::wire_len;
use std::time::Instant;
pub(crate) trait Contender {
    const NAME: &'static str;
    fn connect() -> Self;
    fn seal(&mut self, size: usize, count: usize) -> Vec<u8>;
    fn open(&mut self, wire: &mut [u8], size: usize);
}
fn run<C: Contender>(size: usize, count: usize, turns: usize) {
    let mut c = C::connect();
    let mut best = f64::INFINITY;
    let mut sum = 0.0;
    for _ in 0..turns {
        let mut wire = c.seal(size, count);
        assert_eq!(wire.len(), count * wire_len(size));
        let start = Instant::now();
        c.open(&mut wire, size);
        let each = start.elapsed().as_secs_f64() * 1e9 / count as f64;
        best = best.min(each);
        sum += each;
    }
    println!("{:20} {size} x{count}: best {best:.0} mean {:.0}", C::NAME, sum / turns as f64);
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (size, count, turns) =
        (a[2].parse().unwrap(), a[3].parse().unwrap(), a[4].parse().unwrap());
    for w in a[1].split(',') {
        match w {
            "owned" => run::<ours::Ours<ours::Owned>>(size, count, turns),
            "borrowed" => run::<ours::Ours<ours::Borrowed>>(size, count, turns),
            "shared" => run::<ours::Ours<ours::Shared>>(size, count, turns),
            "copied" => run::<cipher::Copied>(size, count, turns),
            "alone" => run::<cipher::Alone>(size, count, turns),
            _ => run::<theirs::Owned>(size, count, turns),
        }
    }
}

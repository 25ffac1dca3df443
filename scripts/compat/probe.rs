// What each program does with the functions before it: makes a file, reads and writes one,
// measures how long it takes to load one in microseconds.

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match &args[1..] {
        [mode, to] if mode == "make" => std::fs::write(to, make()).unwrap(),
        [mode, from, to] if mode == "copy" => {
            let bytes = std::fs::read(from).unwrap();
            std::fs::write(to, store(&load(&bytes))).unwrap();
        }
        [mode, from] if mode == "time" => {
            let bytes = std::fs::read(from).unwrap();
            let best = (0..20).map(|_| {
                let start = std::time::Instant::now();
                let value = load(&bytes);
                let took = start.elapsed().as_micros();
                drop(value);
                took
            });
            println!("{}", best.min().unwrap());
        }
        _ => panic!("make TO, copy FROM TO, or time FROM"),
    }
}

use codec_benches::groups::{self, Effort};
fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().expect("name");
    let effort = if args.next().as_deref() == Some("full") { Effort::Full } else { Effort::Quick };
    for group in groups::ALL {
        if group.name.starts_with(&name) {
            let t = std::time::Instant::now();
            for table in (group.run)(effort).tables {
                println!("{table}");
            }
            eprintln!("{} took {:?}", group.name, t.elapsed());
        }
    }
}

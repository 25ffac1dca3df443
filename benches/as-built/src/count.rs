//! Instructions of calls, by callgrind: the program runs itself under it, and reads what callgrind
//! writes at each return of [`counted`].

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// The option of the program under callgrind, before the folder that callgrind writes to.
pub const COUNTED: &str = "--counted";

/// The number of calls that are counted: more than one, since an allocator's work varies.
const CALLS: u32 = 8;

/// Runs this program under callgrind, with the same words.
pub fn run_counted(words: &[&String]) -> std::io::Result<ExitStatus> {
    let folder = std::env::temp_dir().join(format!("as-built-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let status = Command::new("valgrind")
        .args(["-q", "--tool=callgrind", "--toggle-collect=*counted*", "--dump-after=*::counted*"])
        .arg(format!("--callgrind-out-file={}", folder.join("out").display()))
        .arg(std::env::current_exe()?)
        .arg(COUNTED)
        .arg(&folder)
        .args(words)
        .status();
    std::fs::remove_dir_all(folder)?;
    status
}

/// Calls so many times; callgrind counts what this function takes, and no more.
#[inline(never)]
fn counted(call: &mut dyn FnMut()) {
    for _ in 0..CALLS {
        call();
    }
}

/// The files that callgrind writes, one a return of [`counted`].
pub struct Counts {
    folder: PathBuf,
    files: u32,
}

impl Counts {
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.into(), files: 0 }
    }

    /// Instructions a call takes.
    pub fn count(&mut self, call: &mut dyn FnMut()) -> f64 {
        counted(call);
        self.files += 1;
        let file = self.folder.join(format!("out.{}", self.files));
        let text = std::fs::read_to_string(&file).expect("callgrind writes at each return");
        let line = text.lines().find_map(|line| line.strip_prefix("totals: "));
        let total: f64 = line.and_then(|total| total.trim().parse().ok()).expect("a total");
        total / f64::from(CALLS)
    }
}

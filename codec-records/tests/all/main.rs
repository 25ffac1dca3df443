//! Files of records: what is written is read, and damage costs what it hits.

mod appending;
mod damage;
mod evolution;
mod golden;
mod hostile;
mod support;

use support::{File, Folder, Reading, Writer, offsets, record};

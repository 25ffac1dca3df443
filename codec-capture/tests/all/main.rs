//! Frames in captures, and how they are shown.

mod capture;
mod show;

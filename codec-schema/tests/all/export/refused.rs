//! What can't be exported.

//! Types of `std`.

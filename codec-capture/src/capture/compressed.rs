//! Files that are compressed.

use std::io::{self, BufRead, BufReader};

use flate2::bufread::MultiGzDecoder;

/// Reads what gzip has compressed; any other input is read as it is. Nothing is kept in memory but the
/// piece that is being read.
///
/// ```
/// use std::io::Read as _;
/// let mut text = String::new();
/// codec_capture::decompress(&mut &b"00 80"[..])?.read_to_string(&mut text)?;
/// assert_eq!(text, "00 80");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The errors of the input. Compressed data that is invalid is an error when it is read.
pub fn decompress<'i>(input: &'i mut dyn BufRead) -> io::Result<Box<dyn BufRead + 'i>> {
    // The third byte is its only method.
    if input.fill_buf()?.starts_with(&[0x1f, 0x8b, 8]) {
        return Ok(Box::new(BufReader::new(MultiGzDecoder::new(input))));
    }
    Ok(Box::new(input))
}

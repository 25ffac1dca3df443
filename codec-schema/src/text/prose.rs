//! Doc comments without what is about Rust.

/// A doc comment without examples, headings and links into code.
pub(crate) fn paragraphs(doc: &str) -> Vec<String> {
    let (mut paragraphs, mut current, mut in_code) = (Vec::new(), String::new(), false);
    for line in doc.lines().map(str::trim) {
        if line.starts_with("```") {
            in_code = !in_code;
        } else if in_code || line.starts_with('#') {
            continue;
        }
        if line.is_empty() || line.starts_with("```") {
            if !current.is_empty() {
                paragraphs.push(unlinked(&std::mem::take(&mut current)));
            }
            continue;
        }
        if !current.is_empty() {
            current.push(' ');
        }
        current.push_str(line);
    }
    if !current.is_empty() {
        paragraphs.push(unlinked(&current));
    }
    paragraphs
}

/// Removes the targets of links, unless they are URLs.
fn unlinked(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find('[') {
        let Some(end) = rest[start..].find(']').map(|end| start + end) else { break };
        let (label, after) = (&rest[start + 1..end], &rest[end + 1..]);
        let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        out.push_str(&rest[..start]);
        rest = match target {
            Some((target, beyond)) if !target.contains("://") => {
                out.push_str(label);
                beyond
            }
            None if label.starts_with('`') => {
                out.push_str(label);
                after
            }
            _ => {
                out.push_str(&rest[start..=end]);
                after
            }
        };
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_lose_examples_headings_and_links_into_code() {
        let doc = "One [`Two`](Self::two),\n[three](https://x.y), [`Four`].\n\n```\nlet x;\n```\n# Errors\nNone.";
        assert_eq!(paragraphs(doc), ["One `Two`, [three](https://x.y), `Four`.", "None."]);
    }
}

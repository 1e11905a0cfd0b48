//! The small part of HTTP/1.1 that a browser on the same computer needs.

use std::io::{self, BufRead, BufReader, Read, Write};

/// The longest head of a request.
const MAX_HEAD_BYTES: u64 = 16 << 10;
/// The longest body: a content file.
const MAX_BODY_BYTES: usize = 4 << 20;

/// A request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) method: String,
    /// The path without the query, decoded.
    pub(super) path: String,
    pub(super) query: String,
    /// Names are in lower case.
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: u16,
    pub(super) media_type: &'static str,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// Reads a request; `None` if the connection was closed or the request is malformed.
    pub(super) fn read(stream: impl Read) -> io::Result<Option<Self>> {
        let mut reader = BufReader::new(stream);
        let mut head = (&mut reader).take(MAX_HEAD_BYTES);
        let mut line = String::new();
        head.read_line(&mut line)?;
        let mut words = line.split_ascii_whitespace();
        let (Some(method), Some(target), Some("HTTP/1.1" | "HTTP/1.0")) = (words.next(), words.next(), words.next())
        else {
            return Ok(None);
        };
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let (Some(path), method, query) = (decoded(path), method.to_owned(), query.to_owned()) else { return Ok(None) };
        let mut headers = Vec::new();
        loop {
            let mut line = String::new();
            if head.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            let line = line.trim_end();
            if line.is_empty() {
                break;
            }
            let Some((name, value)) = line.split_once(':') else { return Ok(None) };
            headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
        let mut request = Self { method, path, query, headers, body: Vec::new() };
        let length = match request.header("content-length").map(str::parse::<usize>) {
            None => 0,
            Some(Ok(length)) if length <= MAX_BODY_BYTES => length,
            Some(_) => return Ok(None),
        };
        request.body = vec![0; length];
        reader.read_exact(&mut request.body)?;
        Ok(Some(request))
    }

    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of a cookie.
    pub(super) fn cookie(&self, name: &str) -> Option<&str> {
        let cookies = self.header("cookie")?.split(';');
        cookies
            .filter_map(|cookie| cookie.trim().split_once('='))
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }

    /// The value of a field of the query.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        let fields = self.query.split('&');
        fields.filter_map(|field| field.split_once('=')).find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

impl Response {
    pub(super) const fn new(status: u16, media_type: &'static str, body: Vec<u8>) -> Self {
        Self { status, media_type, headers: Vec::new(), body }
    }

    /// A line of text, mostly an error message.
    pub(super) fn text(status: u16, text: impl Into<String>) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("{}\n", text.into()).into_bytes())
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    /// Writes the answer to a request with this method: without the body for `HEAD`.
    pub(super) fn write(&self, method: &str, mut stream: impl Write) -> io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            204 => "No Content",
            302 => "Found",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            _ => "Internal Server Error",
        };
        let mut head = format!("HTTP/1.1 {} {reason}\r\n", self.status);
        head += &format!("Content-Type: {}\r\nContent-Length: {}\r\n", self.media_type, self.body.len());
        head += "Connection: close\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n";
        head += "Cache-Control: no-store\r\nCross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\n";
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        stream.write_all(head.as_bytes())?;
        if method != "HEAD" {
            stream.write_all(&self.body)?;
        }
        stream.flush()
    }
}

/// A path with its escapes replaced; `None` if it is not UTF-8 or has a NUL.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(after.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).ok().filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Request> {
        Request::read(text.as_bytes()).ok().flatten()
    }

    #[test]
    fn a_request_has_a_path_a_query_headers_and_a_body() {
        let text = "PUT /a%20b?token=x&y=1 HTTP/1.1\r\nHost: here\r\nCookie: a=1; b=2\r\nContent-Length: 3\r\n\r\nabc";
        let request = read(text).unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("PUT", "/a b"));
        assert_eq!((request.field("y"), request.cookie("b")), (Some("1"), Some("2")));
        assert_eq!((request.header("host"), request.body.as_slice()), (Some("here"), &b"abc"[..]));
    }

    #[test]
    fn the_answer_to_head_has_no_body() {
        let written = |method| {
            let mut out = Vec::new();
            Response::text(200, "here").write(method, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert!(written("GET").ends_with("\r\n\r\nhere\n"));
        assert!(written("HEAD").ends_with("\r\n\r\n") && written("HEAD").contains("Content-Length: 5\r\n"));
    }

    #[test]
    fn malformed_or_oversized_requests_are_refused() {
        for text in ["", "GET /", "GET / HTTP/2\r\n\r\n", "GET /%zz HTTP/1.1\r\n\r\n", "GET /%00 HTTP/1.1\r\n\r\n"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(read(&format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(20_000))), None);
        assert_eq!(read("PUT / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n"), None);
        assert!(read("PUT / HTTP/1.1\r\nContent-Length: 5\r\n\r\nabc").is_none(), "the body is cut off");
    }
}

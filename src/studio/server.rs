//! The server and its gate: only this computer's browser is answered, with the token of the address that was opened.

use std::hash::{BuildHasher, RandomState};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::anyhow;

use super::http::{Request, Response};
use super::site::Site;
use crate::messages::describe;

/// The most connections at a time, each of which may hold a body in memory. Browsers open six.
const MAX_CONNECTIONS: usize = 64;
/// How long a connection may be silent.
const PATIENCE: Duration = Duration::from_secs(10);

/// Serves a site on the loopback address.
pub(crate) struct Server {
    listener: TcpListener,
    gate: Arc<Gate>,
}

/// What every request must carry.
struct Gate {
    site: Site,
    port: u16,
    token: String,
}

impl Server {
    /// Listens on a port of the loopback address, or on any that is free.
    pub(crate) fn bind(port: u16, site: Site) -> anyhow::Result<Self> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
            .map_err(|error| anyhow!("cannot listen on port {port}: {}", describe(&error)))?;
        let port = listener.local_addr()?.port();
        Ok(Self { listener, gate: Arc::new(Gate { site, port, token: random_token() }) })
    }

    /// The address that opens the studio.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.gate.port, self.gate.token)
    }

    /// Answers until the process ends.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        for stream in self.listener.incoming() {
            let Ok(stream) = stream else { continue };
            let gate = self.gate.clone();
            // Two references are this loop's own. The browser retries.
            if Arc::strong_count(&gate) > MAX_CONNECTIONS + 2 {
                continue;
            }
            // If a thread cannot be started, one request goes unanswered and the browser retries.
            let _ = thread::Builder::new().spawn(move || gate.serve(&stream));
        }
        Ok(())
    }
}

impl Gate {
    fn serve(&self, stream: &TcpStream) {
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let _ = stream.set_write_timeout(Some(PATIENCE));
        let Ok(request) = Request::read(stream) else { return };
        let (method, response) = match &request {
            Some(request) => (request.method.as_str(), self.answer(request)),
            None => ("", Response::text(400, "malformed request")),
        };
        // A client that has disconnected needs no answer.
        let _ = response.write(method, stream);
    }

    fn answer(&self, request: &Request) -> Response {
        let hosts = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        if !request.header("host").is_some_and(|host| hosts.iter().any(|known| known == host)) {
            return Response::text(403, "this server only answers requests for its loopback address");
        }
        let is_ours = |origin: &str| hosts.iter().any(|host| origin == format!("http://{host}"));
        if request.header("origin").is_some_and(|origin| !is_ours(origin)) {
            return Response::text(403, "other sites may not use the studio");
        }
        // Cookies are shared between ports, and several studios may be open.
        let cookie = format!("undercroft-{}", self.port);
        if request.path == "/" && request.field("token").is_some_and(|token| self.is_token(token)) {
            let kept = format!("{cookie}={}; HttpOnly; SameSite=Strict; Path=/", self.token);
            return Response::text(302, "the studio").with("Location", "/index.html").with("Set-Cookie", kept);
        }
        if !request.cookie(&cookie).is_some_and(|token| self.is_token(token)) {
            return Response::text(403, "open the address that `undercroft studio` printed, including its token");
        }
        self.site.answer(request)
    }

    /// Compares in constant time, so that timing does not reveal how many characters matched.
    fn is_token(&self, given: &str) -> bool {
        let differences = given.bytes().zip(self.token.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
        given.len() == self.token.len() && differences == 0
    }
}

/// 128 bits that come from the operating system, through the standard library's hash keys.
fn random_token() -> String {
    let bits = || RandomState::new().hash_one("token");
    format!("{:016x}{:016x}", bits(), bits())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_differ() {
        let token = random_token();
        assert_eq!(token.len(), 32);
        assert_ne!(token, random_token());
    }
}

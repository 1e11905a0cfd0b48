//! `undercroft studio`: which requests its server answers, and which it refuses.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A running studio, which ends with the test.
struct Studio {
    process: Child,
    port: u16,
    token: String,
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Studio {
    /// A studio whose content folder has one recipe.
    fn start(folder: &Path) -> Self {
        fs::create_dir_all(folder.join("content/recipes")).unwrap();
        let recipe = "name = 'hall'\ndescription = 'A hall.'\n[[step]]\ndo = 'fill'\n[[step]]\ndo = 'border'\n";
        fs::write(folder.join("content/recipes/hall.toml"), recipe).unwrap();
        Self::start_with(folder)
    }

    /// A studio whose content folder is as the test made it.
    fn start_with(folder: &Path) -> Self {
        let pages = folder.join("pages");
        fs::create_dir_all(&pages).unwrap();
        fs::write(pages.join("index.html"), "<html><head></head>studio</html>").unwrap();
        fs::write(folder.join("secret.toml"), "secret").unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_undercroft"))
            .args(["studio", "--no-open", "--pages"])
            .arg(&pages)
            .arg("--content")
            .arg(folder.join("content"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let rest = address.trim().strip_prefix("http://127.0.0.1:").unwrap();
        let (port, token) = rest.split_once("/?token=").unwrap();
        Self { process, port: port.parse().unwrap(), token: token.to_owned() }
    }

    /// Sends a request with these headers, and returns the whole answer.
    fn ask(&self, line: &str, headers: &[&str], body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        write!(stream, "{line} HTTP/1.1\r\n{headers}Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}", self.port)
    }

    fn cookie(&self) -> String {
        format!("Cookie: undercroft-{}={}", self.port, self.token)
    }

    /// Sends a request as the page does.
    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path}"), &[&self.host(), &self.cookie()], "")
    }

    fn put(&self, path: &str, body: &str) -> String {
        self.ask(&format!("PUT {path}"), &[&self.host(), &self.cookie()], body)
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn the_address_opens_the_page_and_nothing_opens_without_its_token() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path());
    let opened = studio.ask(&format!("GET /?token={}", studio.token), &[&studio.host()], "");
    assert!(status(&opened) == "302" && opened.contains("HttpOnly; SameSite=Strict"), "{opened}");
    let page = studio.get("/index.html");
    assert!(status(&page) == "200" && page.contains("studio") && page.contains("undercroft-content"), "{page}");
    assert!(page.contains("Content-Security-Policy: default-src 'self'"), "{page}");
    assert_eq!(status(&studio.ask("GET /index.html", &[&studio.host()], "")), "403");
    assert_eq!(status(&studio.ask("GET /?token=0", &[&studio.host()], "")), "403");
    let wrong = format!("Cookie: undercroft-{}={}", studio.port, "0".repeat(32));
    assert_eq!(status(&studio.ask("GET /content", &[&studio.host(), &wrong], "")), "403");
}

#[test]
fn other_sites_and_other_names_for_this_computer_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path());
    let cookie = studio.cookie();
    assert_eq!(status(&studio.ask("GET /content", &["Host: evil.example", &cookie], "")), "403");
    assert_eq!(status(&studio.ask("GET /content", &[&cookie], "")), "403", "a host is required");
    let foreign = ["Origin: http://evil.example", &studio.host(), &cookie].map(str::to_owned);
    assert_eq!(status(&studio.ask("PUT /content/x.toml", &foreign.each_ref().map(String::as_str), "")), "403");
    let own = format!("Origin: http://127.0.0.1:{}", studio.port);
    assert_eq!(status(&studio.ask("GET /content", &[&own, &studio.host(), &cookie], "")), "200");
}

#[test]
fn files_are_read_and_saved_inside_the_content_folder_only() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path());
    let before = studio.get("/content/stamp");
    assert_eq!(status(&studio.put("/content/recipes/den.toml", "name = \"den\"\n")), "204");
    assert_eq!(fs::read_to_string(folder.path().join("content/recipes/den.toml")).unwrap(), "name = \"den\"\n");
    assert!(studio.get("/content").contains(r#"["recipes/den.toml","name = \"den\"\n"]"#));
    assert_ne!(studio.get("/content/stamp"), before);
    for path in
        ["/content/../secret.toml", "/content/%2e%2e/secret.toml", "/content/..%2fsecret.toml", "/content/a/b.toml"]
    {
        assert_eq!(status(&studio.put(path, "changed")), "403", "{path}");
    }
    for path in ["/../secret.toml", "/%2e%2e/secret.toml", "/..%2fsecret.toml", "//etc/passwd"] {
        let answer = studio.get(path);
        assert!(status(&answer) == "404", "{path}: {answer}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("secret.toml")).unwrap(), "secret");
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_of_the_content_folder_are_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path());
    let content = folder.path().join("content");
    std::os::unix::fs::symlink(folder.path().join("secret.toml"), content.join("link.toml")).unwrap();
    std::os::unix::fs::symlink(folder.path(), content.join("vaults")).unwrap();
    assert!(!studio.get("/content").contains("secret"));
    assert_eq!(status(&studio.put("/content/link.toml", "changed")), "403");
    assert_eq!(status(&studio.put("/content/vaults/secret.toml", "changed")), "403");
    assert_eq!(fs::read_to_string(folder.path().join("secret.toml")).unwrap(), "secret");
}

#[cfg(unix)]
#[test]
fn saving_into_a_pipe_is_refused_at_once_and_not_when_somebody_reads_it() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path());
    let pipe = folder.path().join("content/recipes/pipe.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let answer = studio.put("/content/recipes/pipe.toml", "name = 'den'");
    assert!(status(&answer) == "403" && answer.contains("not a regular file"), "{answer}");
}

#[test]
fn empty_folders_and_broken_files_do_not_stop_the_studio_from_opening() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("content")).unwrap();
    let studio = Studio::start_with(folder.path());
    assert!(studio.get("/content").ends_with("[]"));
    fs::write(folder.path().join("content/bad.toml"), "name = \n").unwrap();
    let studio = Studio::start_with(folder.path());
    assert!(studio.get("/content").contains("bad.toml"));
}

#[test]
fn a_file_of_every_kind_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path());
    for kind in ["recipes", "plans", "vaults", "tilesets", "missions"] {
        assert_eq!(status(&studio.put(&format!("/content/{kind}/den.toml"), "x = 1")), "204", "{kind}");
        assert!(folder.path().join("content").join(kind).join("den.toml").is_file(), "{kind}");
    }
}

#[test]
fn the_server_survives_malformed_requests() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path());
    assert_eq!(status(&studio.ask("NONSENSE", &[], "")), "400");
    assert_eq!(status(&studio.ask("DELETE /content", &[&studio.host(), &studio.cookie()], "")), "405");
    assert_eq!(status(&studio.get("/index.html")), "200");
}

#[test]
fn silent_connections_are_limited_and_the_studio_answers_once_they_are_gone() {
    let folder = tempfile::tempdir().unwrap();
    let studio = Studio::start(folder.path());
    let silent: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(("127.0.0.1", studio.port)).unwrap()).collect();
    thread::sleep(Duration::from_millis(500));
    let is_closed = |mut stream: &TcpStream| {
        stream.set_nonblocking(true).unwrap();
        matches!(stream.read(&mut [0]), Ok(0))
    };
    let closed = silent.iter().filter(|stream| is_closed(stream)).count();
    assert!((30..=40).contains(&closed), "{closed} of 100 are closed");
    drop(silent);
    thread::sleep(Duration::from_millis(500));
    assert_eq!(status(&studio.get("/index.html")), "200");
}

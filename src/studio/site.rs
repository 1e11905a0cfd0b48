//! What is served: the built pages, and the content folder.
//!
//! | request | answer |
//! |---|---|
//! | `GET /…` | a file of the built pages |
//! | `GET /content` | all files of the content folder: path and text, as JSON |
//! | `GET /content/stamp` | changes when a file of the folder does |
//! | `PUT /content/PATH` | saves a file into the folder |

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Component, Path, PathBuf};

use anyhow::anyhow;
use undercroft_mapgen::ContentKind;

use super::http::{Request, Response};
use crate::library::files_in;
use crate::messages::describe;
use crate::output::write_whole;
use crate::text_files;

/// What pages may load: their own files, and nothing else.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' blob: data:; connect-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'";

/// The pages and the content folder.
#[derive(Debug)]
pub(crate) struct Site {
    pages: PathBuf,
    content: Option<PathBuf>,
}

impl Site {
    /// A site of built pages, with a content folder if there is one.
    pub(crate) fn new(pages: &Path, content: Option<&Path>) -> anyhow::Result<Self> {
        let whole =
            |path: &Path| path.canonicalize().map_err(|error| anyhow!("{}: {}", path.display(), describe(&error)));
        Ok(Self { pages: whole(pages)?, content: content.map(whole).transpose()? })
    }

    pub(super) fn answer(&self, request: &Request) -> Response {
        match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/content") => self.content_files(),
            ("GET", "/content/stamp") => self.stamp(),
            ("GET" | "HEAD", path) => self.page(path),
            ("PUT", path) => match path.strip_prefix("/content/") {
                Some(path) => self.save(path, &request.body),
                None => Response::text(405, "only content can be saved"),
            },
            _ => Response::text(405, "unknown method"),
        }
    }

    fn page(&self, path: &str) -> Response {
        let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
        let file = inside(&self.pages, name).filter(|file| file.is_file());
        let Some(body) = file.as_deref().and_then(|file| fs::read(file).ok()) else {
            return Response::text(404, "no such page");
        };
        let media_type = match file.as_deref().and_then(Path::extension).and_then(|extension| extension.to_str()) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript",
            Some("css") => "text/css",
            Some("svg") => "image/svg+xml",
            Some("png") => "image/png",
            Some("wasm") => "application/wasm",
            Some("webmanifest" | "json") => "application/json",
            _ => "application/octet-stream",
        };
        if !media_type.starts_with("text/html") {
            return Response::new(200, media_type, body);
        }
        // Lets the page know that there is a folder to follow and to save into.
        let mut text = String::from_utf8_lossy(&body).into_owned();
        if self.content.is_some() {
            text = text.replacen("</head>", "<meta name=\"undercroft-content\" content=\"folder\"></head>", 1);
        }
        Response::new(200, media_type, text.into_bytes()).with("Content-Security-Policy", POLICY)
    }

    fn files(&self) -> Vec<(String, PathBuf)> {
        let Some(folder) = &self.content else { return Vec::new() };
        let paths = files_in(folder).unwrap_or_default();
        // A link may lead out of the folder.
        let within = paths.into_iter().filter(|path| path.canonicalize().is_ok_and(|real| real.starts_with(folder)));
        let named = within.filter_map(|path| {
            let name: Vec<_> = path.strip_prefix(folder).ok()?.iter().map(|part| part.to_string_lossy()).collect();
            Some((name.join("/"), path))
        });
        named.collect()
    }

    fn content_files(&self) -> Response {
        // The page shows what it can read; `undercroft check` reports the errors in the rest.
        let read = |(name, path): (String, PathBuf)| Some((name, text_files::read(&path).ok()?));
        let files: Vec<(String, String)> = self.files().into_iter().filter_map(read).collect();
        match serde_json::to_vec(&files) {
            Ok(json) => Response::new(200, "application/json", json),
            Err(error) => Response::text(500, error.to_string()),
        }
    }

    fn stamp(&self) -> Response {
        let mut hasher = DefaultHasher::new();
        for (name, path) in self.files() {
            let about = fs::metadata(&path).map(|about| (about.len(), about.modified().ok()));
            (name, about.ok()).hash(&mut hasher);
        }
        Response::text(200, format!("{:016x}", hasher.finish()))
    }

    fn save(&self, path: &str, body: &[u8]) -> Response {
        let Some(folder) = &self.content else {
            return Response::text(403, "there is no content folder; start the studio with --content");
        };
        let Some(file) = savable(folder, path) else {
            return Response::text(
                403,
                "save TOML files into the content folder, or its recipes, plans, vaults, tilesets or missions",
            );
        };
        let Ok(text) = std::str::from_utf8(body) else { return Response::text(400, "the file is not UTF-8 text") };
        let saved = write_inside(folder, &file, text).map_err(|error| format!("{path}: {}", describe(&error)));
        match saved {
            Ok(()) => Response::new(204, "text/plain", Vec::new()),
            Err(message) => Response::text(403, message),
        }
    }
}

/// Writes a file of the content folder, unless a link leads out of it.
fn write_inside(folder: &Path, file: &Path, text: &str) -> io::Result<()> {
    let parent = file.parent().unwrap_or(folder);
    fs::create_dir_all(parent)?;
    // The folder may be a link, and so may the file.
    let real = if file.exists() { file.canonicalize()? } else { parent.canonicalize()? };
    if !real.starts_with(folder) {
        return Err(io::Error::other("this link leads out of the content folder"));
    }
    // A pipe would wait for a reader.
    if file.exists() && !file.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    write_whole(file, text.as_bytes(), true).map(drop)
}

/// A file in a folder after following links, unless it is outside the folder.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    let real = is_plain.then(|| folder.join(name).canonicalize().ok()).flatten()?;
    real.starts_with(folder).then_some(real)
}

/// Where a content file is saved.
fn savable(folder: &Path, path: &str) -> Option<PathBuf> {
    let parts: Vec<&str> = path.split('/').collect();
    let is_name =
        |name: &str| name.ends_with(".toml") && !name.starts_with('.') && !name.contains('\\') && name.len() < 200;
    match parts.as_slice() {
        [name] if is_name(name) => Some(folder.join(name)),
        [kind, name] if is_name(name) && ContentKind::ALL.iter().any(|known| known.folder() == *kind) => {
            Some(folder.join(kind).join(name))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_saved_into_the_folders_of_their_kind_only() {
        let folder = Path::new("/content");
        assert_eq!(savable(folder, "den.toml"), Some("/content/den.toml".into()));
        for kind in ContentKind::ALL {
            let path = format!("{}/den.toml", kind.folder());
            assert_eq!(savable(folder, &path), Some(folder.join(&path)));
        }
        for bad in
            ["../den.toml", "a/b/c.toml", "..", "/etc/den.toml", "other/den.toml", "den.sh", ".toml", "x\\y.toml"]
        {
            assert_eq!(savable(folder, bad), None, "{bad}");
        }
    }
}

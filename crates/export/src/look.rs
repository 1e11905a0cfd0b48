//! What each cell looks like: its glyph and colours, with the things that stand on it.

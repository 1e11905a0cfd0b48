#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| undercroft_fuzzing::run("pins", data));

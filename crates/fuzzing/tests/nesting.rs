//! Files nested deeper than any parser should follow.

use undercroft_fuzzing::TARGETS;

#[test]
fn a_file_nested_a_hundred_thousand_levels_deep_overflows_no_stack() {
    let deep = 100_000;
    let texts = [
        format!("a = {}1{}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}1{}", "{a=".repeat(deep), "}".repeat(deep)),
        format!("{}a = 1", "a.".repeat(deep)),
        format!("[{}a]", "a.".repeat(deep)),
        "[".repeat(deep),
        "{\"a\":".repeat(deep),
        format!("{{\"tiles\":{}", "[".repeat(deep)),
        format!("{}rooms > 1", "(".repeat(deep)),
        format!("{}rooms > 1", "not ".repeat(deep)),
        "ctrl-".repeat(deep),
        format!("caves\nscatter.chance={}", "[".repeat(deep)),
        format!("caves\nscatter.chance={}", "{a=".repeat(deep)),
        format!("caves\nscatter.chance={{{}a=1}}", "a.".repeat(deep)),
    ];
    for text in texts {
        for (_, body) in TARGETS {
            body(text.as_bytes());
        }
    }
}

//! `undercroft gallery`: the levels of many seeds on one sheet.

use undercroft_export::{ContactSheet, PictureOptions, draw};
use undercroft_mapgen::Size;

use crate::arguments::Gallery;
use crate::format::Format;
use crate::messages::usage;
use crate::output::{Output, is_standard};
use crate::progress;

/// How many dots wide a cell is when it is drawn.
const CELL: u32 = 16;

pub(crate) fn run(arguments: &Gallery) -> anyhow::Result<()> {
    if !is_standard(&arguments.out) && Format::for_file(&arguments.out)? != Format::Png {
        return Err(usage(format!(
            "--out {}: a gallery is a picture; end its name with .png",
            arguments.out.display()
        )));
    }
    let levels = arguments.kind.levels(arguments.count)?;
    levels.tell_seed();
    let count = u32::try_from(levels.count).unwrap_or(u32::MAX);
    let too_large = |error: undercroft_export::PictureError| {
        let text = error.to_string();
        let problem = text.split(": choose").next().unwrap_or(&text);
        usage(format!("{problem}: choose a smaller --scale, --count or --size"))
    };
    let each = |size: Size| Size::new(size.width.saturating_mul(CELL), size.height.saturating_mul(CELL));
    let sheet = |size: Size| ContactSheet::new(count, each(size), CELL / arguments.scale).map_err(too_large);
    // Where the size is known, a sheet that is too large is told before a level is made for nothing.
    let mut known = levels.size().map(sheet).transpose()?;
    let bar = progress::bar(levels.count, "levels");
    for index in bar.wrap_iter(0..levels.count) {
        let level = levels.level(index)?;
        let picture = draw(&level, &PictureOptions::default()).map_err(too_large)?;
        let sheet = match &mut known {
            Some(sheet) => sheet,
            None => known.insert(sheet(level.size())?),
        };
        sheet.add(&picture, &level.metadata.seed.to_string());
    }
    bar.finish_and_clear();
    let Some(sheet) = known else { return Ok(()) };
    let picture = sheet.finish();
    let mut out = Output::to(Some(&arguments.out))?;
    out.put(|out| picture.write_png(out))?;
    out.finish()
}

//! SVG as pixels, with a font that comes along, so that a machine without fonts draws the same picture.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb::Database};
use std::sync::{Arc, LazyLock};

/// The most pixels of a picture: 256 MiB in memory.
const MOST_PIXELS: u64 = 64 << 20;

/// A picture that cannot be made.
#[derive(Debug, thiserror::Error)]
#[error("a picture of {width}x{height} pixels is too large: expected at most {MOST_PIXELS} (try a smaller --cell)")]
pub struct TooLarge {
    width: u32,
    height: u32,
}

impl TooLarge {
    pub(crate) const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }
}

static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_font_data(epaint_default_fonts::HACK_REGULAR.to_vec());
    fonts.set_monospace_family("Hack");
    Arc::new(fonts)
});

/// Draws an SVG of ours.
pub(crate) fn pixels(svg: &str) -> Result<Pixmap, TooLarge> {
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).expect("what we write is SVG");
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let too_large = TooLarge::new(width, height);
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large);
    }
    let mut pixmap = Pixmap::new(width, height).ok_or(too_large)?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// An SVG of ours as PNG.
pub fn png(svg: &str) -> Result<Vec<u8>, TooLarge> {
    Ok(pixels(svg)?.encode_png().expect("a picture in memory can be written"))
}

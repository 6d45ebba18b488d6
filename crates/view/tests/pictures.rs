//! Pictures are compared by what they show: the cells of an SVG's paths, the colours in the middle of a PNG's and a GIF's
//! cells.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use landgrab_view::{Depict, Film, Overlay, Pace, Picture, Rgb, Scene, Theme, Tone, gif, png, svg};
use resvg::tiny_skia::Pixmap;
use rules::catalogue::AnySetup;
use rules::record::Record;
use rules::{Side, stop::Stop};
use std::collections::HashMap;

const RECORD: &str = include_str!("../../landgrab/tests/cmd/heat.in/pieces.jsonl");

fn scenes(turns: usize) -> Vec<Scene> {
    let record = Record::read(RECORD.as_bytes()).unwrap();
    let AnySetup::Pieces(setup) = &record.header.setup else { panic!("a game of pieces") };
    let mut film = Film::<rules::pieces::Pieces<rules::pieces::class::Small>>::new(&record, setup);
    film.read(usize::MAX).unwrap();
    (0..turns).map(|turn| film.scene(turn)).collect()
}

/// The cells that paths with each filling cover, of the board in an SVG.
fn cells_by_fill(svg: &str) -> HashMap<String, Vec<(usize, usize)>> {
    let tree = roxmltree::Document::parse(svg).expect("an SVG is XML");
    let board = tree.descendants().find(|node| node.attribute("id") == Some("board")).expect("a board");
    let mut found: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
    for path in board.children().filter(|n| n.has_tag_name("path") && n.attribute("fill").is_some()) {
        let numbers = |part: &str| -> Vec<usize> {
            part.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect()
        };
        for part in path.attribute("d").unwrap().split('M').skip(1) {
            let [col, row, wide, high, ..] = numbers(part)[..] else { panic!("no rectangle: {part}") };
            let cells = (row..row + high).flat_map(|r| (col..col + wide).map(move |c| (r, c)));
            found.entry(path.attribute("fill").unwrap().into()).or_default().extend(cells);
        }
    }
    found.values_mut().for_each(|cells| cells.sort_unstable());
    found
}

fn cells_of(scene: &Scene, is_wanted: impl Fn(&landgrab_view::Mark) -> bool) -> Vec<(usize, usize)> {
    let cols = scene.size.cols;
    let wanted = scene.marks.iter().enumerate().filter(|(_, mark)| is_wanted(mark));
    wanted.map(|(index, _)| (index / cols, index % cols)).collect()
}

#[test]
fn an_svg_paints_every_cell_as_the_scene_says() {
    use landgrab_view::Paint::{Owned, Recent, Wall};
    let scene = &scenes(4)[3];
    let cells = cells_by_fill(&svg(scene, &Picture::default()));
    for (fill, paint) in [
        ("url(#s1)", Owned(Side::First)),
        ("url(#s2)", Owned(Side::Second)),
        ("url(#r1)", Recent(Side::First)),
        ("url(#wall)", Wall),
    ] {
        assert_eq!(cells.get(fill), Some(&cells_of(scene, |mark| mark.paint == paint)), "{fill}");
    }
}

#[test]
fn an_svg_holds_names_scores_and_letters_as_text() {
    let scene = &scenes(4)[3];
    let drawn = svg(scene, &Picture::default());
    let tree = roxmltree::Document::parse(&drawn).unwrap();
    let texts: Vec<&str> = tree.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
    assert!(texts.contains(&"O greedy 2") && texts.contains(&"1 first X"), "{texts:?}");
    assert!(texts.iter().any(|text| text.starts_with("turn 3: O greedy played")), "{texts:?}");
    let letters: String = texts.iter().filter(|text| text.chars().all(|c| "OoXx".contains(c))).copied().collect();
    let expected = scene.marks.iter().filter(|mark| mark.paint.owner().is_some()).count();
    assert_eq!(letters.len(), expected, "{texts:?}");
}

#[test]
fn an_svg_draws_a_piece_with_its_empty_rows() {
    let position: rules::pieces::Pieces<rules::pieces::class::Small> =
        "O......X\n........\nrules=plateau turn=O placed=0,0 piece=.../***".parse().unwrap();
    let drawn = svg(&position.scene(None), &Picture::default());
    // The box, three columns and two rows, and its filled cells in the second row.
    assert!(drawn.contains(r##"<path d="M0 0h3v2H0z" fill="#eef0f3"/><path d="M0 1h3v1h-3z""##), "{drawn}");
    assert!(landgrab_view::text(&position.scene(None), landgrab_view::Colour::Never).ends_with("\n...\n***\n"));
}

#[test]
fn a_strangers_name_cannot_leave_its_place_in_an_svg() {
    let mut scene = scenes(1).remove(0);
    scene.heading.as_mut().unwrap().players.first.name = "</text><script>alert(1)</script>&\"".into();
    let drawn = svg(&scene, &Picture::default());
    let tree = roxmltree::Document::parse(&drawn).unwrap();
    assert!(!tree.descendants().any(|n| n.has_tag_name("script")));
    png(&drawn).unwrap();
}

#[test]
fn overlays_are_painted_where_their_spots_are() {
    let position: Stop = "..XO/..XO/XXX./...O O".parse().unwrap();
    let mut scene = position.scene(None);
    scene.lay(position.layer(Overlay::Territory).unwrap());
    scene.lay(position.layer(Overlay::Legal).unwrap());
    let cells = cells_by_fill(&svg(&scene, &Picture::default()));
    let spots = |layer: usize, tone: Tone| -> Vec<(usize, usize)> {
        let spots = scene.layers[layer].spots.iter().enumerate();
        spots.filter(|(_, spot)| spot.as_ref().is_some_and(|s| s.tone == tone)).map(|(i, _)| (i / 4, i % 4)).collect()
    };
    assert_eq!(cells["url(#t1)"], [(0, 0), (0, 1), (1, 0), (1, 1)]);
    assert_eq!(cells["url(#t1)"], spots(0, Tone::Of(Side::First)));
    assert_eq!(cells["url(#t0)"], spots(0, Tone::Even));
    assert_eq!(cells["url(#legal)"], spots(1, Tone::Marked));
}

#[test]
fn nothing_covers_a_tile_in_a_picture() {
    let position: rules::colours::Colours<u64> = "GYKB/BRGP/RBYK A".parse().unwrap();
    let mut scene = position.scene(None);
    scene.lay(position.layer(Overlay::Territory).unwrap());
    scene.lay(position.layer(Overlay::Legal).unwrap());
    scene.lay(landgrab_view::Layer::of_distances(Overlay::Heat, &[Some(3); 12], "rings".into()));
    for theme in [Theme::LIGHT, Theme::DARK, Theme::COLOUR_BLIND] {
        let bare = png(&svg(&position.scene(None), &Picture { theme, cell: Some(60) })).unwrap();
        let full = png(&svg(&scene, &Picture { theme, cell: Some(60) })).unwrap();
        let (bare, full) = (Pixmap::decode_png(&bare).unwrap(), Pixmap::decode_png(&full).unwrap());
        // Left and right of the letter, and the letter itself: all but corners and edges.
        let (left, top) = (27, 28);
        for (x, y) in (0..4 * 60).flat_map(|x| (0..3 * 60).map(move |y| (x, y))) {
            let is_inner = |at: u32| (20..=40).contains(&(at % 60));
            if is_inner(x) && is_inner(y) {
                let at = (left + x, top + y);
                assert_eq!(full.pixel(at.0, at.1), bare.pixel(at.0, at.1), "{x} {y}");
            }
        }
    }
    let drawn = svg(&scene, &Picture { cell: Some(60), ..Picture::default() });
    let tree = roxmltree::Document::parse(&drawn).unwrap();
    let texts: Vec<&str> = tree.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).collect();
    let letters: String = texts.iter().filter(|text| text.chars().all(|c| "RGBKYP".contains(c))).copied().collect();
    assert_eq!(letters.len(), 12, "{texts:?}");
    assert_eq!(texts.iter().filter(|text| **text == "3").count(), 12 - 2 + 1, "not on owned tiles, and a column");
}

#[test]
fn the_colour_blind_theme_changes_the_tiles_and_players_have_places() {
    let position: rules::colours::Colours<u64> = "GYKB/BRGP/RBYK A".parse().unwrap();
    let names = rules::BySide::new("a".to_string(), "b".to_string());
    let scene = landgrab_view::live_scene(&position, None, &names, 0, "start".into());
    let fills = |theme| cells_by_fill(&svg(&scene, &Picture { theme, cell: None })).into_keys().collect::<Vec<_>>();
    let (light, blind) = (fills(Theme::LIGHT), fills(Theme::COLOUR_BLIND));
    assert!(light.contains(&"#e63753".into()) && !blind.contains(&"#e63753".into()), "{light:?} {blind:?}");
    assert!(blind.contains(&"#d55e00".into()), "{blind:?}");
    let drawn = svg(&scene, &Picture::default());
    for side in [Theme::LIGHT.sides.first, Theme::LIGHT.sides.second] {
        assert!(!drawn.contains(&side.to_string()), "blue and orange are tiles here: {drawn}");
    }
}

/// The colour near the top left corner inside of a cell, where no letter and no pattern is.
fn cell_colour(pixel: impl Fn(u32, u32) -> Rgb, layout: (u32, u32), cell: u32, (row, col): (usize, usize)) -> Rgb {
    pixel(layout.0 + col as u32 * cell + cell * 22 / 100, layout.1 + row as u32 * cell + cell * 22 / 100)
}

/// The board of a picture of 7x5 cells with a heading: where it begins.
const BOARD: (u32, u32) = (39, 72);

fn expect_cells(scene: &Scene, theme: &Theme, cell: u32, pixel: impl Fn(u32, u32) -> Rgb) {
    for (index, mark) in scene.marks.iter().enumerate() {
        let place = (index / scene.size.cols, index % scene.size.cols);
        let expected = match mark.paint.owner() {
            Some(side) => theme.sides[side],
            None if mark.paint == landgrab_view::Paint::Wall => theme.wall,
            None => theme.free,
        };
        assert_eq!(cell_colour(&pixel, BOARD, cell, place), expected, "{place:?} {mark:?}");
    }
}

#[test]
fn a_png_shows_the_cells_in_each_theme() {
    let scene = &scenes(5)[4];
    for theme in [Theme::LIGHT, Theme::DARK, Theme::COLOUR_BLIND] {
        for cell in [12, 24] {
            let bytes = png(&svg(scene, &Picture { theme, cell: Some(cell) })).unwrap();
            let picture = Pixmap::decode_png(&bytes).unwrap();
            expect_cells(scene, &theme, cell, |x, y| {
                let pixel = picture.pixel(x, y).expect("inside of the picture");
                Rgb(pixel.red(), pixel.green(), pixel.blue())
            });
        }
    }
}

#[test]
fn a_png_has_words_on_a_machine_without_fonts() {
    let scene = &scenes(1)[0];
    let picture = Pixmap::decode_png(&png(&svg(scene, &Picture::default())).unwrap()).unwrap();
    let Rgb(red, green, blue) = Theme::LIGHT.ink;
    let inked =
        |(x, y): (u32, u32)| picture.pixel(x, y).is_some_and(|p| (p.red(), p.green(), p.blue()) == (red, green, blue));
    let band = (36..200).flat_map(|x| (12..28).map(move |y| (x, y)));
    assert!(band.filter(|place| inked(*place)).count() > 50, "no letters in the heading");
}

#[test]
fn a_gif_shows_every_turn_and_keeps_what_did_not_change() {
    let scenes = scenes(6);
    let picture = Picture { theme: Theme::LIGHT, cell: Some(20) };
    let film = gif(scenes.clone(), &picture, Pace { frame: 7, last: 300 }).unwrap();
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(&film[..]).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![Rgb(0, 0, 0); width * height];
    let mut delays = vec![];
    for scene in &scenes {
        let frame = decoder.read_next_frame().unwrap().expect("a frame a turn");
        delays.push(frame.delay);
        let (left, top, wide) = (usize::from(frame.left), usize::from(frame.top), usize::from(frame.width));
        if delays.len() > 1 {
            assert!(usize::from(frame.height) < height, "only what changed");
        }
        for (place, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            canvas[(top + place / wide) * width + left + place % wide] = Rgb(pixel[0], pixel[1], pixel[2]);
        }
        expect_cells(scene, &picture.theme, 20, |x, y| canvas[y as usize * width + x as usize]);
        // The same frame as a still picture, pixel by pixel but for the colours that were too many.
        let mut still = scene.clone();
        still.aside = None;
        still.below.clear();
        let still = Pixmap::decode_png(&png(&svg(&still, &picture)).unwrap()).unwrap();
        let differ = still.pixels().iter().zip(&canvas).filter(|(p, c)| {
            [(p.red(), c.0), (p.green(), c.1), (p.blue(), c.2)].iter().any(|(a, b)| a.abs_diff(*b) > 24)
        });
        assert_eq!(differ.count(), 0);
    }
    assert_eq!(delays, [7, 7, 7, 7, 7, 300]);
    assert!(decoder.read_next_frame().unwrap().is_none());
}

#[test]
fn a_picture_that_no_memory_holds_is_refused() {
    let scene = &scenes(1)[0];
    let error = png(&svg(scene, &Picture { theme: Theme::LIGHT, cell: Some(5000) })).unwrap_err();
    assert!(error.to_string().contains("try a smaller --cell"), "{error}");
}

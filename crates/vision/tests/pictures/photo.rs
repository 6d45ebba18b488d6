//! A photo of a screen: perspective, rotation, moire, a reflection, darker corners, blur, noise and another white.

use super::distortion::{between, grainy};
use image::{Rgb, RgbImage};
use rules::{Source, SplitMix};

/// Takes a photo.
pub fn photographed(screen: &RgbImage, source: &mut SplitMix) -> RgbImage {
    let (width, height) = (screen.width() as f32, screen.height() as f32);
    let margin = between(source, 0.02, 0.12);
    let (wide, high) = (width * (1.0 + 2.0 * margin), height * (1.0 + 2.0 * margin));
    let angle = between(source, -5.0, 5.0).to_radians();
    let (sine, cosine) = angle.sin_cos();
    // Up to 8 of 100 narrower at the far end.
    let (lean_x, lean_y) = (between(source, -0.08, 0.08), between(source, -0.08, 0.08));
    let (turn, pitch) = (between(source, 0.0, 3.1), between(source, 2.3, 3.7));
    let ripple = between(source, 4.0, 14.0);
    let blob = (between(source, 0.0, wide), between(source, 0.0, high), between(source, 0.2, 0.5) * wide);
    let glare = between(source, 10.0, 55.0);
    let gain = between(source, 0.75, 1.1);
    let white = [gain * between(source, 0.92, 1.05), gain, gain * between(source, 0.85, 1.08)];
    let desk = [between(source, 20.0, 160.0), between(source, 20.0, 140.0), between(source, 20.0, 120.0)];
    let is_bright = source.below(2) == 0;
    let photo = RgbImage::from_fn(wide as u32, high as u32, |x, y| {
        let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
        let (dx, dy) = (x / wide - 0.5, y / high - 0.5);
        let far = 1.0 + lean_x * dx + lean_y * dy;
        let (across, along) = (dx * wide / far, dy * high / far);
        let at = (cosine * across + sine * along + width / 2.0, cosine * along - sine * across + height / 2.0);
        let seen = pixel(screen, at).unwrap_or(desk);
        let wave = ((x * turn.cos() + y * turn.sin()) * std::f32::consts::TAU / pitch).sin() * ripple;
        let away = (x - blob.0).hypot((y - blob.1) * 0.7) / blob.2;
        let shine = if is_bright { glare * (-away * away).exp() } else { 0.0 };
        let rim = 1.0 - 0.35 * (dx * dx + dy * dy);
        let tints = [1.0, -0.6, 0.4];
        Rgb(std::array::from_fn(|channel| {
            (seen[channel] * white[channel] * rim + wave * tints[channel] + shine).clamp(0.0, 255.0) as u8
        }))
    });
    let blur = between(source, 0.4, 1.1);
    let sigma = between(source, 2.0, 8.0);
    grainy(&image::imageops::blur(&photo, blur), sigma, source)
}

/// The colour between four pixels, or `None` outside.
fn pixel(image: &RgbImage, (x, y): (f32, f32)) -> Option<[f32; 3]> {
    let (x, y) = (x - 0.5, y - 0.5);
    if x < 0.0 || y < 0.0 || x + 1.0 >= image.width() as f32 || y + 1.0 >= image.height() as f32 {
        return None;
    }
    let (left, top) = (x as u32, y as u32);
    let (across, along) = (x - left as f32, y - top as f32);
    let at = |x: u32, y: u32| image.get_pixel(x, y).0.map(f32::from);
    let corners = [at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1)];
    Some(std::array::from_fn(|channel| {
        let [a, b, c, d] = corners.map(|corner| corner[channel]);
        (a * (1.0 - across) + b * across) * (1.0 - along) + (c * (1.0 - across) + d * across) * along
    }))
}

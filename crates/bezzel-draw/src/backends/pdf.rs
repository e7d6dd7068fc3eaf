//! PDF: one page of vector graphics, text in Helvetica, which every viewer has.

use super::number;
use crate::geometry::{self, QUEEN_RIM, QUEEN_SIDE};
use crate::scene::{Ink, Item, Path, Scene, Segment, Text};
use std::fmt::Write;

/// Points per pixel.
const POINT: f64 = 0.75;
/// Longest page side that viewers must accept, in points.
const LONGEST: f64 = 14_400.0;

/// The scene as a PDF file.
#[must_use]
pub fn write(scene: &Scene) -> Vec<u8> {
    let scale = POINT.min(LONGEST / scene.width.max(scene.height));
    let (width, height) = (number(scene.width * scale), number(scene.height * scale));
    let mut content = format!("{0} 0 0 -{0} 0 {height} cm 1 J 1 j\n", precise(scale));
    items(&mut content, &scene.items);
    let mut queen = format!("{} w 1 j\n", number(QUEEN_RIM));
    path_data(&mut queen, &geometry::queen());
    // Rim first, body over it, as in the other back-ends.
    let body = queen.clone();
    queen.push_str("S\n");
    queen.push_str(body.split_once('\n').map_or("", |(_, outline)| outline));
    queen.push_str("f\n");

    let font = |name: &str| {
        format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>")
    };
    let half = QUEEN_SIDE / 2.0;
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R \
             /Resources << /Font << /R 5 0 R /B 6 0 R >> /XObject << /Queen 7 0 R >> >> >>"
        )
        .into_bytes(),
        stream("", content.as_bytes()),
        font("Helvetica").into_bytes(),
        font("Helvetica-Bold").into_bytes(),
        stream(
            &format!("/Type /XObject /Subtype /Form /BBox [-{half} -{half} {half} {half}] "),
            queen.as_bytes(),
        ),
        format!("<< /Title {} /Producer (Bezzel) >>", string(&scene.title)).into_bytes(),
    ];
    assemble(&objects)
}

/// Header, numbered objects, the table of their offsets, trailer.
fn assemble(objects: &[Vec<u8>]) -> Vec<u8> {
    // The comment with high bytes marks the file as binary for programs that copy it.
    let mut file = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(objects) {
        places.push(file.len());
        file.extend(format!("{number} 0 obj\n").bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let table = file.len();
    let size = objects.len() + 1;
    file.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").bytes());
    }
    file.extend(
        format!(
            "trailer\n<< /Size {size} /Root 1 0 R /Info {} 0 R >>\nstartxref\n{table}\n%%EOF\n",
            objects.len()
        )
        .bytes(),
    );
    file
}

fn stream(dictionary: &str, content: &[u8]) -> Vec<u8> {
    let packed = miniz_oxide::deflate::compress_to_vec_zlib(content, 6);
    let mut object =
        format!("<< {dictionary}/Filter /FlateDecode /Length {} >>\nstream\n", packed.len())
            .into_bytes();
    object.extend(packed);
    object.extend(b"\nendstream");
    object
}

fn items(out: &mut String, list: &[Item]) {
    for item in list {
        match item {
            Item::Group { items: inner, .. } => items(out, inner),
            Item::Path { path, ink } => paint(out, path, ink),
            Item::Rect { x, y, width, height, radius, ink } => {
                paint(out, &geometry::rounded(*x, *y, *width, *height, *radius), ink);
            }
            Item::Circle { x, y, radius, ink } => {
                let mut path = Path::default();
                geometry::circle(&mut path, *x, *y, *radius);
                paint(out, &path, ink);
            }
            Item::Queen { x, y, side, fill, rim } => {
                let scale = precise(side / QUEEN_SIDE);
                let _ = writeln!(
                    out,
                    "q {scale} 0 0 {scale} {} {} cm {} rg {} RG /Queen Do Q",
                    number(*x),
                    number(*y),
                    rgb(*fill),
                    rgb(*rim)
                );
            }
            Item::Text(words) => text(out, words),
        }
    }
}

fn text(out: &mut String, words: &Text) {
    let font = if words.bold { "B" } else { "R" };
    let offset = words.start_offset();
    // The page is flipped vertically, so text is flipped back.
    let matrix = if words.upright {
        format!("0 -1 -1 0 {} {}", number(words.x), number(words.y - offset))
    } else {
        format!("1 0 0 -1 {} {}", number(words.x + offset), number(words.y))
    };
    let _ = writeln!(
        out,
        "BT {} rg /{font} {} Tf {matrix} Tm {} Tj ET",
        rgb(words.fill),
        number(words.size),
        string(&words.text)
    );
}

fn paint(out: &mut String, path: &Path, ink: &Ink) {
    if path.is_empty() {
        return;
    }
    if let Some(fill) = ink.fill {
        let _ = write!(out, "{} rg ", rgb(fill));
    }
    if let Some(stroke) = &ink.stroke {
        let dash: Vec<String> = stroke.dash.iter().map(|&length| number(length)).collect();
        let _ = write!(
            out,
            "{} RG {} w [{}] 0 d ",
            rgb(stroke.color),
            number(stroke.width),
            dash.join(" ")
        );
    }
    path_data(out, path);
    out.push_str(match (ink.fill.is_some(), ink.stroke.is_some()) {
        (true, true) => "B\n",
        (true, false) => "f\n",
        (false, true) => "S\n",
        (false, false) => "n\n",
    });
}

fn path_data(out: &mut String, path: &Path) {
    for part in &path.parts {
        let _ = match *part {
            Segment::Move(x, y) => writeln!(out, "{} {} m", number(x), number(y)),
            Segment::Line(x, y) => writeln!(out, "{} {} l", number(x), number(y)),
            Segment::Curve(a, b, c, d, x, y) => {
                let points = [a, b, c, d, x, y].map(number);
                writeln!(out, "{} c", points.join(" "))
            }
            Segment::Close => writeln!(out, "h"),
        };
    }
}

fn rgb(color: crate::color::Color) -> String {
    [color.r, color.g, color.b].map(|part| precise(f64::from(part) / 255.0)).join(" ")
}

fn precise(value: f64) -> String {
    format!("{}", (value * 10_000.0).round() / 10_000.0)
}

/// A string in Windows Latin encoding, with all special characters in octal.
fn string(text: &str) -> String {
    let mut out = String::from("(");
    for char in text.chars() {
        let byte = match char {
            ' '..='~' => char as u8,
            '\u{a0}'..='\u{ff}' => char as u32 as u8,
            '–' | '−' => 0o226,
            '—' => 0o227,
            '‘' => 0o221,
            '’' => 0o222,
            '“' => 0o223,
            '”' => 0o224,
            '…' => 0o205,
            _ => b'?',
        };
        match byte {
            b'(' | b')' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b' '..=b'~' => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push(')');
    out
}

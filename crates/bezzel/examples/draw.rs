//! Draws a solution with the lines of attack of its queens, for the terminal and as SVG.

use bezzel::{BoardPicture, Control, DrawRequest, Error, PictureRequest, Problem, draw};

pub(crate) fn main() -> Result<(), Error> {
    let mut board = BoardPicture::new(Problem::queens(8));
    board.placement = Some("2,4,1,7,0,6,3,5".to_owned());
    board.lines = Some("all".to_owned());
    let mut request = DrawRequest::new(PictureRequest::Board(board));
    println!("{} bytes of SVG", draw(&request, &Control::new())?.bytes);
    request.format = "unicode".to_owned();
    print!("{}", String::from_utf8_lossy(&draw(&request, &Control::new())?.picture));
    Ok(())
}

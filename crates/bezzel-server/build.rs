//! Names the folder that is built into the program: `web/dist` if the page was built, otherwise the
//! small page that says how to build it.

use std::path::Path;

fn main() {
    let here = std::env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder");
    let here = Path::new(&here);
    let built = here.join("../../web/dist");
    let folder = if built.join("index.html").is_file() { built.clone() } else { here.join("page") };
    println!("cargo::rustc-env=BEZZEL_PAGE={}", folder.display());
    // Watching a path that does not exist would rerun this at every build, so its nearest existing
    // ancestor is watched.
    let watched = [built.join("index.html"), here.join("../../web"), here.join("../..")];
    let watched = watched.iter().find(|path| path.exists()).map(|path| path.display());
    println!("cargo::rerun-if-changed={}", watched.expect("the workspace exists"));
}

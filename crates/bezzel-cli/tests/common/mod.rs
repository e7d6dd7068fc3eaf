//! What several tests of the program need.

/// Words as a shell would split them; double quotes keep spaces.
pub fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for char in command.chars() {
        match char {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("there is always a word").push(char),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

//! Small languages of arguments and files.

use bezzel::{CheckStreamRequest, ColumnSource, Control, StreamFormat, check_stream};
use bezzel_draw::LevelTable;
use bezzel_jobs::Share;
use bezzel_models::{Encoding, GraphKind};
use bezzel_search::Choice;

/// Whatever is read is named so that it is read again.
pub fn words(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let word = text.trim();
    if let Ok(choice) = Choice::read(word) {
        let name = choice.name();
        assert_eq!(Choice::read(&name).map(|again| again.name()).ok(), Some(name));
    }
    if let Ok(share) = word.parse::<Share>() {
        assert_eq!(share.to_string().parse::<Share>().ok(), Some(share));
    }
    if let Ok(table) = LevelTable::read(&text) {
        let (floors, words) = (table.floors(), text.split([' ', ',', '\t', '\n']).count());
        assert!(floors.len() <= words && floors.iter().map(Vec::len).sum::<usize>() <= words);
    }
    let _ = (word.parse::<Encoding>(), word.parse::<GraphKind>());
    for format in [StreamFormat::Commas, StreamFormat::Lines, StreamFormat::U32, StreamFormat::U64]
    {
        let mut request = CheckStreamRequest::new(format);
        request.memory = 1 << 20;
        let answer = check_stream(&request, ColumnSource::Once(&mut &*input), &Control::new());
        // The shortest solution besides the single queen has four columns.
        if let Ok(answer) = answer
            && answer.solution
        {
            assert!(answer.n == 1 || answer.n >= 4, "{input:?}: {} queens", answer.n);
        }
    }
}

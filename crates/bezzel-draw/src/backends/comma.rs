//! Tables of comma-separated values.

/// The table with these lines. They may differ in length: a board may lack squares.
pub(crate) fn table<L>(lines: impl IntoIterator<Item = L>) -> Option<String>
where
    L: IntoIterator<Item: AsRef<[u8]>>,
{
    let mut table = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for line in lines {
        table.write_record(line).ok()?;
    }
    String::from_utf8(table.into_inner().ok()?).ok()
}

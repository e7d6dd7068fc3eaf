//! Barr and Rao's table and conjectures, as the library checks them.

use bezzel::{
    ClosedFormRequest, Control, SpaceTableRequest, TableAgreement, closed_form, conjecture_5_2,
    conjecture_5_3, space_table,
};

#[test]
fn table_1_has_three_errata() {
    let mut request = SpaceTableRequest::new((3..=7).collect());
    request.dimensions = (2..=6).collect();
    let answer = space_table(&request, &Control::new()).unwrap();
    let wrong: Vec<(u32, u32, String)> = (answer.entries.iter())
        .filter(|entry| entry.agreement == TableAgreement::Wrong)
        .map(|entry| (entry.n, entry.d, entry.total.to_string()))
        .collect();
    let expected = [(5, 3, "981016"), (4, 4, "5313608"), (3, 6, "7104240")];
    assert_eq!(wrong, expected.map(|(n, d, total)| (n, d, total.to_owned())));
    let right = answer.entries.iter().filter(|entry| entry.agreement == TableAgreement::Right);
    // All printed numbers but those three and the one of side 8.
    assert_eq!(right.count(), bezzel_data::barr_rao().len() - 4);
}

#[test]
fn the_conjectures_fail_only_for_the_smallest_boards() {
    let forms = closed_form(&ClosedFormRequest::new((1..=7).collect()), &Control::new()).unwrap();
    let spectra: Vec<_> = forms.sides.into_iter().map(|form| form.spectrum).collect();
    let first = conjecture_5_2(&spectra, 12);
    assert_eq!(first.cases, 21 * 10);
    assert!(first.counterexamples.iter().all(|c| (c.larger.0, c.smaller.0) == (2, 1)));
    assert_eq!(first.counterexamples.len(), 10);
    let second = conjecture_5_3(&spectra);
    let texts: Vec<String> = second.counterexamples.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["Q(3,2) = 0 is not more than Q(2,3) = 0"]);
}

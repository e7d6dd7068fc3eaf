//! `reproduce`: the papers, or some of their items, recomputed; and the list of items.

use crate::report::{Report, Row, summary};
use crate::work::Depth;
use crate::{Item, Paper, PapersError, find, find_paper, papers};
use bezzel::{Control, Error, ErrorKind, Schema};
use serde::{Deserialize, Serialize};

/// What to compute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ReproduceRequest {
    /// `erbas`, `barr`, `chakiat`, `tutorial` or `criseno`; all five by default.
    #[serde(default)]
    pub paper: Option<String>,
    /// One item of the paper; all by default.
    #[serde(default)]
    pub item: Option<String>,
    /// How much is computed.
    #[serde(default)]
    pub depth: Depth,
}

impl ReproduceRequest {
    /// Everything.
    #[must_use]
    pub fn new() -> ReproduceRequest {
        ReproduceRequest::default()
    }

    /// The requested items, by paper.
    pub fn chosen(&self) -> Result<Vec<(&'static Paper, Vec<&'static Item>)>, Error> {
        let Some(name) = &self.paper else {
            if self.item.is_some() {
                return Err(Error::bad("an item belongs to a paper").set("paper", "erbas"));
            }
            let all = papers().iter();
            return Ok(all.map(|paper| (paper, paper.items.iter().collect())).collect());
        };
        // The list shows `erbas/table1`, so this form is accepted too.
        let (name, item) = match (name.split_once('/'), &self.item) {
            (Some((paper, item)), None) => (paper, Some(item)),
            (_, item) => (name.as_str(), item.as_deref()),
        };
        let paper = find_paper(name)?;
        let items = match item {
            Some(item) => vec![find(name, item)?],
            None => paper.items.iter().collect(),
        };
        Ok(vec![(paper, items)])
    }
}

/// The results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ReproduceAnswer {
    /// `bezzel/reproduce/2`.
    pub schema: Schema,
    /// How much was computed.
    pub depth: Depth,
    /// Whether everything computed matches `data/`.
    pub as_expected: bool,
    /// Whether it was stopped before everything was computed.
    pub stopped: bool,
    /// The papers.
    pub papers: Vec<PaperReports>,
}

impl ReproduceAnswer {
    /// The reports of all papers.
    #[must_use]
    pub fn reports(&self) -> Vec<&Report> {
        self.papers.iter().flat_map(|paper| &paper.items).collect()
    }

    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.papers.iter().flat_map(|paper| &paper.items).flat_map(|report| &report.rows)
    }

    /// How many rows differ from what `data/` expects.
    #[must_use]
    pub fn unexpected(&self) -> usize {
        self.rows().filter(|row| !row.as_expected).count()
    }

    /// `17 agree, 1 misprint`: the cases that occur.
    #[must_use]
    pub fn summary(&self) -> String {
        summary(&self.reports())
    }
}

/// A paper with its results.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PaperReports {
    /// Its short name.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// The year, if known.
    pub year: Option<u32>,
    /// Where it appeared.
    pub published: &'static str,
    /// The report of each item.
    pub items: Vec<Report>,
}

/// The papers and their items.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PapersAnswer {
    /// `bezzel/papers/2`.
    pub schema: Schema,
    /// The papers.
    pub papers: Vec<PaperCard>,
}

/// A paper.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct PaperCard {
    /// Its short name.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// The year, if known.
    pub year: Option<u32>,
    /// Where it appeared.
    pub published: &'static str,
    /// Its tables, figures and claims.
    pub items: Vec<ItemCard>,
}

/// A table, a figure or a claim.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct ItemCard {
    /// `paper/item`.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Where it is in the paper.
    pub source: &'static str,
}

/// The papers and the requested items, without computing them.
pub fn list(request: &ReproduceRequest) -> Result<PapersAnswer, Error> {
    let item = |item: &&Item| ItemCard { id: item.id, title: item.title, source: item.source };
    let papers = request.chosen()?.into_iter().map(|(paper, items)| PaperCard {
        id: paper.id,
        title: paper.title,
        authors: paper.authors,
        year: paper.year,
        published: paper.published,
        items: items.iter().map(item).collect(),
    });
    Ok(PapersAnswer { schema: Schema::new("bezzel/papers/2"), papers: papers.collect() })
}

/// Computes the items one by one, and hands over each: its name when it begins, its report when it
/// is done.
///
/// ```
/// use bezzel::Control;
/// use bezzel_papers::{Depth, ReproduceRequest, reproduce};
///
/// let mut request = ReproduceRequest::new();
/// request.paper = Some("tutorial/nodes".to_owned());
/// request.depth = Depth::Quick;
/// let answer = reproduce(&request, &Control::new(), &mut |_, _| ())?;
/// assert!(answer.as_expected);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn reproduce(
    request: &ReproduceRequest,
    control: &Control,
    each: &mut dyn FnMut(&'static str, Option<&Report>),
) -> Result<ReproduceAnswer, Error> {
    let mut answer = ReproduceAnswer {
        schema: Schema::new("bezzel/reproduce/2"),
        depth: request.depth,
        as_expected: true,
        stopped: false,
        papers: Vec::new(),
    };
    for (paper, items) in request.chosen()? {
        let mut reports = Vec::new();
        for item in items {
            each(item.id, None);
            let Ok(report) = item.compute(request.depth, control) else {
                answer.stopped = true;
                break;
            };
            each(item.id, Some(&report));
            reports.push(report);
        }
        answer.papers.push(PaperReports {
            id: paper.id,
            title: paper.title,
            authors: paper.authors,
            year: paper.year,
            published: paper.published,
            items: reports,
        });
        if answer.stopped {
            break;
        }
    }
    answer.judge();
    Ok(answer)
}

impl ReproduceAnswer {
    /// Whether everything computed matches `data/`.
    fn judge(&mut self) {
        let mut reports = self.papers.iter().flat_map(|paper| &paper.items);
        self.as_expected = reports.all(Report::is_as_expected);
    }
}

impl From<PapersError> for Error {
    fn from(error: PapersError) -> Error {
        Error::of(ErrorKind::UnknownName, &error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_unexpected_value_is_enough() {
        let mut request = ReproduceRequest::new();
        request.paper = Some("tutorial/nodes".to_owned());
        let mut seen = Vec::new();
        let each = &mut |id, report: Option<&Report>| seen.push((id, report.is_some()));
        let mut answer = reproduce(&request, &Control::new(), each).unwrap();
        assert_eq!(seen, [("tutorial/nodes", false), ("tutorial/nodes", true)]);
        assert!(answer.as_expected && !answer.stopped);
        answer.papers[0].items[0].rows[0].as_expected = false;
        answer.judge();
        assert!(!answer.as_expected);
    }

    #[test]
    fn a_stop_and_wrong_names_are_reported() {
        let control = Control::new();
        control.stop().ask();
        let stopped = reproduce(&ReproduceRequest::new(), &control, &mut |_, _| ()).unwrap();
        assert!(stopped.stopped && stopped.papers[0].items.is_empty());
        let mut request = ReproduceRequest::new();
        request.item = Some("table1".to_owned());
        assert_eq!(request.chosen().err().unwrap().kind, ErrorKind::BadRequest);
        request.paper = Some("bar".to_owned());
        let error = request.chosen().err().unwrap();
        assert_eq!(error.kind, ErrorKind::UnknownName);
        assert!(error.render(|instead| format!("{instead:?}")).contains("did you mean barr?"));
    }
}

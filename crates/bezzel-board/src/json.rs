//! The JSON forms of a problem (versioned) and of a size (a string).

#[cfg(feature = "schema")]
use crate::Square;
use crate::{BoardError, Excluded, Placement, Problem, Refused, Regions, Rule, Size, Topology};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Incremented when a field changes its meaning, but not for new optional fields.
const VERSION: u32 = 1;

/// The serialised form: the size as text, everything else only if it is not the default.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct Form {
    /// 1.
    version: u32,
    /// `8`, `5x8` (rows x columns) or `4^3` (side^dimension).
    size: String,
    /// How its edges are joined; plane by default.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Topology>))]
    #[serde(default, skip_serializing_if = "is_default")]
    topology: Topology,
    /// The attack rule; queen by default.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Rule>))]
    #[serde(default, skip_serializing_if = "is_default")]
    rule: Rule,
    /// The number of pieces, anywhere on the board; as many as rows by default.
    #[serde(default, skip_serializing_if = "is_default")]
    queens: Option<u32>,
    /// Given queens, as row and column from 0.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Square>>))]
    #[serde(default, skip_serializing_if = "is_default")]
    given: Placement,
    /// Squares that may not hold a queen.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Square>>))]
    #[serde(default, skip_serializing_if = "is_default")]
    blocked: Placement,
    /// Squares with pawns, which no piece attacks across.
    #[cfg_attr(feature = "schema", schema(value_type = Option<Vec<Square>>))]
    #[serde(default, skip_serializing_if = "is_default")]
    pawns: Placement,
    /// Diagonals without pieces: d and row - column or s and row + column, with commas between.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    #[serde(default, skip_serializing_if = "is_default")]
    excluded: Excluded,
    /// A letter for each square, with / between rows: each region holds one queen.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    #[serde(default, skip_serializing_if = "is_default")]
    regions: Regions,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Problem {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        Form::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Problem {
    fn schemas(
        schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>,
    ) {
        Form::schemas(schemas);
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Placement {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::schema!(Vec<Square>).into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Placement {
    fn schemas(
        schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>,
    ) {
        use utoipa::PartialSchema;
        schemas.push((Square::name().into_owned(), Square::schema()));
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Square {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ArrayBuilder, ArrayItems, Schema};
        let pair = [u32::schema(), u32::schema()].map(|number| match number {
            utoipa::openapi::RefOr::T(schema) => schema,
            utoipa::openapi::RefOr::Ref(_) => Schema::default(),
        });
        ArrayBuilder::new().items(ArrayItems::False).prefix_items(pair).into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Square {}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Size {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Size {}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(|error| Refused::error(&error))
    }
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let form = Form {
            version: VERSION,
            size: self.size().to_string(),
            topology: self.topology(),
            rule: self.rule(),
            queens: self.own_pieces(),
            given: self.given().clone(),
            blocked: self.blocked_itself().clone(),
            pawns: self.pawns().clone(),
            excluded: self.excluded().clone(),
            regions: self.regions().clone(),
        };
        form.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Problem, D::Error> {
        let form = Form::deserialize(deserializer)?;
        if form.version != VERSION {
            let error = BoardError::OtherVersion { version: form.version, known: VERSION };
            return Err(Refused::error(&error));
        }
        let size: Size = form.size.parse().map_err(|error| Refused::error(&error))?;
        let mut problem =
            Problem::new(size).with_rule(form.rule).map_err(|error| Refused::error(&error))?;
        if let Some(queens) = form.queens {
            problem = problem.with_pieces(queens).map_err(|error| Refused::error(&error))?;
        }
        problem
            .on(form.topology)
            .and_then(|problem| problem.with_regions(form.regions))
            .and_then(|problem| problem.with_excluded(form.excluded))
            .and_then(|problem| problem.with_pawns(form.pawns.squares().iter().copied()))
            .and_then(|problem| problem.with_given(form.given.squares().iter().copied()))
            .and_then(|problem| problem.with_blocked(form.blocked.squares().iter().copied()))
            .map_err(|error| Refused::error(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    #[test]
    fn a_problem_survives_the_round_trip() {
        let plain = Problem::queens(8);
        assert_eq!(serde_json::to_string(&plain).unwrap(), r#"{"version":1,"size":"8"}"#);
        let rich = Problem::queens(7)
            .on_torus()
            .and_then(|p| p.with_given([Square::new(2, 3)]))
            .and_then(|p| p.with_blocked([Square::new(0, 0), Square::new(6, 6)]))
            .unwrap();
        let text = serde_json::to_string(&rich).unwrap();
        assert_eq!(serde_json::from_str::<Problem>(&text).unwrap(), rich);
        let text = r#"{"version":1,"size":"2","rule":"touching","regions":"AB/AB"}"#;
        let puzzle: Problem = serde_json::from_str(text).unwrap();
        assert_eq!(puzzle.regions().names(), ['A', 'B']);
        assert_eq!(serde_json::to_string(&puzzle).unwrap(), text);
    }

    #[test]
    fn the_variants_survive_the_round_trip() {
        for text in [
            r#"{"version":1,"size":"8","topology":"cylinder","rule":"king","queens":9}"#,
            r#"{"version":1,"size":"5x8","topology":"mobius","queens":3}"#,
            r#"{"version":1,"size":"6","queens":7,"blocked":[[5,5]],"pawns":[[1,2]]}"#,
            r#"{"version":1,"size":"8","blocked":[[0,1]],"excluded":"d0,s7"}"#,
            r#"{"version":1,"size":"4","rule":"semi-queen","given":[[0,0]]}"#,
            r#"{"version":1,"size":"3^3","queens":3}"#,
        ] {
            let problem: Problem = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&problem).unwrap(), text, "{problem}");
        }
    }

    #[test]
    fn a_size_is_text() {
        for text in ["8", "5x8", "4^3"] {
            let size: Size = text.parse().unwrap();
            let written = serde_json::to_string(&size).unwrap();
            assert_eq!(written, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Size>(&written).unwrap(), size);
        }
        assert!(serde_json::from_str::<Size>("\"8x\"").unwrap_err().to_string().contains("8x"));
    }

    #[test]
    fn wrong_documents_are_refused() {
        for (text, word) in [
            (r#"{"version":2,"size":"8"}"#, "version 2"),
            (r#"{"version":1,"size":"8x"}"#, "8x"),
            (r#"{"version":1,"size":"8","given":[[0,0],[1,1]]}"#, "attack"),
            (r#"{"version":1,"size":"8","blocked":[[8,0]]}"#, "not on the 8 board"),
            (r#"{"version":1,"size":"8","knights":3}"#, "unknown field"),
            (r#"{"version":1,"size":"3","queens":10}"#, "10 pieces do not fit on 9 squares"),
            (r#"{"version":1,"size":"3^3","pawns":[[0,0]]}"#, "two-dimensional"),
            (r#"{"version":1,"size":"8","excluded":"d9"}"#, "no diagonal"),
        ] {
            let error = serde_json::from_str::<Problem>(text).unwrap_err().to_string();
            assert!(error.contains(word), "{text} gave {error}");
            let refused = Refused::by(&error);
            assert_eq!(refused.is_none(), word == "unknown field", "{text} gave {refused:?}");
            assert!(refused.is_none_or(|facts| facts.what.contains(word)), "{text}");
            assert_eq!(Refused::by(&error), None, "facts are given once");
        }
    }
}

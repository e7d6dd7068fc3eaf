//! `catalogue`: the available engines, formats, definitions, back-ends and notations, from the
//! registries.

use crate::workers::DEVICES;
use crate::{Control, Schema};
use bezzel_board::{Notation, Rule, Topology};
use bezzel_draw::Format as PictureFormat;
use bezzel_engines::registry;
use bezzel_models::{DEFINITIONS, Encoding, FORMATS, FormatOption, GraphKind};
use serde::Serialize;

/// The available choices; [`algorithms`](crate::algorithms) lists the algorithms.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct CatalogueAnswer {
    /// `bezzel/catalogue/1`.
    pub schema: Schema,
    /// Engines that count.
    pub engines: Vec<EngineCard>,
    /// Back-ends: solvers for models.
    pub backends: Vec<BackendCard>,
    /// Formats of external solvers.
    pub formats: Vec<FormatCard>,
    /// The survey's definitions.
    pub definitions: Vec<DefinitionCard>,
    /// Notations of placements.
    pub notations: Vec<&'static str>,
    /// Attack rules.
    pub rules: Vec<&'static str>,
    /// Topologies: how the edges of a board are joined.
    pub topologies: Vec<&'static str>,
    /// What a count can run on.
    pub devices: Vec<&'static str>,
    /// Formats of pictures.
    pub pictures: Vec<&'static str>,
}

/// An engine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct EngineCard {
    /// Its name.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The boards it counts.
    pub boards: &'static str,
    /// How it counts.
    pub method: &'static str,
    /// How a recount is made.
    pub recounts_by: &'static str,
    /// Its author.
    pub source: &'static str,
}

/// A back-end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct BackendCard {
    /// Its name.
    pub id: &'static str,
    /// What it is.
    pub title: &'static str,
    /// The formulation it solves.
    pub about: &'static str,
    /// How reliable its answers are.
    pub guarantee: &'static str,
    /// Most open squares it accepts.
    pub most_squares: u32,
    /// Whether its solver is available; one that is loaded at run time may be missing.
    pub available: bool,
}

/// A format of external solvers.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct FormatCard {
    /// Its name.
    pub id: &'static str,
    /// File extension.
    pub extension: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Programs that read it.
    pub solvers: &'static str,
    /// Encodings of "at most one", if it offers a choice; the default is `sequential`.
    pub encodings: Vec<&'static str>,
    /// Which graphs, if it is a graph format.
    pub graphs: Vec<&'static str>,
}

/// A definition of the problem.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[non_exhaustive]
pub struct DefinitionCard {
    /// Its name.
    pub id: &'static str,
    /// The survey's heading and section.
    pub title: &'static str,
    /// What is wrong in print, or that nothing is.
    pub correction: &'static str,
}

/// All available choices, with the back-ends of this control.
///
/// ```
/// use bezzel::{Control, catalogue};
///
/// let answer = catalogue(&Control::new());
/// assert!(answer.engines.iter().any(|engine| engine.id == "colour"));
/// assert!(answer.formats.iter().any(|format| format.id == "cnf"));
/// ```
#[must_use]
pub fn catalogue(control: &Control) -> CatalogueAnswer {
    let engines = registry::ALL.iter().map(|engine| {
        let info = engine.info();
        EngineCard {
            id: info.id,
            title: info.title,
            boards: info.boards,
            method: info.method,
            recounts_by: info.recounts_by,
            source: info.source,
        }
    });
    let backends = control.backends().iter().map(|backend| {
        let info = backend.info();
        BackendCard {
            id: info.id,
            title: info.title,
            about: info.formulation,
            guarantee: info.guarantee,
            most_squares: info.most_squares,
            available: backend.ready().is_ok(),
        }
    });
    let formats = FORMATS.iter().map(|format| FormatCard {
        id: format.id,
        extension: format.extension,
        about: format.about,
        solvers: format.solvers,
        encodings: match format.option {
            FormatOption::Encoding => Encoding::ALL.map(|(_, name)| name).to_vec(),
            _ => Vec::new(),
        },
        graphs: match format.option {
            FormatOption::Graph(_) => GraphKind::ALL.map(|(_, name)| name).to_vec(),
            _ => Vec::new(),
        },
    });
    let definitions = DEFINITIONS.iter().map(|definition| DefinitionCard {
        id: definition.id,
        title: definition.title,
        correction: definition.correction,
    });
    CatalogueAnswer {
        schema: Schema::new("bezzel/catalogue/1"),
        engines: engines.collect(),
        backends: backends.collect(),
        formats: formats.collect(),
        definitions: definitions.collect(),
        notations: Notation::ALL.map(|(_, name)| name).to_vec(),
        rules: Rule::ALL.map(|(_, name)| name).to_vec(),
        topologies: Topology::ALL.map(|(_, name)| name).to_vec(),
        devices: DEVICES.to_vec(),
        pictures: PictureFormat::ALL.map(|(_, name)| name).to_vec(),
    }
}

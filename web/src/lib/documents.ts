// Requests and answers of the server's API. Generated from its OpenAPI document by
// `BEZZEL_UPDATE=1 cargo test -p bezzel-server --test main typescript`; do not edit.

export interface AlgorithmsAnswer {
  algorithms: Card[];
  schema: Schema;
}

export type Asked = 'solution' | 'colouring';

export interface BackendCard {
  about: string;
  available: boolean;
  guarantee: string;
  id: string;
  most_squares: number;
  title: string;
}

export interface Best {
  algorithm: string;
  goal: Goal;
  problem: Problem;
  value: number;
  visits_per_solution: number;
}

export type BoardNumbers = 'none' | 'edges' | 'cells' | 'algebraic';

export interface BoardPicture {
  attacker?: string | null;
  caption?: string | null;
  lines?: string | null;
  no_conflicts?: boolean;
  notation?: Notation | null;
  numbers?: BoardNumbers;
  placement?: string | null;
  problem: Problem;
  threatened?: boolean;
}

export interface Branch {
  node: TreeNode;
  of: number;
  place: number;
}

export interface Branches {
  at: number;
  nodes: Branch[];
}

export interface Bucket {
  dead_ends: number;
  depth: number;
  from: number;
  places: number;
  rejects: number;
  removes: number;
  restarts: number;
  solutions: number;
  to: number;
}

export interface Card {
  boards: CardBoards;
  category: string;
  complete: boolean;
  corrections: string;
  counts: string;
  guarantee: string;
  id: string;
  pseudocode: string[];
  reference: string;
  settings: CardSetting[];
  title: string;
  works_for?: string | null;
}

export interface CardBoards {
  free: boolean;
  rectangles: boolean;
  rows: number;
  space: boolean;
  text: string;
  torus: boolean;
  width: number;
}

export interface CardSetting {
  about: string;
  default: string;
  kind: SettingKind;
  least?: string | null;
  most?: string | null;
  name: string;
  values?: string[] | null;
}

export interface CatalogueAnswer {
  backends: BackendCard[];
  definitions: DefinitionCard[];
  devices: string[];
  engines: EngineCard[];
  formats: FormatCard[];
  notations: string[];
  pictures: string[];
  rules: string[];
  schema: Schema;
  topologies: string[];
}

export interface CheckAnswer {
  definition?: CheckedDefinition | null;
  faults: string[];
  faults_in_all: number;
  problem: Problem;
  schema: Schema;
  solution: boolean;
  squares: Placement;
}

export interface CheckProofAnswer {
  clauses?: number | null;
  fault?: string | null;
  proof: boolean;
  schema: Schema;
  steps?: number | null;
}

export interface CheckRequest {
  definition?: string | null;
  faults?: number;
  notation?: Notation;
  placement?: string | null;
  printed?: boolean;
  problem?: Problem | null;
  rule?: Rule;
  squares?: Square[] | null;
  torus?: boolean;
}

export interface CheckStreamAnswer {
  fault?: string | null;
  method: string;
  n: number;
  schema: Schema;
  solution: boolean;
}

export interface CheckStreamRequest {
  memory?: number;
  size?: number | null;
  stream: StreamFormat;
}

export interface CheckedDefinition {
  accepted?: number | null;
  correction: string;
  id: string;
  printed: boolean;
  relations: DefinitionRelation[];
  sets?: number | null;
  title: string;
}

export interface ClassCounts {
  all_symmetries: Decimal;
  asymmetric: Decimal;
  half_turn: Decimal;
  quarter_turn: Decimal;
}

export interface ClosedForm {
  formula: string;
  n: number;
  provenance: Provenance;
  terms: ClosedFormTerm[];
}

export interface ClosedFormAnswer {
  schema: Schema;
  sides: ClosedForm[];
  stopped?: StopReason | null;
}

export interface ClosedFormRequest {
  limits?: RunLimits;
  sides: number[];
  workers?: Workers;
}

export interface ClosedFormTerm {
  multiplicity: string;
  value: Decimal;
}

export interface ColourAnswer {
  at_least?: number | null;
  by: string;
  chromatic_number?: number | null;
  colouring?: ((number | null)[])[] | null;
  colours?: number | null;
  problem: Problem;
  refuted_by?: Refutation | null;
  schema: Schema;
  seconds: number;
  stopped?: StopReason | null;
}

export interface ColourRequest {
  colours?: number | null;
  limits?: RunLimits;
  problem: Problem;
}

export interface CompareAnswer {
  best: Best[];
  exact: ExactSuccess[];
  fits: Fit[];
  left_out: LeftOut[];
  most_visits?: number | null;
  runs: CompareRun[];
  samples: CompareSample[];
  schema: Schema;
  stopped: boolean;
}

export type CompareLine = CompareRun | CompareAnswer;

export interface CompareRequest {
  algorithms?: string[] | null;
  exact?: boolean;
  fit?: boolean;
  goal?: Goals | null;
  limits?: RunLimits;
  problems: Problem[];
  seeds?: number | null;
  vary?: string | null;
}

export interface CompareRun {
  algorithm: string;
  complete: boolean;
  goal: Goal;
  problem: Problem;
  seconds: number;
  seed?: number | null;
  solutions: Decimal;
  stopped?: StopReason | null;
  work: Work;
}

export interface CompareSample {
  algorithm: string;
  distributions: Distributions;
  goal: Goal;
  limited: number;
  per_solution?: PerSolution | null;
  problem: Problem;
  restarts: number[];
  runs: number;
  seconds: number[];
  solved: number;
  success: number;
  tests: number[];
  value?: number | null;
  visits: number[];
}

export type Conclusion = 'solution' | 'none' | 'unknown';

export interface Conjecture {
  cases: number;
  claim: string;
  counterexamples: string[];
  number: string;
}

export interface ConstructAnswer {
  by: string;
  bytes: Decimal;
  complete: boolean;
  conclusion: Conclusion;
  magic?: Magic | null;
  n: Decimal;
  runs?: QueenRun[] | null;
  schema: Schema;
  why?: string | null;
}

export interface ConstructRequest {
  algorithm?: string | null;
  format?: StreamFormat | null;
  magic?: string | null;
  n: Decimal;
  settings?: Record<string, SettingValue>;
}

export interface CountAnswer {
  schema: Schema;
  totals: Counted[];
}

export interface CountRequest {
  algorithm?: string | null;
  classes?: boolean;
  engine?: string | null;
  fundamental?: boolean;
  limits?: RunLimits;
  nontrivial?: boolean;
  problems: Problem[];
  settings?: Record<string, SettingValue>;
  verify?: boolean;
  with?: string | null;
  workers?: Workers;
}

export interface Counted {
  at_least?: Decimal | null;
  because?: StopReason | null;
  classes?: ClassCounts | null;
  fundamental?: Decimal | null;
  fundamental_at_least?: Decimal | null;
  nontrivial?: Whole | null;
  problem: Problem;
  provenance: Provenance;
  torus_classes?: TorusClassCount[] | null;
  total?: Whole | null;
}

export type Decimal = string;

export interface DefinitionCard {
  correction: string;
  id: string;
  title: string;
}

export interface DefinitionRelation {
  columns: number[][];
  rows: number[];
}

export interface Density {
  board: number[][];
  board_limit: number[][];
  cells: number;
  diagonals: number[];
  diagonals_limit: number[];
  farthest: number;
  places: number[];
}

export interface DensityPicture {
  approximate?: boolean;
  number?: number | null;
  problem: Problem;
  seed?: number;
}

export type Direction = 'next' | 'previous';

export interface DisjointAnswer {
  schema: Schema;
  sides: DisjointSide[];
  stopped?: StopReason | null;
  unknown?: string | null;
}

export interface DisjointRequest {
  limits?: RunLimits;
  number?: number | null;
  sides: number[];
}

export interface DisjointSide {
  max_disjoint?: number | null;
  n: number;
  seconds: number;
  solutions: string[];
}

export interface Distribution {
  lower_quartile: number;
  max: number;
  mean: number;
  median: number;
  min: number;
  ninth_decile: number;
  upper_quartile: number;
}

export interface Distributions {
  restarts: Distribution;
  seconds: Distribution;
  tests: Distribution;
  visits: Distribution;
}

export interface DivideAnswer {
  columns: DivideColumn[];
  problem: Problem;
  schema: Schema;
  stopped?: StopReason | null;
  total?: Decimal | null;
}

export interface DivideColumn {
  column: number;
  provenance: Provenance;
  total: Decimal;
}

export interface DivideRequest {
  algorithm?: string | null;
  engine?: string | null;
  limits?: RunLimits;
  problem: Problem;
  settings?: Record<string, SettingValue>;
  workers?: Workers;
}

export interface DoctorAnswer {
  findings: Finding[];
  schema: Schema;
  well: boolean;
}

export interface DrawRequest {
  columns?: number | null;
  format?: string;
  picture: PictureRequest;
  scale?: number | null;
}

export interface EngineCard {
  boards: string;
  id: string;
  method: string;
  recounts_by: string;
  source: string;
  title: string;
}

export interface EngineRun {
  devices: string[];
  engine: string;
  how: How;
  results: number;
  results_elsewhere: number;
  results_now: number;
  results_recounted: number;
  results_resumed: number;
  seconds: number;
  start_up: number;
  units_done: number;
  units_total: number;
  workers: number;
}

export interface ErrorBody {
  error: ErrorText;
}

export interface ErrorText {
  code: string;
  field?: string | null;
  hint: string;
  message: string;
}

export interface EstimateAnswer {
  estimates: Estimated[];
  limit?: EstimateLimit | null;
  schema: Schema;
  seconds: number;
  seed: number;
  stopped?: StopReason | null;
}

export interface EstimateLimit {
  about: number;
  published: number;
  sides: number;
  standard_error: number;
}

export type EstimateMethod = 'descents' | 'walks';

export interface EstimateRequest {
  descents?: number;
  method?: EstimateMethod | null;
  problems: Problem[];
  seed?: number;
  sweeps?: number;
  time?: number | null;
}

export interface EstimateWalks {
  beta: number;
  climbs: number;
  kept: number;
  steps: number;
  sweeps: number;
}

export interface Estimated {
  arrived?: number | null;
  constant?: EstimatedMean | null;
  descents?: number | null;
  logarithm?: EstimatedMean | null;
  method: EstimateMethod;
  problem: Problem;
  solutions?: EstimatedMean | null;
  visits?: EstimatedMean | null;
  walks?: EstimateWalks | null;
}

export interface EstimatedMean {
  about: number;
  high?: number | null;
  low?: number | null;
  standard_error: number;
}

export interface ExactSuccess {
  algorithm: string;
  over: Decimal;
  probability: number;
  problem: Problem;
  under: Decimal;
}

export type Exists = 'yes' | 'no' | 'unknown';

export interface ExportRequest {
  colours?: number | null;
  encoding?: string | null;
  format: string;
  graph?: string | null;
  problem: Problem;
}

export interface ExtremeAnswer {
  at_least?: number | null;
  by: string;
  number?: number | null;
  problem: Problem;
  question: Question;
  refuted?: number | null;
  schema: Schema;
  seconds: number;
  sets: string[];
  stopped?: StopReason | null;
}

export interface ExtremeRequest {
  limits?: RunLimits;
  problem: Problem;
  question: Question;
}

export interface Finding {
  hint?: string | null;
  value: string;
  well: boolean;
  what: string;
}

export interface Fit {
  algorithm: string;
  goal: Goal;
  growth: number;
  law: Law;
  measure: Measure;
  r2: number;
  sizes: number;
}

export interface FloorsPicture {
  caption?: string | null;
  floors?: number[][];
  table?: string | null;
}

export interface ForecastAnswer {
  engine: string;
  outlook: Outlook;
  problem: Problem;
  schema: Schema;
  seconds: number;
  theorem?: string | null;
  threads: number;
  units: number;
}

export interface ForecastRequest {
  engine?: string | null;
  problem: Problem;
  workers?: Workers;
}

export interface FormatCard {
  about: string;
  encodings: string[];
  extension: string;
  graphs: string[];
  id: string;
  solvers: string;
}

export interface FoundStep {
  step?: number | null;
}

export interface Frame {
  collected: number[][];
  collisions: number;
  eliminated: Square[];
  floors: number[][];
  path: Square[];
  queens: Placement;
  rules: Square[][];
  solutions: number;
  weights: number[];
}

export interface FundamentalList {
  solutions: FundamentalSolution[];
  stopped?: StopReason | null;
  total?: Decimal | null;
}

export interface FundamentalSolution {
  orbit: number;
  solution: string;
  stabiliser: Motion[];
}

export interface GalleryPicture {
  size: Size;
}

export type Goal = 'all' | 'first';

export type Goals = 'all' | 'first' | 'both';

export interface GraphPicture {
  complement?: boolean;
  notation?: Notation | null;
  placement?: string | null;
  problem: Problem;
}

export interface Health {
  busy: boolean;
  computing: number;
  connections: number;
  jobs_running: number;
  limits: Limits;
  status: string;
  trace_bytes: number;
  traces: number;
  version: string;
}

export type How = 'computed' | 'resumed';

export interface Image {
  placement: string;
  symmetry: Motion;
}

export interface ImportAnswer {
  answer?: string | null;
  answers: number;
  asked: Asked;
  format: string;
  imported: Imported;
  notation: Notation;
  problem: Problem;
  reason?: string | null;
  schema: Schema;
  verified: boolean;
}

export interface ImportRequest {
  answer: string;
  colours?: number | null;
  encoding?: string | null;
  format: string;
  graph?: string | null;
  notation?: Notation | null;
  problem: Problem;
}

export type Imported = 'right' | 'wrong' | 'none' | 'unknown';

export interface ItemCard {
  id: string;
  source: string;
  title: string;
}

export interface JobAnswer {
  at_least?: Decimal | null;
  because?: StopReason | null;
  closed_form?: string | null;
  counts: string;
  created: number;
  devices?: string[];
  elapsed?: number | null;
  engine: string;
  error?: string | null;
  eta?: number | null;
  fraction: number;
  fundamental?: Decimal | null;
  hint?: string | null;
  id: string;
  last_finished?: number | null;
  problem: Problem;
  provenance: JobProvenance;
  rate?: number | null;
  schema: Schema;
  seconds: number;
  share?: string | null;
  splits: number;
  state: JobState;
  total?: Decimal | null;
  troubles?: Trouble[];
  units: JobUnits;
}

export interface JobCoverage {
  of: number;
  results: number;
  total?: number | null;
  unseen: number;
  work: number;
}

export interface JobMergeAnswer {
  results_added: number;
  results_repeated: number;
  schema: Schema;
  units_done: number;
  units_total: number;
}

export interface JobMismatch {
  label: string;
  recorded: string;
  recount: string;
}

export interface JobProvenance {
  devices: string[];
  digest: string;
  engine: string;
  hosts: string[];
  how: string;
  programs: string[];
  results: number;
  results_elsewhere?: number | null;
  results_now?: number | null;
  results_recounted: number;
  results_resumed?: number | null;
  revision: number;
  workers?: number | null;
}

export interface JobStartRequest {
  device?: string | null;
  engine?: string | null;
  problem: Problem;
  threads?: number | null;
}

export type JobState = 'waiting' | 'running' | 'paused' | 'done' | 'failed';

export interface JobStretch {
  done: number;
  from: number;
  seconds: number;
  to: number;
}

export interface JobUnit {
  index: number;
  label: string;
  seconds?: number | null;
  state: string;
  subtotal?: string | null;
}

export interface JobUnits {
  done: number;
  total: number;
}

export interface JobUnitsAnswer {
  done: number;
  schema: Schema;
  stretches: JobStretch[];
  total: number;
  units: JobUnit[];
}

export interface JobVerifyAnswer {
  by: string;
  covered: JobCoverage;
  covered_so_far: JobCoverage;
  mismatches: JobMismatch[];
  recounted: number;
  sample: number;
  schema: Schema;
  seconds: number;
  seed: string;
  stopped: boolean;
}

export interface JobVerifyRequest {
  list?: boolean;
  sample?: number;
  seed?: number | null;
  workers?: Workers;
}

export interface Jobs {
  jobs: JobAnswer[];
}

export interface KnownAnswer {
  schema: Schema;
  sequences: KnownSequence[];
}

export interface KnownSequence {
  id: string;
  name: string;
  source: string;
  terms: KnownTerm[];
}

export interface KnownTerm {
  n: number;
  side: number;
  value: string;
}

export type Law = 'exponential' | 'power';

export interface LeftOut {
  algorithm: string;
  problem: Problem;
  visits: Decimal;
}

export interface Limits {
  body_bytes: number;
  body_seconds: number;
  colour_rows: number;
  compare_rows: number;
  compare_runs: number;
  compare_seconds: number;
  connections: number;
  construct_queens: number;
  count_rows: number;
  count_seconds: number;
  count_threads: number;
  fundamental_columns: number;
  header_seconds: number;
  jobs: number;
  jobs_at_once: number;
  memory_bytes: number;
  model_rows: number;
  overview_buckets: number;
  page_events: number;
  reader_seconds: number;
  sample_columns: number;
  solve_rows: number;
  solve_seconds: number;
  stack_count_side: number;
  stack_side: number;
  store_bytes: number;
  trace_bytes: number;
  trace_rows: number;
  trace_seconds: number;
  trace_steps: number;
  trace_steps_most: number;
  tree_nodes: number;
  waiting: number;
}

export type Line = {
  row: number;
} | {
  column: number;
} | {
  diagonal: number;
} | {
  'anti-diagonal': number;
} | {
  block: Square;
} | {
  leap: Square[];
} | {
  region: string;
} | {
  between: Square[];
} | {
  direction: number[];
} | {
  hyperplane: number[];
};

export interface ListAnswer {
  at_least?: Decimal | null;
  by: string;
  fundamental: boolean;
  listed: number;
  notation: Notation;
  problem: Problem;
  schema: Schema;
  seconds: number;
  stopped?: StopReason | null;
  total?: Decimal | null;
}

export type ListLine = ListedSolution | ListAnswer;

export interface ListRequest {
  algorithm?: string | null;
  fundamental?: boolean;
  limits?: RunLimits;
  notation?: Notation | null;
  problem: Problem;
  settings?: Record<string, SettingValue>;
}

export interface ListedSolution {
  number: number;
  solution: string;
}

export interface Magic {
  constant: number;
  rows: number[][];
  solutions: number;
}

export type Measure = 'visits' | 'tests' | 'trials' | 'backtracks' | 'restarts' | 'seconds';

export interface MemoryRead {
  conflicts: number;
  first_conflict?: string | null;
  lines: number;
  lines_of: string;
}

export interface MergeBody {
  sources: string[];
}

export interface ModularAnswer {
  answers: ModularFinding[];
  schema: Schema;
}

export interface ModularFinding {
  exists?: Exists | null;
  linear?: Whole | null;
  maximum?: number | null;
  maximum_at_least?: number | null;
  problem: Problem;
  queens?: number[][] | null;
  seconds: number;
  slopes?: number[] | null;
  visits?: number | null;
  why?: string | null;
}

export interface ModularRequest {
  exists?: boolean;
  linear?: boolean;
  maximum?: boolean;
  problems: Problem[];
  visits?: number | null;
}

export type Motion = string;

export type NodeState = 'open' | 'dead' | 'explored' | 'solution' | 'refused';

export type Notation = 'one-line' | 'one-based' | 'squares' | 'linear' | 'algebraic' | 'fen' | 'grid' | 'leetcode';

export interface OrbitPicture {
  notation?: Notation | null;
  placement: string;
  problem: Problem;
}

export type Outlook = 'short' | 'long' | 'too-long';

export interface Overview {
  buckets: Bucket[];
}

export type PaperAgreement = 'agrees' | 'misprint' | 'wrong-claim' | 'not-reproducible' | 'not-printed';

export interface PaperCard {
  authors: string;
  id: string;
  items: ItemCard[];
  published: string;
  title: string;
  year?: number | null;
}

export type PaperDepth = 'quick' | 'report' | 'deep';

export interface PaperFigure {
  command: string;
  csv?: string | null;
  description: string;
  name: string;
  svg: string;
  title: string;
}

export interface PaperReport {
  figures: PaperFigure[];
  id: string;
  rows: PaperRow[];
  seconds: number;
  source: string;
  title: string;
}

export interface PaperReports {
  authors: string;
  id: string;
  items: PaperReport[];
  published: string;
  title: string;
  year?: number | null;
}

export interface PaperRow {
  agreement: PaperAgreement;
  as_expected: boolean;
  command: string;
  computed?: string | null;
  expected?: string | null;
  how: string;
  note?: string | null;
  printed?: string | null;
  shown: string[];
  what: string;
}

export interface PapersAnswer {
  papers: PaperCard[];
  schema: Schema;
}

export interface PerSolution {
  restarts: number;
  seconds: number;
  tests: number;
  visits: number;
}

export type PictureRequest = BoardPicture & {
  kind: 'board';
} | OrbitPicture & {
  kind: 'orbit';
} | GalleryPicture & {
  kind: 'gallery';
} | FloorsPicture & {
  kind: 'levels';
} | FloorsPicture & {
  kind: 'stack';
} | TreePicture & {
  kind: 'tree';
} | TracePicture & {
  kind: 'trace';
} | GraphPicture & {
  kind: 'graph';
} | DensityPicture & {
  kind: 'density';
} | PlotPicture & {
  kind: 'plot';
};

export type Placement = Square[];

export interface PlacementClass {
  canonical: string;
  images: Image[];
  orbit: string[];
  stabiliser: Motion[];
}

export interface PlotLine {
  name: string;
  points: number[][];
  spread?: number[][];
}

export type PlotMeasure = 'visits' | 'tests' | 'trials' | 'backtracks' | 'seconds';

export type PlotNumbers = {
  of: 'solutions';
  sides: number[];
} | {
  of: 'ratios';
  sides: number[];
} | {
  of: 'spaces';
  sides: number[];
} | {
  algorithms?: string[];
  first?: boolean;
  measure?: PlotMeasure;
  of: 'algorithms';
  sides: number[];
} | {
  algorithms?: string[];
  of: 'success';
  runs?: number;
  sides: number[];
} | {
  of: 'csv';
  text: string;
} | {
  of: 'series';
  series: PlotLine[];
  subtitle?: string;
  x: string;
  y: string;
};

export interface PlotPicture {
  limits?: RunLimits;
  log?: boolean;
  numbers: PlotNumbers;
  title?: string | null;
}

export interface Problem {
  blocked?: Square[] | null;
  excluded?: string | null;
  given?: Square[] | null;
  pawns?: Square[] | null;
  queens?: number | null;
  regions?: string | null;
  rule?: Rule | null;
  size: string;
  topology?: Topology | null;
  version: number;
}

export type Production = {
  term: boolean;
} | {
  deadend: boolean;
} | {
  apprules: Square[];
} | {
  null: boolean;
} | {
  first: Square;
} | {
  tail: Square[];
} | 'fail' | 'nil' | {
  cons: Square[];
};

export interface ProofBody {
  formula: string;
  proof: string;
}

export type Provenance = EngineRun & {
  by: 'engine';
} | {
  algorithm: string;
  by: 'algorithm';
  seconds: number;
  work: Work;
} | {
  back_end: string;
  by: 'back-end';
  guarantee: string;
  seconds: number;
  visits?: number | null;
} | {
  by: 'moved';
  column: number;
} | {
  by: 'impossible';
} | {
  by: 'theorem';
  theorem: string;
};

export interface Puzzle {
  inferences: PuzzleInferences;
  kind: PuzzleKind;
  level: PuzzleLevel;
  link: string;
  problem: Problem;
  solution: string;
}

export interface PuzzleAnswer {
  date?: string | null;
  puzzle?: Puzzle | null;
  schema: Schema;
  seconds: number;
  seed: number;
  stopped?: StopReason | null;
}

export interface PuzzleInferences {
  excluded: number;
  guesses: number;
  sets: number;
  singles: number;
}

export type PuzzleKind = 'regions' | 'completion';

export type PuzzleLevel = 'easy' | 'medium' | 'hard' | 'expert';

export interface PuzzleRequest {
  date?: string | null;
  kind?: PuzzleKind;
  level?: PuzzleLevel | null;
  n?: number | null;
  seed?: number | null;
  without_guessing?: boolean;
}

export interface QueenRun {
  column: Decimal;
  count: Decimal;
  row: Decimal;
  step: string;
}

export type Question = 'domination' | 'independent-domination' | 'armies' | 'completion';

export interface RecordingSummary {
  after: number;
  algorithm: string;
  all: boolean;
  bytes: number;
  complete: boolean;
  problem: Problem;
  seconds: number;
  settings: Record<string, string>;
  solutions: Decimal;
  steps: number;
  stopped?: TraceEnd | null;
  work: Work;
}

export type Refutation = 'line' | 'sat' | 'cover';

export interface ReproduceAnswer {
  as_expected: boolean;
  depth: PaperDepth;
  papers: PaperReports[];
  schema: Schema;
  stopped: boolean;
}

export interface ReproduceRequest {
  depth?: PaperDepth;
  item?: string | null;
  paper?: string | null;
}

export type Rule = 'queen' | 'two-axis' | 'touching' | 'hyperplane' | 'amazon' | 'semi-queen' | 'rook' | 'bishop' | 'king';

export interface RunLimits {
  memory?: number | null;
  solutions?: number | null;
  time?: number | null;
  visits?: number | null;
}

export interface SampleAnswer {
  drawn: number;
  notation: Notation;
  order?: SampleOrder | null;
  problem: Problem;
  schema: Schema;
  seconds: number;
  seed: number;
  stopped?: StopReason | null;
  total?: Decimal | null;
  uniform: Uniform;
  walks?: SampleWalks | null;
}

export type SampleLine = SampledSolution | SampleAnswer;

export type SampleOrder = 'lexicographic' | 'colour';

export interface SampleRequest {
  approximate?: boolean;
  notation?: Notation | null;
  number?: number;
  problem: Problem;
  seed?: number;
}

export interface SampleWalks {
  apart: number;
  at_solutions: number;
  beta: number;
  burn_in: number;
  kept: number;
  method: string;
  ratio?: number | null;
  samples: number;
  unmoved: number;
  unmoved_apart: number;
  walks: number;
}

export interface SampledSolution {
  number?: Decimal | null;
  solution: string;
}

export type Schema = string;

export interface SearchAnswer {
  hits: SearchHit[];
  schema: Schema;
}

export interface SearchHit {
  address: string;
  excerpt: string;
  heading: string;
  kind: string;
  title: string;
}

export type SettingKind = 'word' | 'number';

export type SettingValue = string | number;

export type Size = string;

export interface SolveAnswer {
  by: string;
  conclusion: Conclusion;
  notation: Notation;
  problem: Problem;
  proven: boolean;
  schema: Schema;
  seconds: number;
  solution?: string | null;
  stopped?: StopReason | null;
  why: string;
  work?: Work | null;
}

export interface SolveRequest {
  algorithm?: string | null;
  limits?: RunLimits;
  notation?: Notation | null;
  problem: Problem;
  settings?: Record<string, SettingValue>;
  with?: string | null;
}

export interface SpaceTableAnswer {
  conjectures: Conjecture[];
  entries: TableEntry[];
  schema: Schema;
  stopped?: StopReason | null;
}

export interface SpaceTableRequest {
  dimensions?: number[];
  limits?: RunLimits;
  sides: number[];
  workers?: Workers;
}

export type Square = [number, number];

export interface SquaresAnswer {
  density?: Density | null;
  looked_at: number;
  problem: Problem;
  schema: Schema;
  seconds: number;
  seed?: number | null;
  squares: number[][];
  stopped?: StopReason | null;
  total?: Decimal | null;
  walks?: SampleWalks | null;
}

export interface SquaresRequest {
  approximate?: boolean;
  limits?: RunLimits;
  number?: number | null;
  problem: Problem;
  seed?: number;
  workers?: Workers;
}

export interface StackAnswer {
  conclusion: Conclusion;
  how: string;
  n: number;
  schema: Schema;
  seconds: number;
  stack?: StackTable | null;
  stopped?: StopReason | null;
}

export interface StackCountAnswer {
  counts: StackCounted[];
  schema: Schema;
}

export interface StackCountRequest {
  limits?: RunLimits;
  sides: number[];
  verify?: boolean;
  workers?: Workers;
}

export interface StackCounted {
  because?: StopReason | null;
  fundamental?: Decimal | null;
  n: number;
  ordered?: Whole | null;
  provenance?: Provenance | null;
  unordered?: Decimal | null;
  unordered_at_least?: Decimal | null;
}

export interface StackRequest {
  limits?: RunLimits;
  n: number;
  torus?: boolean;
}

export interface StackTable {
  attacking_pairs: Decimal;
  floors: string[];
  levels: number[][];
  reads: MemoryRead[];
  slope?: number | null;
  toroidal: boolean;
}

export type Stacking = {
  collect: {
    columns: number[];
    number: number;
  };
} | {
  put: {
    columns: number[];
    height: number;
    number: number;
  };
} | {
  above: {
    below: number;
    height: number;
    number: number;
    square: Square;
  };
} | {
  'take-off': {
    height: number;
    number: number;
  };
};

export interface StacksAnswer {
  n: number;
  schema: Schema;
  seconds: number;
  stacks: StackTable[];
  stopped?: StopReason | null;
  unordered?: Decimal | null;
}

export interface StacksRequest {
  limits?: RunLimits;
  n: number;
  torus?: boolean;
}

export type Step = {
  place: Square;
} | {
  remove: Square;
} | {
  reject: [[number, number], {
    attacked: {
      along: Line;
      by: Square;
    };
  } | 'blocked' | {
    'given-elsewhere': Square;
  }];
} | {
  'dead-end': Line;
} | 'solution' | {
  discard: Symmetry;
} | {
  move: [[number, number], [number, number]];
} | {
  swap: [number, number];
} | {
  collisions: number;
} | {
  restart: number;
} | {
  board: Square[];
} | {
  weights: {
    first: number;
    values: number[];
  };
} | {
  stacking: Stacking;
} | {
  orbit: {
    group: Symmetry[];
    squares: Square[];
  };
} | {
  eliminate: Square[];
} | {
  restore: Square[];
} | {
  production: Production;
};

export interface StepCounts {
  dead_ends: number;
  discards: number;
  rejects: number;
  removes: number;
  restarts: number;
  solutions: number;
  swaps: number;
  visits: number;
}

export type StepKind = 'place' | 'backtrack' | 'reject' | 'dead-end' | 'solution' | 'restart';

export type StopReason = 'time' | 'visits' | 'solutions' | 'memory' | 'stopped' | 'enough' | 'incomplete' | 'gave-up' | 'units' | 'paused' | 'share-done' | 'unfinished';

export interface StreamBody {
  check: CheckStreamRequest;
  columns: string;
}

export type StreamFormat = 'commas' | 'lines' | 'u32' | 'u64';

export type Symmetry = 'R1' | 'R2' | 'R3' | 'R4' | 'D1' | 'D2' | 'D3' | 'D4';

export interface SymmetryAnswer {
  class?: PlacementClass | null;
  fundamental?: FundamentalList | null;
  notation: Notation;
  problem: Problem;
  schema: Schema;
}

export interface SymmetryRequest {
  notation?: Notation | null;
  placement?: string | null;
  problem: Problem;
}

export type TableAgreement = 'right' | 'wrong' | 'new';

export interface TableEntry {
  agreement: TableAgreement;
  d: number;
  n: number;
  nontrivial: Whole;
  printed?: Decimal | null;
  total: Whole;
}

export type Topology = 'plane' | 'torus' | 'cylinder' | 'mobius';

export interface TorusClassCount {
  classes: Decimal;
  images: number;
}

export interface TraceAnswer {
  at_least?: Decimal | null;
  by: string;
  complete: boolean;
  problem: Problem;
  schema: Schema;
  seconds: number;
  steps: number;
  stopped?: TraceEnd | null;
  total?: Decimal | null;
  work: Work;
}

export type TraceEnd = 'time' | 'visits' | 'solutions' | 'stopped' | 'enough' | 'incomplete' | 'steps' | 'memory' | 'gave-up';

export interface TraceEvent {
  line: number;
  number: number;
  step: Step;
  text: string;
}

export type TraceLine = TraceStart | TraceEvent | TraceAnswer;

export interface TraceMoment {
  counts: StepCounts;
  event?: TraceEvent | null;
  frame: Frame;
  step: number;
}

export interface TracePage {
  before: Frame;
  counts: StepCounts;
  events: TraceEvent[];
  from: number;
  total: number;
}

export interface TracePicture {
  algorithm: string;
  all?: boolean;
  delay?: number;
  limits?: RunLimits;
  moves?: boolean;
  no_code?: boolean;
  problem: Problem;
  settings?: Record<string, SettingValue>;
}

export interface TraceRequest {
  after?: number;
  algorithm: string;
  all?: boolean;
  limits?: RunLimits;
  problem: Problem;
  settings?: Record<string, SettingValue>;
  steps?: number | null;
}

export interface TraceStart {
  algorithm: string;
  by: string;
  problem: Problem;
  pseudocode: string[];
  settings: Record<string, string>;
  title: string;
}

export type TraceSummary = RecordingSummary & {
  id: string;
};

export interface TreeDensity {
  cells: number[][];
  leaves: number;
  nodes: number;
  none?: string | null;
  solutions: number[][];
}

export interface TreeNode {
  born: number;
  closed?: number | null;
  dead_end?: number | null;
  depth: number;
  descendants: number;
  hidden_children: number;
  id: number;
  parent?: number | null;
  solutions: number;
  solved?: number | null;
  square?: Square | null;
  state: NodeState;
}

export interface TreePicture {
  algorithm: string;
  depth?: number | null;
  first?: boolean;
  limits?: RunLimits;
  problem: Problem;
  refused?: boolean;
  settings?: Record<string, SettingValue>;
}

export interface TreeView {
  at: number;
  depth: number;
  nodes: TreeNode[];
  none?: string | null;
  path: number[];
  shown: number;
  total: number;
}

export interface Trouble {
  device: string;
  host?: string | null;
  unit?: string | null;
  why: string;
}

export type Uniform = 'exactly' | 'approximately';

export type Whole = string;

export interface Work {
  backtracks: number;
  restarts: number;
  tests: number;
  trials: number;
  visits: number;
}

export interface Workers {
  device?: string | null;
  simd?: string | null;
  threads?: number | null;
}

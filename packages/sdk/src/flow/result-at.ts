import type { ToolContract } from "../contract/contract.ts";
import type { FieldOrigin, ResultMark, Sensitivity } from "../contract/flow.ts";
import { idKind } from "./guess-kind.ts";
import type { MarkTree } from "./mark-tree.ts";
import type { Field } from "./schema-fields.ts";
import { inherited, type Statement } from "./statement.ts";

/** Where the value of a result comes from. */
export interface ResultFlow {
  readonly origin: FieldOrigin;
  /** Default: by the form of the value. */
  readonly kind: string | undefined;
  readonly sensitivity: Sensitivity | undefined;
  /** Whether the contract states the origin. */
  readonly isDeclared: boolean;
}

/** Steps are those of a JSON pointer, unescaped. */
export type ResultAt = (segments: readonly string[]) => ResultFlow;

/** Creates the lookup of results: marks before keywords of schemas. */
export function createResultAt(
  { name }: ToolContract,
  root: Field,
  marks: MarkTree<ResultMark>,
): ResultAt {
  const guess = createIdKinds(name);
  const start = placeOf({ field: root, isDescribed: true, statement: root.statement }, [marks], {});
  const budget = { left: maxPlaces };
  return (segments) => {
    let place = start;
    for (const segment of segments) place = stepInto(place, segment, budget);
    if (!place.isDescribed) return flowAt(place, guess(namesIn(segments)));
    place.flow ??= flowAt(place, guess(place.field));
    return place.flow;
  };
}

/** What schemas say on the way to a place. What is deeper counts. */
interface Described {
  /** The deepest described place. */
  readonly field: Field;
  /** Whether schemas describe every step. */
  readonly isDescribed: boolean;
  readonly statement: Statement;
}

/** What the longest fitting marks say. Each part may be of another mark. */
interface Marked {
  readonly mark?: ResultMark | undefined;
  readonly origin?: FieldOrigin | undefined;
  readonly sensitivity?: Sensitivity | undefined;
}

/**
 * All places of results that schemas and marks treat alike, such as those of all items. A result
 * has many values at few of them, so each is worked out once.
 */
interface Place extends Described, Marked {
  /** The marks that fit so far. Of those of one length, one that names a step comes first. */
  readonly trees: readonly MarkTree<ResultMark>[];
  readonly named: Map<string, Place>;
  others: Place | undefined;
  flow: ResultFlow | undefined;
}

/** Schemas and marks name few steps, but a recursive one could name them endlessly. */
const maxPlaces = 10_000;

function stepInto(place: Place, segment: string, budget: { left: number }): Place {
  const known = place.named.get(segment);
  if (known !== undefined) return known;
  const isNamed = namesStep(place, segment);
  if (!isNamed && place.others !== undefined) return place.others;
  const next = placeBelow(place, segment);
  if (budget.left > 0) {
    budget.left -= 1;
    if (isNamed) place.named.set(segment, next);
    else place.others = next;
  }
  return next;
}

function namesStep({ isDescribed, field, trees }: Place, segment: string): boolean {
  return (
    (isDescribed && field.members.has(segment)) || trees.some(({ named }) => named.has(segment))
  );
}

function placeBelow(place: Place, segment: string): Place {
  const { isDescribed, field, statement } = place;
  const below = isDescribed ? (field.members.get(segment) ?? field.rest) : undefined;
  const described =
    below === undefined
      ? { field, isDescribed: false, statement }
      : { field: below, isDescribed, statement: inherited(statement, below.statement) };
  const trees = place.trees.flatMap(({ named, any }) =>
    [named.get(segment), any].filter((tree) => tree !== undefined),
  );
  return placeOf(described, trees, place);
}

function placeOf(described: Described, trees: Place["trees"], above: Marked): Place {
  const marks = trees.map(({ mark }) => mark).filter((mark) => mark !== undefined);
  return {
    field: described.field,
    isDescribed: described.isDescribed,
    statement: described.statement,
    mark: marks[0] ?? above.mark,
    origin: marks.find(({ origin }) => origin !== undefined)?.origin ?? above.origin,
    sensitivity:
      marks.find(({ sensitivity }) => sensitivity !== undefined)?.sensitivity ?? above.sensitivity,
    trees,
    named: new Map(),
    others: undefined,
    flow: undefined,
  };
}

function flowAt(
  { mark, statement: said, ...marked }: Place,
  guess: string | undefined,
): ResultFlow {
  const origin = marked.origin ?? said.origin;
  return {
    origin: origin ?? "third-party",
    kind: mark?.kind ?? said.kind ?? guess,
    sensitivity: marked.sensitivity ?? said.sensitivity,
    isDeclared: origin !== undefined,
  };
}

type Names = Pick<Field, "name" | "owner">;

function namesIn(segments: readonly string[]): Names {
  const names = segments.filter((segment) => !/^\d+$/.test(segment));
  return { name: names.at(-1) ?? "", owner: names.at(-2) ?? "" };
}

function createIdKinds(tool: string): (names: Names) => string | undefined {
  const kinds = new Map<string, string | undefined>();
  return ({ name, owner }) => {
    const key = `${owner}/${name}`;
    if (kinds.has(key)) return kinds.get(key);
    const kind = idKind(name, owner, tool);
    if (kinds.size < maxKinds) kinds.set(key, kind);
    return kind;
  };
}

/** The keys of results are endless. */
const maxKinds = 1_000;

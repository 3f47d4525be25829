import type { JsonObject } from "@toolcourt/sdk";
import type { Origin, Sighting, TracedValue } from "../question.ts";
import { isNamed } from "./collect.ts";
import { destinationsIn } from "./destinations.ts";
import { domains } from "./domains.ts";
import type { Fingerprints } from "./fingerprints.ts";
import type { ArgumentFlow, Flow } from "./flow.ts";
import { canonicalForm, formOf, kindNamed } from "./kinds.ts";
import { looseFormsOf } from "./loose-atoms.ts";
import type { OperatorNames } from "./operator-names.ts";
import type { SeenAtoms } from "./seen-atoms.ts";
import type { Taint, Tainted } from "./taint.ts";
import { eachLeaf, type Leaf, pointerTo } from "./walk.ts";

export interface Known {
  readonly fingerprints: Fingerprints;
  readonly seen: SeenAtoms;
  readonly taint: Pick<Taint, "find" | "isFull">;
  readonly operator: OperatorNames;
}

export interface Value {
  readonly kind: string;
  readonly text: string;
  /** A number of JSON: `1200.5` is what the person wrote as `$1,200.50`. */
  readonly isNumber?: boolean;
  /** Only destinations can be the operator's. */
  readonly isDestination?: boolean;
}

export interface Found extends Pick<TracedValue, "mayBeForeign"> {
  readonly origin: Origin;
  readonly seen?: Sighting;
}

const unknown: Found = { origin: "unknown" };
const cut: Found = { origin: "unknown", mayBeForeign: true };

/** Returns who said a value first. */
export function originOf(value: Value, known: Known, now: number): Found {
  const exact = known.fingerprints.of(value.text);
  const form = canonicalForm(value.kind, value.text);
  const canonical = form === value.text ? exact : known.fingerprints.of(form);
  const prints = { exact, canonical };
  if (names("user", { value, prints, known })) return { origin: "user" };
  if (value.isDestination === true && known.operator(value.kind, value.text))
    return { origin: "operator" };
  return known.seen.isCut ? cut : originOfSeen(value, { prints, known, now });
}

interface Prints {
  readonly exact: number;
  readonly canonical: number;
}

interface Asked {
  readonly value: Value;
  readonly prints: Prints;
  readonly known: Known;
}

function names(voice: "user" | "claimed", { value, prints, known }: Asked): boolean {
  const { within, of } = known.fingerprints;
  const has = (key: number): boolean =>
    voice === "user" ? known.seen.isOwn(key) : known.seen.placeOf(key) !== undefined;
  if (has(within(domains[voice](""), prints.exact))) return true;
  if (has(within(domains[voice](value.kind), prints.canonical))) return true;
  return value.isNumber === true && has(within(domains[voice]("json-number"), of(value.text)));
}

interface Knowing {
  readonly known: Known;
  readonly now: number;
}

interface Asking {
  readonly prints: Prints;
  readonly known: Known;
  readonly now: number;
}

function originOfSeen(value: Value, { prints, known, now }: Asking): Found {
  const { seen, taint, fingerprints } = known;
  const foreign = foreignPlaceOf(value.text, prints.exact, { known, now });
  const first = seen.placeOf(fingerprints.within(domains.first(value.kind), prints.canonical));
  const isClean = foreign.tainted === undefined && !taint.isFull(now);
  if (first !== undefined && isClean && !isBefore(foreign.place, first, seen)) {
    return found("first-party", seen.places.sightingOf(first));
  }
  if (names("claimed", { value, prints, known })) return { origin: "claimed" };
  if (foreign.place !== undefined)
    return found("third-party", seen.places.sightingOf(foreign.place));
  return foreign.tainted === undefined
    ? originOfUnseen(known, now)
    : found(foreign.tainted.origin, foreign.tainted.seen);
}

function originOfUnseen({ taint }: Known, now: number): Found {
  return taint.isFull(now) ? cut : unknown;
}

function found(origin: Origin, seen: Sighting | undefined): Found {
  return seen === undefined ? { origin } : { origin, seen };
}

interface ForeignPlace {
  readonly place: number | undefined;
  readonly tainted: Tainted | undefined;
}

/** Where a stranger said this value first, in any of its loose forms. */
function foreignPlaceOf(
  text: string,
  exact: number,
  { known: { fingerprints, seen, taint }, now }: Knowing,
): ForeignPlace {
  let place: number | undefined;
  let tainted: Tainted | undefined;
  for (const form of looseFormsOf(text)) {
    const key = fingerprints.within(domains.loose, form === text ? exact : fingerprints.of(form));
    const other = seen.placeOf(key);
    if (other !== undefined && (place === undefined || isBefore(other, place, seen))) place = other;
    tainted = worse(tainted, taint.find(key, now));
  }
  return { place, tainted };
}

function worse(one: Tainted | undefined, other: Tainted | undefined): Tainted | undefined {
  return one === undefined || other?.origin === "third-party" ? other : one;
}

/** Fields of one result are one moment, and the operator's systems wrote the first-party ones. */
function isBefore(foreign: number | undefined, first: number, { places }: SeenAtoms): boolean {
  if (foreign === undefined) return false;
  const call = places.callOf(foreign);
  const other = places.callOf(first);
  return call !== other && (call?.at ?? 0) <= (other?.at ?? 0);
}

/** Values of one call that are judged one by one. */
const maxTraced = 4_096;

/** What was left out may be a destination that nothing has named. */
const leftOut: TracedValue = {
  pointer: "",
  role: "destination",
  kind: "text",
  isGuessed: false,
  ...cut,
};

/** Gives each value of a call that has a role its origin. */
export function traceArguments(
  args: JsonObject,
  flow: Flow,
  { known, now }: Knowing,
): readonly TracedValue[] {
  const values: TracedValue[] = [];
  const isWhole = eachLeaf(args, (leaf) => {
    for (const { value, role, isGuessed } of valuesAt(leaf, flow)) {
      if (values.length >= maxTraced) return false;
      const pointer = pointerTo(leaf.segments);
      values.push({ pointer, role, kind: value.kind, isGuessed, ...originOf(value, known, now) });
    }
    return true;
  });
  return isWhole ? values : [...values, leftOut];
}

interface ValueInRole extends Pick<ArgumentFlow, "role" | "isGuessed"> {
  readonly value: Value;
}

function* valuesAt(leaf: Leaf, flow: Flow): Generator<ValueInRole> {
  const mark =
    leaf.type === "key" && isNamed(flow, "arguments", leaf.segments)
      ? undefined
      : flow.argumentAt(leaf.segments);
  if (mark === undefined) return;
  const { role, isGuessed } = mark;
  const isNumber = leaf.type === "number";
  yield { value: { ...argumentValue(leaf, mark), isNumber }, role, isGuessed };
  if (role !== "content") return;
  for (const value of destinationsIn(leaf.text)) {
    yield { value: { ...value, isDestination: true }, role: "destination", isGuessed };
  }
}

/** The value of an argument as a whole. */
function argumentValue({ text }: Leaf, { role, kind }: Pick<ArgumentFlow, "role" | "kind">): Value {
  const isDestination = role === "destination";
  return { kind: kind === undefined ? formOf(text) : kindNamed(kind), text, isDestination };
}

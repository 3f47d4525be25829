import { type FieldOrigin, type JsonValue, type Sensitivity, sensitivities } from "@toolcourt/sdk";
import { type Atom, atomsOf } from "./atoms.ts";
import { domains } from "./domains.ts";
import type { OriginEntry, SeenField, Voice } from "./entry.ts";
import { type Fingerprints, writeFingerprints } from "./fingerprints.ts";
import type { Flow, ResultFlow, Side } from "./flow.ts";
import { looseForm } from "./fold.ts";
import { canonicalForm, formOf, kindNamed } from "./kinds.ts";
import { looseAtomsOf } from "./loose-atoms.ts";
import type { SightedCall } from "./places.ts";
import { eachLeaf, isPlainStep, type Leaf } from "./walk.ts";

export interface ReadBounds {
  /** Of one result or text. Reading stops there, and the entry says so. */
  readonly maxCharacters: number;
  readonly maxAtomsAtOnce: number;
}

/** The longest text that is a value as a whole. */
export const maxWhole = 256;
const maxPiece = 2_048;

/** A result as it left the gateway, with the call that asked for it. */
export interface SeenResult {
  readonly call: SightedCall;
  readonly flow: Flow;
  readonly result: JsonValue;
  /** Returns the origin of an argument with this loose form. Default: no argument has it. */
  readonly echoOf: (form: string) => "trusted" | "third-party" | "unknown" | undefined;
}

/** Collects fingerprints, each once for an entry. */
export class Collector {
  readonly #fingerprints: Fingerprints;
  readonly #bounds: ReadBounds;
  readonly #forms = new Map<string, Set<string>>();
  readonly #fields: SeenField[] = [];
  readonly #labels = new Set<Sensitivity>();
  #atoms = 0;
  #characters = 0;
  isCut = false;

  constructor(fingerprints: Fingerprints, bounds: ReadBounds) {
    this.#fingerprints = fingerprints;
    this.#bounds = bounds;
  }

  /** Counts the characters of a text before it is read. False if there are too many. */
  mayRead({ length }: string): boolean {
    this.#characters += length;
    if (
      this.#characters > this.#bounds.maxCharacters ||
      this.#atoms >= this.#bounds.maxAtomsAtOnce
    ) {
      this.isCut = true;
    }
    return !this.isCut;
  }

  /** Adds a text within a domain. False if there are too many. */
  take(keys: number[], domain: string, text: string): boolean {
    const forms = this.#formsOf(domain);
    if (forms.has(text)) return true;
    if (this.#atoms >= this.#bounds.maxAtomsAtOnce) {
      this.isCut = true;
      return false;
    }
    forms.add(text);
    this.#atoms += 1;
    keys.push(this.#fingerprints.within(domain, this.#fingerprints.of(text)));
    return true;
  }

  #formsOf(domain: string): Set<string> {
    const known = this.#forms.get(domain);
    if (known !== undefined) return known;
    const forms = new Set<string>();
    this.#forms.set(domain, forms);
    return forms;
  }

  addField(
    [pointer, voice, kind]: readonly [string, Voice, (string | undefined)?],
    keys: readonly number[],
  ): void {
    if (keys.length === 0) return;
    const atoms = writeFingerprints(keys);
    this.#fields.push(kind === undefined ? [pointer, voice, atoms] : [pointer, voice, atoms, kind]);
  }

  addLabel(label: Sensitivity | undefined): void {
    if (label !== undefined) this.#labels.add(label);
  }

  entryOf({ tool, call, at }: SightedCall): OriginEntry {
    return {
      tool,
      call,
      at,
      fields: this.#fields,
      ...(this.#labels.size > 0 && { labels: [...this.#labels] }),
      ...(this.isCut && { isCut: true }),
    };
  }
}

/** Reads a result into an entry. */
export function collectResult(seen: SeenResult, collector: Collector): OriginEntry {
  const isWhole = eachLeaf(seen.result, (leaf) => takeLeaf(leaf, seen, collector));
  if (!isWhole) {
    collector.isCut = true;
    // What was not read may be anything.
    for (const label of sensitivities) collector.addLabel(label);
  }
  return collector.entryOf(seen.call);
}

const takers = { "first-party": takeFirstParty, "third-party": takeThirdParty } satisfies Record<
  FieldOrigin,
  unknown
>;

/** Labels count to the end, also where no more values are remembered. */
function takeLeaf(leaf: Leaf, seen: SeenResult, collector: Collector): true {
  const { flow } = seen;
  if (leaf.type === "key" && isNamed(flow, "result", leaf.segments)) return true;
  const mark = flow.resultAt(leaf.segments);
  collector.addLabel(mark.sensitivity);
  if (leaf.type !== "boolean" && collector.mayRead(leaf.text)) {
    takers[mark.origin]({ leaf, mark, seen, collector });
  }
  return true;
}

interface Taking {
  readonly leaf: Leaf;
  readonly mark: ResultFlow;
  readonly seen: SeenResult;
  readonly collector: Collector;
}

function takeThirdParty({ leaf, seen, collector }: Taking): void {
  const keys: number[] = [];
  looseAtomsOf(leaf.text, (form) => collector.take(keys, domains.loose, form));
  collector.addField([shownPointer(seen.flow, "result", leaf.segments), "third-party"], keys);
}

function takeFirstParty({ leaf, mark, seen, collector }: Taking): void {
  const own: number[] = [];
  const echoed: number[] = [];
  const kind = mark.kind === undefined || leaf.type === "key" ? undefined : kindNamed(mark.kind);
  let isGoing = true;
  for (const atom of valuesOf(leaf.text, kind)) {
    const form = looseForm(atom.text);
    const echo = seen.echoOf(form);
    const name = domains.first(atom.kind);
    if (echo === undefined || echo === "trusted")
      isGoing = collector.take(own, name, canonicalForm(atom.kind, atom.text));
    else if (echo === "third-party") isGoing = collector.take(echoed, domains.loose, form);
    if (!isGoing) break;
  }
  const pointer = shownPointer(seen.flow, "result", leaf.segments);
  collector.addField([pointer, "first-party", kind], own);
  collector.addField([pointer, "third-party"], echoed);
}

const onePiece = /^[^\s,;()[\]{}|<>"'`:]*$/;

/** The values that a trusted text names: itself, and the atoms within it. */
export function valuesOf(text: string, kind: string | undefined): readonly Atom[] {
  const isOne = onePiece.test(text);
  // No longer than what is remembered of a stranger's text as a whole.
  const isValue = text.length <= (isOne ? maxPiece : maxWhole);
  const whole = { kind: kind ?? formOf(text), text };
  if (isValue && isOne) return [whole];
  const atoms = [...atomsOf(text)].filter((atom) => atom.text !== text && fits(atom, kind));
  return isValue ? [whole, ...atoms] : atoms;
}

/** A field with a kind has no values of other kinds. A link has a host. */
function fits(atom: Atom, kind: string | undefined): boolean {
  return kind === undefined || atom.kind === kind || (kind === "url" && atom.kind === "host");
}

/** Writes a pointer with the steps that a contract names. Others are values, and are not shown. */
export function shownPointer(flow: Flow, side: Side, segments: readonly string[]): string {
  let pointer = "";
  for (let at = 0; at < segments.length; at += 1) {
    const step = segments[at] ?? "";
    const isShown =
      isPlain(step) &&
      (flow.isNamed === undefined || isNamed(flow, side, segments.slice(0, at + 1)));
    pointer += isShown ? `/${step}` : "/*";
  }
  return pointer;
}

/** Results have few names, and each of them often. */
const plainSteps = new Map<string, boolean>();
const maxSteps = 10_000;

function isPlain(step: string): boolean {
  const known = plainSteps.get(step);
  if (known !== undefined) return known;
  const isShort = step.length <= 40;
  const answer = isShort && isPlainStep(step);
  if (isShort && plainSteps.size < maxSteps) plainSteps.set(step, answer);
  return answer;
}

/** Tells whether a contract names the last step. Places in a list are no data. */
export function isNamed(flow: Flow, side: Side, segments: readonly string[]): boolean {
  const last = segments.at(-1) ?? "";
  if (!isPlain(last)) return false;
  return /^\d/.test(last) || flow.isNamed === undefined || flow.isNamed(side, segments);
}

/** Reads a text that outsiders can have written. */
export function collectForeignText(
  text: string,
  call: SightedCall,
  collector: Collector,
): OriginEntry {
  const keys: number[] = [];
  if (collector.mayRead(text)) {
    looseAtomsOf(text, (form) => collector.take(keys, domains.loose, form));
  }
  collector.addField(["", "third-party"], keys);
  return collector.entryOf(call);
}

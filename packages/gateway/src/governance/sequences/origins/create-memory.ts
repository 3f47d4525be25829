import type { JsonObject, JsonValue, Sensitivity } from "@toolcourt/sdk";
import type { TracedValue } from "../question.ts";
import {
  Collector,
  collectForeignText,
  collectResult,
  type ReadBounds,
  type SeenResult,
  valuesOf,
} from "./collect.ts";
import { collectWords, type SaidWords } from "./collect-words.ts";
import type { OriginEntry } from "./entry.ts";
import type { Fingerprints } from "./fingerprints.ts";
import type { Flow } from "./flow.ts";
import { looseForm } from "./fold.ts";
import { kindNamed } from "./kinds.ts";
import type { OperatorNames } from "./operator-names.ts";
import type { SightedCall } from "./places.ts";
import { SeenAtoms, type SeenBounds } from "./seen-atoms.ts";
import type { Taint } from "./taint.ts";
import { type Known, originOf, traceArguments } from "./trace.ts";
import { eachLeaf } from "./walk.ts";
import { collectWritten, type WrittenCall } from "./written.ts";

export interface OriginBounds extends SeenBounds, ReadBounds {}

export const defaultOriginBounds: OriginBounds = {
  maxAtoms: 65_536,
  maxOwnAtoms: 65_536,
  maxCharacters: 262_144,
  maxAtomsAtOnce: 4_096,
};

export interface OriginDeps {
  /** Of the history's tenant. */
  readonly fingerprints: Fingerprints;
  /** Shared by all histories of the tenant. */
  readonly taint: Pick<Taint, "find" | "isFull">;
  readonly operator: OperatorNames;
  /** Default: `defaultOriginBounds`. */
  readonly bounds?: OriginBounds;
}

/** A result as it left the gateway. */
export interface RememberedResult {
  /** `at` is when the result arrived. */
  readonly call: SightedCall;
  readonly flow: Flow;
  readonly result: JsonValue;
  /** The call's own arguments. A value that only repeats one of them keeps its origin. */
  readonly args: JsonObject;
}

/**
 * What a history remembers of values. Each function that remembers returns the entry to store, and
 * changes nothing. Every process applies what is stored and arrives at the same state.
 */
export interface OriginMemory {
  /** `claimed` is for words without a signature. */
  readonly rememberWords: (said: SaidWords) => OriginEntry;
  readonly rememberResult: (seen: RememberedResult) => OriginEntry;
  /** For untyped text, errors of tools, resources and prompts. */
  readonly rememberForeignText: (text: string, call: SightedCall) => OriginEntry;
  /**
   * For calls that write. Returns an entry of the tenant's taint, not of this history. Undefined if
   * every value is trusted.
   */
  readonly rememberWritten: (written: WrittenCall) => OriginEntry | undefined;
  readonly apply: (entry: OriginEntry) => void;
  readonly trace: (args: JsonObject, flow: Flow, now: number) => readonly TracedValue[];
  readonly labels: () => ReadonlySet<Sensitivity>;
  /** True once only the person's and the operator's values are known. */
  readonly isCut: () => boolean;
}

/** Opens the memory of one history. */
export function createMemory(deps: OriginDeps): OriginMemory {
  const { fingerprints, bounds = defaultOriginBounds } = deps;
  const seen = new SeenAtoms(bounds);
  const known: Known = { ...deps, seen };
  const collector = (): Collector => new Collector(fingerprints, bounds);
  return {
    rememberWords: (said) => collectWords(said, collector()),
    rememberResult: (result) => collectResult(withEcho(result, known), collector()),
    rememberForeignText: (text, call) => collectForeignText(text, call, collector()),
    rememberWritten: (written) => collectWritten(written, known, collector()),
    apply: (entry) => seen.apply(entry),
    trace: (args, flow, now) => traceArguments(args, flow, { known, now }),
    labels: () => seen.labels,
    isCut: () => seen.isCut,
  };
}

const trusted = new Set(["user", "operator", "first-party"]);

interface Argument {
  readonly kind: string;
  readonly text: string;
}

/** Arguments are traced only where a result repeats one. */
function withEcho({ args, ...seen }: RememberedResult, known: Known): SeenResult {
  let said: ReadonlyMap<string, readonly Argument[]> | undefined;
  return {
    ...seen,
    echoOf: (form) => {
      said ??= argumentsByForm(args, seen.flow);
      const values = said.get(form);
      if (values === undefined) return undefined;
      const origins = values.map(
        (value) => originOf({ ...value, isDestination: true }, known, seen.call.at).origin,
      );
      if (origins.includes("third-party")) return "third-party";
      return origins.every((origin) => trusted.has(origin)) ? "trusted" : "unknown";
    },
  };
}

function argumentsByForm(args: JsonObject, flow: Flow): ReadonlyMap<string, readonly Argument[]> {
  const values = new Map<string, Argument[]>();
  eachLeaf(args, (leaf) => {
    if (leaf.type === "boolean" || leaf.type === "key") return true;
    const kind = flow.argumentAt(leaf.segments)?.kind;
    for (const value of valuesOf(leaf.text, kind === undefined ? undefined : kindNamed(kind))) {
      const form = looseForm(value.text);
      values.set(form, [...(values.get(form) ?? []), value]);
    }
    return true;
  });
  return values;
}

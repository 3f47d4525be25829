import type { JsonObject, Role } from "@toolcourt/sdk";
import { type Collector, isNamed, shownPointer, valuesOf } from "./collect.ts";
import { domains } from "./domains.ts";
import type { OriginEntry } from "./entry.ts";
import type { Flow } from "./flow.ts";
import { looseForm } from "./fold.ts";
import { canonicalForm, formOf, kindNamed } from "./kinds.ts";
import { looseAtomsOf } from "./loose-atoms.ts";
import type { SightedCall } from "./places.ts";
import { type Known, originOf } from "./trace.ts";
import { eachLeaf, type Leaf } from "./walk.ts";

export interface WrittenCall {
  readonly call: SightedCall;
  readonly flow: Flow;
  readonly args: JsonObject;
}

/**
 * Collects what a call writes and no trusted side named. Undefined if there is nothing of the kind.
 */
export function collectWritten(
  written: WrittenCall,
  known: Known,
  collector: Collector,
): OriginEntry | undefined {
  const isWhole = eachLeaf(written.args, (leaf) => {
    if (mayReturn(leaf, written.flow)) takeWritten(leaf, written, { known, collector });
    return true;
  });
  if (!isWhole) collector.isCut = true;
  const entry = collector.entryOf(written.call);
  return entry.fields.length === 0 && entry.isCut !== true ? undefined : entry;
}

/** Numbers of other roles are counts and amounts, which would taint every number alike. */
const numberRoles: ReadonlySet<Role> = new Set([
  "destination",
  "target",
  "counterparty",
  "credential",
  "identifier",
]);

function mayReturn({ type, segments }: Leaf, flow: Flow): boolean {
  if (type === "string") return true;
  if (type === "key") return !isNamed(flow, "arguments", segments);
  const role = flow.argumentAt(segments)?.role;
  return type === "number" && role !== undefined && numberRoles.has(role);
}

interface Taking {
  readonly known: Known;
  readonly collector: Collector;
}

function takeWritten(leaf: Leaf, { call, flow }: WrittenCall, { known, collector }: Taking): void {
  if (!collector.mayRead(leaf.text)) return;
  const trusted = trustedForms(leaf, flow, { known, now: call.at });
  const strangers: number[] = [];
  const others: number[] = [];
  looseAtomsOf(leaf.text, (form) => {
    if (trusted.has(form)) return true;
    const key = known.fingerprints.within(domains.loose, known.fingerprints.of(form));
    // What a cut history does not know may be a stranger's.
    const isStranger = known.seen.isCut || known.seen.placeOf(key) !== undefined;
    return collector.take(isStranger ? strangers : others, domains.loose, form);
  });
  const pointer = shownPointer(flow, "arguments", leaf.segments);
  collector.addField([pointer, "third-party"], strangers);
  collector.addField([pointer, "unknown"], others);
}

interface Knowing {
  readonly known: Known;
  readonly now: number;
}

/** The loose forms of the values that a trusted side named, with their parts. */
function trustedForms(leaf: Leaf, flow: Flow, knowing: Knowing): ReadonlySet<string> {
  const mark = flow.argumentAt(leaf.segments);
  const kind = mark?.kind === undefined ? undefined : kindNamed(mark.kind);
  const forms = new Set<string>();
  for (const value of valuesOf(leaf.text, kind)) {
    if (!isTrusted(value, knowing)) continue;
    forms.add(looseForm(value.text));
    looseAtomsOf(value.text, (form) => {
      forms.add(form);
      return true;
    });
  }
  return forms;
}

function isTrusted(
  value: { readonly kind: string; readonly text: string },
  { known, now }: Knowing,
): boolean {
  const { origin } = originOf({ ...value, isDestination: true }, known, now);
  if (origin === "user" || origin === "operator" || origin === "first-party") return true;
  return origin === "unknown" && isOtherKind(value.text, { known, now });
}

/** True for a first-party value of any kind. An argument without a kind would taint all of them. */
function isOtherKind(text: string, { known, now }: Knowing): boolean {
  return [...known.seen.kinds, formOf(text)].some((kind) => {
    const canonical = canonicalForm(kind, text);
    return originOf({ kind, text: canonical }, known, now).origin === "first-party";
  });
}

import {
  digestOf,
  isJsonObject,
  type JsonObject,
  own,
  type Place,
  pointerToken,
} from "@toolcourt/sdk";
import { withoutHiddenCharacters } from "@toolcourt/sdk/rules";
import { type Draft, type Method, methods, type Note } from "../draft.ts";
import { whyNotPath } from "../path-template.ts";
import { createDefinitions } from "./definitions.ts";
import { type OpenApiDocument, readDocument, type UnreadableDocument } from "./document.ts";
import { draftOf } from "./draft-of.ts";
import { followToObject, ImportProblem } from "./follow.ts";
import { withoutFragment } from "./input-schema.ts";
import { type Found, type ImportLimits, type ImportSource, shownPointer } from "./operation.ts";

const maxLength = 64;

const suffixLength = 9;

/** An operation that was not imported, and the reason. */
export interface NotImported {
  readonly pointer: string;
  /** Pointer to the cause, which may be far from the operation. */
  readonly at: string;
  readonly reason: string;
}

export type Imported =
  | {
      readonly kind: "imported";
      readonly drafts: readonly Draft[];
      readonly notImported: readonly NotImported[];
      /** Notes about the whole document. */
      readonly notes: readonly Note[];
    }
  | UnreadableDocument;

interface Named {
  /** The operation's id, or its method and path. */
  readonly wish: string;
  readonly pointer: string;
}

/**
 * Creates a draft of every operation in an OpenAPI document (2.0, 3.0 or 3.1, JSON or YAML). Opens
 * no other resource and never throws: failures are listed with their reasons.
 */
export function importOpenApi(text: string, source: ImportSource): Imported {
  const reading = readDocument(text, source.beside);
  if (reading.kind === "unreadable") return reading;
  const { document } = reading;
  const notImported: NotImported[] = [];
  const { max = defaultLimits } = source;
  const found = operationsOf(document, notImported);
  const names = draftNames(found.map(({ wish, self }) => ({ wish, pointer: self.pointer })));
  const maxBytes = max.bytes;
  const inputs = createDefinitions(document, { direction: "input", maxBytes });
  const outputs = createDefinitions(document, { direction: "output", maxBytes });
  const drafts = found.flatMap((each, index) => {
    const { pointer } = each.self;
    if (index >= max.operations) {
      const at = shownPointer(pointer);
      notImported.push({ pointer: at, at, reason: "There are too many operations." });
      return [];
    }
    const deps = { document, inputs, outputs, source, name: names.get(pointer) ?? "" };
    return attempt(pointer, notImported, () => draftOf(each, deps));
  });
  return { kind: "imported", drafts, notImported, notes: document.notes };
}

const defaultLimits: ImportLimits = { operations: 50_000, bytes: 256 * 1024 * 1024 };

function operationsOf(document: OpenApiDocument, notImported: NotImported[]): readonly Found[] {
  const paths = own(document.root, "paths");
  if (!isJsonObject(paths)) return [];
  const found: Found[] = [];
  for (const [path, value] of Object.entries(paths)) {
    const pointer = `/paths${pointerToken(path)}`;
    if (path.startsWith("x-")) continue;
    const items = attempt(pointer, notImported, () => itemOf(document, { value, pointer }));
    for (const item of items) addOperations({ path, item, pointer }, found, notImported);
  }
  return found;
}

function itemOf({ root }: OpenApiDocument, place: Place): Place<JsonObject> {
  return followToObject(root, place);
}

interface PathItem {
  readonly path: string;
  readonly item: Place<JsonObject>;
  /** Pointer to the path. The item itself may be elsewhere. */
  readonly pointer: string;
}

const verbs: ReadonlyMap<string, Method> = new Map(
  methods.map((method) => [method.toLowerCase(), method]),
);

function addOperations(
  { path, item, pointer }: PathItem,
  found: Found[],
  notImported: NotImported[],
): void {
  for (const [verb, value] of Object.entries(item.value)) {
    const at = pointer + pointerToken(verb);
    if (verb === "trace") {
      const reason = "TRACE gives back what was sent, credentials included.";
      notImported.push({ pointer: shownPointer(at), at: shownPointer(at), reason });
    }
    const method = verbs.get(verb);
    if (method === undefined) continue;
    const made = attempt(at, notImported, () => {
      const sent = withoutFragment(path);
      const why = whyNotPath(sent);
      if (why !== undefined) throw new ImportProblem(at, why);
      if (!isJsonObject(value)) throw new ImportProblem(at, "There must be an object here.");
      return {
        method,
        path: sent,
        item,
        self: { value, pointer: at },
        ...wishOf(value, at, `${verb}_${path}`),
      };
    });
    found.push(...made);
  }
}

/** Returns the wished name. Hidden characters are removed, with a note for the reviewer. */
function wishOf(value: JsonObject, at: string, otherwise: string): Pick<Found, "wish" | "notes"> {
  const stated = own(value, "operationId");
  if (typeof stated !== "string" || stated === "") return { wish: otherwise, notes: [] };
  const { text, removed } = withoutHiddenCharacters(stated);
  const message = "Hidden characters were taken out of this name.";
  return { wish: text, notes: removed === 0 ? [] : [{ pointer: `${at}/operationId`, message }] };
}

/** Returns the result, or records the reason of a failure. */
function attempt<Made>(
  pointer: string,
  notImported: NotImported[],
  make: () => Made,
): readonly Made[] {
  try {
    return [make()];
  } catch (error) {
    const isKnown = error instanceof ImportProblem;
    notImported.push({
      pointer: shownPointer(pointer),
      at: shownPointer(isKnown && error.pointer !== "" ? error.pointer : pointer),
      // Other errors are stack overflows or values without a canonical form: the operation is too
      // large.
      reason: isKnown ? error.message : "The operation is too deep or too large to be read.",
    });
    return [];
  }
}

/**
 * Returns a legal name per operation, by pointer, unique in any case. On a collision a hash of the
 * pointer is appended, so that names do not depend on the document's order.
 */
export function draftNames(operations: readonly Named[]): ReadonlyMap<string, string> {
  const sharers = new Map<string, Named[]>();
  for (const operation of operations) {
    const key = legalName(operation.wish).toLowerCase();
    const others = sharers.get(key);
    if (others === undefined) sharers.set(key, [operation]);
    else others.push(operation);
  }
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const [key, [first, ...others]] of sharers) {
    if (first === undefined || others.length > 0) continue;
    names.set(first.pointer, legalName(first.wish));
    taken.add(key);
  }
  for (const operation of [...sharers.values()].filter((each) => each.length > 1).flat()) {
    const name = freeName(operation, taken);
    taken.add(name.toLowerCase());
    names.set(operation.pointer, name);
  }
  return names;
}

/** Keeps letters, digits, dashes and underscores, which all large providers accept. */
function legalName(wish: string): string {
  // Truncates first, because a name may be as long as the document.
  const legal = wish
    .slice(0, 4 * maxLength)
    .replaceAll(/[^\w-]+/g, "_")
    .replaceAll(/_{2,}/g, "_")
    .replaceAll(/^[_-]+|[_-]+$/g, "");
  return legal.slice(0, maxLength) || "operation";
}

// A malicious author can occupy another operation's hash suffix. Then a number is added.
function freeName({ wish, pointer }: Named, taken: ReadonlySet<string>): string {
  const base = legalName(wish).slice(0, maxLength - suffixLength - 8);
  const signed = `${base}_${digestOf(pointer).slice(7, 15)}`;
  let name = signed;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${signed}_${number}`;
  return name;
}

import {
  contractDigest,
  effects,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  own,
  parseJson,
  pointerToken,
  whyNotCanonical,
} from "@toolcourt/sdk";
import { Refusal } from "../errors/refusal.ts";
import { flawed } from "../judge/flawed.ts";
import { createPositions, offsetsOf } from "../judge/position.ts";
import { scanJson, skipBlanks } from "../judge/scan-json.ts";
import type { Lock, LockedServer, LockedTool, NameOwner } from "./lock.ts";
import {
  type ItemDefinition,
  type ItemList,
  itemDigest,
  itemLists,
  type LockedItem,
  type LockedItems,
} from "./locked-items.ts";

/** A flaw in a lock and its position. */
class Flaw extends Error {
  readonly pointer: string;

  constructor(pointer: string, problem: string) {
    super(problem);
    this.pointer = pointer;
  }
}

/**
 * Parses a lock strictly. Refuses anything we would not have written, with the position.
 *
 * @example
 * ```ts
 * import { readFile } from "node:fs/promises";
 * const { servers } = parseLock(await readFile("toolcourt.lock", "utf8"), "toolcourt.lock");
 * for (const [server, tools] of servers) console.log(server, [...tools.keys()]);
 * ```
 */
export function parseLock(text: string, file: string): Lock {
  const from = skipBlanks(text, 0);
  const scanned = scanJson(text, from);
  if (scanned.kind === "flaw") throw flawed(text, file, scanned.flaw);
  const offset = skipBlanks(text, scanned.end);
  if (offset < text.length) {
    throw flawed(text, file, { kind: "syntax", offset, expected: "the end of the file" });
  }
  try {
    return lockOf(parseJson(text));
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    const { pointer, message: problem } = error;
    const place = offsetsOf(text, from, new Set([pointer])).get(pointer) ?? from;
    const refusal = { file, ...createPositions(text)(place), problem };
    throw new Refusal("lock-invalid", refusal, { cause: error });
  }
}

/** The newest version of the lock that this code knows, and the only one so far. */
const knownVersion = 1;

// Before any other key is looked at: a newer version may have keys that this one does not know.
function assertKnownVersion(value: JsonValue): void {
  const version = own(objectAt(value, ""), "version");
  if (version === undefined || version === knownVersion) return;
  if (typeof version !== "number" || !(version > knownVersion)) {
    throw new Flaw("/version", `Expected version ${knownVersion} of the lock.`);
  }
  throw new Flaw(
    "/version",
    `This is version ${version} of the lock, and this toolcourt knows up to version ${knownVersion}. Use the newer toolcourt that wrote it: npm install toolcourt@latest`,
  );
}

function lockOf(value: JsonValue): Lock {
  assertKnownVersion(value);
  const { servers, names } = fieldsOf(value, "", {
    keys: ["version", "servers"],
    optional: ["names"],
  });
  const read = mapOf(servers, "/servers", serverOf);
  const [tools, items] = [new Map<string, LockedServer>(), new Map<string, LockedItems>()];
  for (const [server, entry] of read) {
    if (entry.tools !== undefined) tools.set(server, entry.tools);
    if (entry.items !== undefined) items.set(server, entry.items);
  }
  return {
    servers: tools,
    ...(names !== undefined && { names: mapOf(names, "/names", ownerOf) }),
    ...(items.size > 0 && { items }),
  };
}

function ownerOf(value: JsonValue, pointer: string): NameOwner {
  const { server, tool } = fieldsOf(value, pointer, { keys: ["server", "tool"] });
  return { server: textAt(server, `${pointer}/server`), tool: textAt(tool, `${pointer}/tool`) };
}

interface ReadServer {
  /** Undefined if only lists besides tools are locked. */
  readonly tools: LockedServer | undefined;
  readonly items: LockedItems | undefined;
}

function serverOf(value: JsonValue, pointer: string, server: string): ReadServer {
  const { tools, ...lists } = fieldsOf(value, pointer, {
    keys: [],
    optional: ["tools", ...itemLists, "resources"],
  });
  const hasLists = Object.keys(lists).length > 0;
  if (tools === undefined && !hasLists) throw new Flaw(pointer, "The key tools is missing.");
  return {
    tools:
      tools === undefined
        ? undefined
        : mapOf(tools, `${pointer}/tools`, (tool, at) => toolOf(tool, at, server)),
    items: hasLists ? itemsOf(lists, pointer, server) : undefined,
  };
}

function itemsOf(
  lists: Readonly<Partial<Record<ItemList | "resources", JsonValue>>>,
  pointer: string,
  server: string,
): LockedItems {
  const read = itemLists.flatMap((list) => {
    const value = lists[list];
    if (value === undefined) return [];
    const item = (each: JsonValue, at: string): LockedItem => itemOf(each, at, { server, list });
    return [[list, mapOf(value, `${pointer}/${list}`, item)] as const];
  });
  const { resources } = lists;
  return {
    ...Object.fromEntries(read),
    ...(resources !== undefined && { resources: textsAt(resources, `${pointer}/resources`) }),
  };
}

function itemOf(
  value: JsonValue,
  pointer: string,
  place: Omit<ItemDefinition, "definition">,
): LockedItem {
  const fields = fieldsOf(value, pointer, {
    keys: ["digest", "definition", "approvedAt", "approvedBy"],
  });
  const definition = objectAt(fields.definition, `${pointer}/definition`);
  if (whyNotCanonical(definition) !== undefined) {
    throw new Flaw(`${pointer}/definition`, "Expected a definition that has a digest.");
  }
  const digest = textAt(fields.digest, `${pointer}/digest`);
  if (digest !== itemDigest({ ...place, definition })) {
    throw new Flaw(`${pointer}/digest`, "This is not the digest of the definition beside it.");
  }
  return {
    digest,
    definition,
    approvedAt: textAt(fields.approvedAt, `${pointer}/approvedAt`),
    approvedBy: textAt(fields.approvedBy, `${pointer}/approvedBy`),
  };
}

function toolOf(value: JsonValue, pointer: string, server: string): LockedTool {
  const fields = fieldsOf(value, pointer, {
    keys: ["digest", "contract", "effect", "approvedAt", "approvedBy"],
  });
  const contract = objectAt(fields.contract, `${pointer}/contract`);
  const effect = effects.find((each) => each === fields.effect);
  if (effect === undefined) {
    throw new Flaw(`${pointer}/effect`, `Expected one of ${effects.join(", ")}.`);
  }
  const digest = textAt(fields.digest, `${pointer}/digest`);
  if (whyNotCanonical(contract) !== undefined) {
    throw new Flaw(`${pointer}/contract`, "Expected a contract that has a digest.");
  }
  if (digest !== contractDigest({ server, asReceived: contract })) {
    throw new Flaw(`${pointer}/digest`, "This is not the digest of the contract beside it.");
  }
  return {
    digest,
    contract,
    effect,
    approvedAt: textAt(fields.approvedAt, `${pointer}/approvedAt`),
    approvedBy: textAt(fields.approvedBy, `${pointer}/approvedBy`),
  };
}

type Reader<Value> = (value: JsonValue, pointer: string, key: string) => Value;

function mapOf<Value>(
  value: JsonValue,
  pointer: string,
  read: Reader<Value>,
): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(objectAt(value, pointer)).map(([key, child]) => [
      key,
      read(child, pointer + pointerToken(key), key),
    ]),
  );
}

/** Requires these keys, and allows no others but the optional ones. */
function fieldsOf<Key extends string, More extends string = never>(
  value: JsonValue,
  pointer: string,
  { keys, optional = [] }: { readonly keys: readonly Key[]; readonly optional?: readonly More[] },
): Readonly<Record<Key, JsonValue>> & Readonly<Partial<Record<More, JsonValue>>> {
  const object = objectAt(value, pointer);
  const known: readonly string[] = [...keys, ...optional];
  const stranger = Object.keys(object).find((key) => !known.includes(key));
  if (stranger !== undefined) {
    throw new Flaw(pointer + pointerToken(stranger), `Expected only the keys ${known.join(", ")}.`);
  }
  const missing = keys.find((key) => own(object, key) === undefined);
  if (missing !== undefined) throw new Flaw(pointer, `The key ${missing} is missing.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key was looked for just above
  return object as ReturnType<typeof fieldsOf<Key, More>>;
}

function objectAt(value: JsonValue, pointer: string): JsonObject {
  if (!isJsonObject(value)) throw new Flaw(pointer, "Expected an object.");
  return value;
}

function textAt(value: JsonValue, pointer: string): string {
  if (typeof value !== "string") throw new Flaw(pointer, "Expected a text.");
  return value;
}

function textsAt(value: JsonValue, pointer: string): ReadonlySet<string> {
  if (!isJsonArray(value)) throw new Flaw(pointer, "Expected a list.");
  return new Set(value.map((each, index) => textAt(each, `${pointer}/${index}`)));
}

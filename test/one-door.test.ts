import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

// Nothing but the egress opens a connection, except where a reason stands here.

/** Modules that can open a connection or ask a name server. */
const openers = [
  "node:net",
  "node:tls",
  "node:http",
  "node:https",
  "node:http2",
  "node:dgram",
  "node:dns",
  "node:dns/promises",
  "undici",
  "pg",
  "ioredis",
];
const exporters = /^@opentelemetry\/exporter-(?!prometheus)/;

/** What every browser and every Node has without asking for it. */
const globals = ["fetch", "WebSocket", "WebSocketStream", "EventSource", "XMLHttpRequest"];

const watched = new RegExp(`\\b(?:${globals.join("|")})\\b`);

/** Whose connections are not the egress's, and why. */
const reasons: Readonly<Record<string, string>> = {
  "gateway/src/boundary/egress/": "It is the door.",
  "gateway/src/stores/postgres/":
    "The operator's own database, at the address that was configured.",
  "workflows/src/runs/": "The operator's own database, at the address that the workflow names.",
  "gateway/src/stores/redis/": "The operator's own Redis, at the address that was configured.",
};

/** Who calls something of their own `fetch`: it is handed in, or made by the egress. */
const handedIn = [
  "gateway/src/governance/identity/json-web-tokens.ts",
  "gateway/src/upstreams/http/carrier.ts",
  "gateway/src/upstreams/http/create-fetch.ts",
  "gateway/src/upstreams/http/http-wire.ts",
];

const root = resolve(import.meta.dirname, "../packages");
const files = ["gateway/src", "sdk/src", "workflows/src"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (file) => `${folder}/${file.replaceAll("\\", "/")}`,
    ),
  )
  .filter((file) => /(?<!\.test|\.test-d)\.ts$/.test(file) && !file.includes("/testing/"));

interface Openings {
  /** What of these modules is there when the program runs. */
  readonly imported: readonly string[];
  readonly globals: readonly string[];
  /** Whether something of the file's own has such a name. */
  readonly isShadowing: boolean;
}

function openingsIn(path: string, text: string): Openings {
  const { module, program } = parseSync(path, text);
  const imported = module.staticImports.flatMap(({ moduleRequest, entries }) =>
    isOpener(moduleRequest.value)
      ? entries
          .filter(({ isType }) => !isType)
          .map(({ importName }) => `${moduleRequest.value} ${importName.name ?? "*"}`)
      : [],
  );
  const whileRunning = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => text.slice(start, end).replaceAll(/["'`]/g, ""))
    .filter(isOpener);
  // Most files do not have the word at all, and to look through all of them takes its time.
  const names = watched.test(text) ? [...namesIn(program)] : [];
  const bound = new Set(names.flatMap(({ name, isBound }) => (isBound ? [name] : [])));
  return {
    imported: [...imported, ...whileRunning].filter((each) => each !== "node:net isIP"),
    globals: names.flatMap(({ name, isBound }) => (isBound || bound.has(name) ? [] : [name])),
    isShadowing: bound.size > 0,
  };
}

function isOpener(specifier: string): boolean {
  return openers.includes(specifier) || exporters.test(specifier);
}

interface Name {
  readonly name: string;
  readonly isBound: boolean;
}

/** Every mention of a watched name, by whether it gives the name to something of the file's own. */
function* namesIn(node: unknown, isBound = false): Generator<Name> {
  if (Array.isArray(node)) for (const each of node) yield* namesIn(each, isBound);
  if (!isNode(node) || isOnlyType(node)) return;
  const name = nameOf(node);
  if (globals.includes(name)) yield { name, isBound };
  const inside = Object.entries(node).filter(([key]) => !isOnlyKey(node, key));
  for (const [key, child] of inside) yield* namesIn(child, binds(node, key, isBound));
}

function nameOf(node: Node): string {
  return node.type === "Identifier" ? String(node["name"]) : ofTheWorld(node);
}

/** Types are gone when the program runs. What only says something about a value's type has a value in it. */
function isOnlyType({ type }: Node): boolean {
  return /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression|ParameterProperty)/.test(type);
}

/** `fetch` for `globalThis.fetch` and `globalThis["fetch"]`. */
function ofTheWorld({ type, object, property }: Node): string {
  if (type !== "MemberExpression" || !isNode(object) || !isNode(property)) return "";
  const isWorld = ["globalThis", "global", "self"].includes(String(object["name"]));
  return isWorld ? String(property["name"] ?? property["value"]) : "";
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** `fetch` in `keys.fetch` and in `{ fetch: … }` names nothing that is there by itself. */
function isOnlyKey({ type, computed }: Node, key: string): boolean {
  if (computed === true) return false;
  return (
    (type === "Property" && key === "key") || (type === "MemberExpression" && key === "property")
  );
}

/** Whether what stands below this key of a node gets a name there. */
function binds({ type }: Node, key: string, isBound: boolean): boolean {
  if (type === "VariableDeclarator") return key === "id";
  if (/Function/.test(type)) return key === "params" || key === "id";
  if (type.startsWith("Import")) return true;
  return isBound && /Pattern|^Property$|RestElement|FormalParameter/.test(type);
}

/** A server listens: others connect to it. */
const listening = ["node:http createServer", "node:https createServer"];

const found = files.map((file) => ({
  file,
  hasReason: Object.keys(reasons).some((folder) => file.startsWith(folder)),
  ...openingsIn(file, readFileSync(join(root, file), "utf8")),
}));

it("is the egress alone that opens connections, but for those that have a reason", () => {
  const strangers = found
    .filter(({ hasReason }) => !hasReason)
    .map(({ file, imported, globals: used }) => ({
      file,
      opens: [...imported.filter((each) => !listening.includes(each)), ...used],
    }))
    .filter(({ opens }) => opens.length > 0);

  expect(strangers).toEqual([]);
});

it.each(Object.keys(reasons))("needs the reason of %s", (folder) => {
  const needing = found.filter(
    ({ file, imported, globals: used }) =>
      file.startsWith(folder) && imported.length + used.length > 0,
  );

  expect(needing).not.toEqual([]);
});

it.each([
  ["fetch(url)", ["fetch"]],
  ["const { body } = await fetch(url, { method: 'GET' });", ["fetch"]],
  ["export const get = (url: string) => fetch(url);", ["fetch"]],
  ["new WebSocket(url)", ["WebSocket"]],
  ["globalThis.fetch(url)", ["fetch"]],
  ["globalThis['fetch'](url)", ["fetch"]],
  ["const send = fetch;", ["fetch"]],
  ["const send = fetch as unknown;", ["fetch"]],
  ["let send: typeof fetch;", []],
  ["run({ fetch });", ["fetch"]],
  ["keys.fetch(url); const a = { fetch: 1 };", []],
  ["function f(fetch: F) { return fetch(1); }", []],
])("sees what %j takes from the world", (text, expected) => {
  expect(openingsIn("x.ts", text).globals).toEqual(expected);
});

it.each([
  ["import { connect } from 'node:net';", ["node:net connect"]],
  ["import * as tls from 'node:tls';", ["node:tls *"]],
  ["import type { Socket } from 'node:net';", []],
  ["const pg = await import('pg');", ["pg"]],
])("sees what %j imports", (text, expected) => {
  expect(openingsIn("x.ts", text).imported).toEqual(expected);
});

it("knows everybody who calls something of their own by such a name", () => {
  const shadowing = found.filter(({ hasReason, isShadowing }) => !hasReason && isShadowing);

  expect(shadowing.map(({ file }) => file).toSorted()).toEqual(handedIn.toSorted());
});

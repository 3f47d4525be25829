import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

// Only egress opens connections, except for the reasons listed here.

/** Modules that can open a connection or query DNS. */
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

/** Network globals of browsers and Node. */
const globals = ["fetch", "WebSocket", "WebSocketStream", "EventSource", "XMLHttpRequest"];

const watched = new RegExp(`\\b(?:${globals.join("|")})\\b`);

/** Code that opens connections outside egress, and why. */
const reasons: Readonly<Record<string, string>> = {
  "gateway/src/boundary/egress/": "It is the egress.",
  "gateway/src/stores/postgres/":
    "The operator's own database, at the address that was configured.",
  "workflows/src/store/": "The operator's own database, at the address that the workflow names.",
  "gateway/src/edge/control-socket.ts":
    "A running gateway and the commands of its user, over a Unix socket in a private folder.",
  "gateway/src/edge/ext-mcp/listen-ext-mcp.ts":
    "It listens for the checks of proxies, over TLS with a client certificate.",
  "gateway/src/edge/session-link.ts":
    "A socket that is never connected: it carries a request that restores a session.",
  "gateway/src/edge/siblings.ts":
    "Other processes of the same gateway, over a Unix socket in a private folder.",
  "gateway/src/http-tools/boxed/runner.ts":
    "Inside a box without network: the descriptors that lead to the gateway.",
  "gateway/src/stores/redis/": "The operator's own Redis, at the address that was configured.",
};

/** Files that call a `fetch` of their own, passed in or made by egress. */
const handedIn = [
  "gateway/src/governance/identity/id-tokens.ts",
  "gateway/src/governance/identity/json-web-tokens.ts",
  "gateway/src/upstreams/http/sdk-transport.ts",
  "gateway/src/upstreams/http/open-http-upstream.ts",
];

const root = resolve(import.meta.dirname, "../packages");
const files = [
  "contracts/src",
  "gateway/src",
  "host/src",
  "sdk/src",
  "toolcourt/src",
  "workflows/src",
]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (file) => `${folder}/${file.replaceAll("\\", "/")}`,
    ),
  )
  .filter((file) => /(?<!\.test|\.test-d)\.ts$/.test(file) && !file.includes("/testing/"));

/** These only compare addresses, and read certificates. */
const harmless = ["node:net isIP", "node:net BlockList", "node:tls createSecureContext"];

interface Openings {
  /** The runtime imports from these modules. */
  readonly imported: readonly string[];
  readonly globals: readonly string[];
  /** Whether the file defines a variable of such a name. */
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
  // Most files do not contain the word, and walking all syntax trees is slow.
  const names = watched.test(text) ? [...namesIn(program)] : [];
  const bound = new Set(names.flatMap(({ name, isBound }) => (isBound ? [name] : [])));
  return {
    imported: [...imported, ...whileRunning].filter((each) => !harmless.includes(each)),
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

/** Yields every mention of a watched name, and whether it binds the name locally. */
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

/** Types vanish at runtime. A type assertion still contains a value. */
function isOnlyType({ type }: Node): boolean {
  return /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression|ParameterProperty)/.test(type);
}

/** Returns `fetch` for `globalThis.fetch` and `globalThis["fetch"]`. */
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

/** `fetch` in `keys.fetch` and in `{ fetch: … }` is not the global. */
function isOnlyKey({ type, computed }: Node, key: string): boolean {
  if (computed === true) return false;
  return (
    (type === "Property" && key === "key") || (type === "MemberExpression" && key === "property")
  );
}

/** Returns whether the child under this key binds a name. */
function binds({ type }: Node, key: string, isBound: boolean): boolean {
  if (type === "VariableDeclarator") return key === "id";
  if (/Function/.test(type)) return key === "params" || key === "id";
  if (type.startsWith("Import")) return true;
  return isBound && /Pattern|^Property$|RestElement|FormalParameter/.test(type);
}

/** Servers accept connections instead of opening them. */
const listening = ["node:http createServer", "node:https createServer"];

const found = files.map((file) => ({
  file,
  hasReason: Object.keys(reasons).some((folder) => file.startsWith(folder)),
  ...openingsIn(file, readFileSync(join(root, file), "utf8")),
}));

it("only egress opens connections, apart from listed exceptions", () => {
  const strangers = found
    .filter(({ hasReason }) => !hasReason)
    .map(({ file, imported, globals: used }) => ({
      file,
      opens: [...imported.filter((each) => !listening.includes(each)), ...used],
    }))
    .filter(({ opens }) => opens.length > 0);

  expect(strangers).toEqual([]);
});

it("needs every exception", () => {
  const opening = found.filter(({ imported, globals: used }) => imported.length + used.length > 0);
  const unused = Object.keys(reasons).filter(
    (folder) => !opening.some(({ file }) => file.startsWith(folder)),
  );

  expect(unused).toEqual([]);
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
])("detects the globals used by %j", (text, expected) => {
  expect(openingsIn("x.ts", text).globals).toEqual(expected);
});

it.each([
  ["import { connect } from 'node:net';", ["node:net connect"]],
  ["import * as tls from 'node:tls';", ["node:tls *"]],
  ["import type { Socket } from 'node:net';", []],
  ["const pg = await import('pg');", ["pg"]],
])("detects the imports of %j", (text, expected) => {
  expect(openingsIn("x.ts", text).imported).toEqual(expected);
});

it("lists every file that calls its own function of such a name", () => {
  const shadowing = found.filter(({ hasReason, isShadowing }) => !hasReason && isShadowing);

  expect(shadowing.map(({ file }) => file).toSorted()).toEqual(handedIn.toSorted());
});

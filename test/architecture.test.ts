import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

type Table = Readonly<Record<string, readonly string[]>>;

/**
 * Who may import whom. A folder without a row may not exist; an arrow without an entry may not be
 * drawn. Test files may import anything, and nothing but a test file may import `testing`.
 */
const gateway: Table = {
  kernel: [],
  errors: ["kernel"],
  schemas: ["kernel"],
  generation: ["schemas"],
  comparison: ["generation", "registry", "schemas"],
  revisions: ["comparison", "registry", "schemas"],
  // Calls a server with generated inputs and judges what it answers.
  probing: ["generation", "calls", "upstreams", "schemas", "redaction", "cleaning", "kernel"],
  telemetry: ["kernel"],
  upstreams: ["connections", "kernel"],
  "upstreams/http": ["upstreams", "egress", "kernel"],
  "upstreams/stdio": ["upstreams", "kernel"],
  "upstreams/open-upstream.ts": ["upstreams", "upstreams/http", "upstreams/stdio"],
  stores: ["kernel"],
  "stores/memory": ["stores", "kernel"],
  "stores/sqlite": ["stores", "kernel"],
  "stores/postgres": ["stores", "kernel"],
  "stores/redis": ["stores", "kernel"],
  limits: ["stores", "kernel"],
  registry: ["schemas", "telemetry", "errors", "kernel"],
  cleaning: [],
  secrets: ["stores"],
  redaction: ["secrets"],
  audit: ["stores", "telemetry", "errors", "kernel"],
  calls: [
    "redaction",
    "connections",
    "limits",
    "registry",
    "schemas",
    "upstreams",
    "cleaning",
    "telemetry",
    "errors",
    "kernel",
  ],
  approvals: ["stores", "calls", "errors", "kernel"],
  results: ["stores", "calls", "registry", "telemetry", "errors", "kernel"],
  wire: ["kernel"],
  identity: ["kernel"],
  egress: ["egress/retry-after.ts", "secrets", "errors", "kernel"],
  // What an answer says about when to ask again, whoever it was that asked.
  "egress/retry-after.ts": [],
  connections: ["egress", "redaction", "secrets", "stores", "errors", "kernel"],
  drafts: ["stores", "registry", "schemas", "kernel"],
  "http-tools": [
    "drafts",
    "egress",
    "connections",
    "redaction",
    "config/document.ts",
    "config/problems.ts",
    "config/wording.ts",
    "upstreams",
    "schemas",
    "errors",
    "kernel",
  ],
  host: [
    "calls",
    "registry",
    "redaction",
    "cleaning",
    "egress/retry-after.ts",
    "wire",
    "errors",
    "kernel",
    "host/planner/shipped-meanings.ts",
  ],
  "host/planner/shipped-meanings.ts": ["host"],
  relays: ["calls", "schemas", "upstreams", "cleaning", "telemetry", "errors", "kernel"],
  servers: [
    "calls",
    "identity",
    "relays",
    "registry",
    "upstreams",
    "wire",
    "errors",
    "kernel",
    "telemetry",
  ],
  "servers/admin": [
    "servers",
    "approvals",
    "drafts",
    "stores",
    "calls",
    "wire",
    "errors",
    "kernel",
  ],
  config: [
    "http-tools",
    "redaction",
    "config/document.ts",
    "config/keys.ts",
    "config/problems.ts",
    "config/whole-text.ts",
    "config/wording.ts",
    "calls",
    "egress",
    "identity",
    "registry",
    "upstreams",
    "errors",
    "kernel",
    "results",
  ],
  // How a file in YAML is read and its mistakes are told, for the configuration and for the policy.
  "config/wording.ts": ["kernel"],
  "config/document.ts": ["config/wording.ts"],
  "config/keys.ts": ["config/wording.ts"],
  "config/problems.ts": ["config/keys.ts", "config/wording.ts", "kernel"],
  "config/whole-text.ts": [],
  policy: [
    "stores",
    "config/document.ts",
    "config/problems.ts",
    "config/whole-text.ts",
    "config/wording.ts",
    "telemetry",
    "errors",
    "kernel",
  ],
  "tools/workspace": ["kernel"],
  compose: [
    "host",
    "cleaning",
    "http-tools",
    "drafts",
    "connections",
    "redaction",
    "approvals",
    "audit",
    "egress",
    "secrets",
    "identity",
    "policy",
    "stores",
    "stores/memory",
    "stores/postgres",
    "stores/redis",
    "stores/sqlite",
    "limits",
    "config",
    "calls",
    "registry",
    "upstreams",
    "upstreams/open-upstream.ts",
    "telemetry",
    "errors",
    "kernel",
    "results",
  ],
  "gateway.ts": [
    "redaction",
    "compose",
    "config",
    "egress",
    "calls",
    "cleaning",
    "relays",
    "registry",
    "schemas",
    "telemetry",
    "kernel",
  ],
  // Asks whoever sits at the machine.
  "cli/ask-hidden.ts": [],
  // Starts the editor of whoever sits at the machine.
  "cli/open-editor.ts": [],
  cli: [
    "probing",
    "host",
    "connections",
    "secrets",
    "redaction",
    "compose",
    "identity",
    "audit",
    "egress",
    "approvals",
    "drafts",
    "cli/open-editor.ts",
    "stores",
    "policy",
    "config/document.ts",
    "config/problems.ts",
    "config/wording.ts",
    "gateway.ts",
    "upstreams",
    "upstreams/open-upstream.ts",
    "servers",
    "servers/admin",
    "calls",
    "relays",
    "tools/workspace",
    "config",
    "registry",
    "schemas",
    "telemetry",
    "errors",
    "kernel",
    "results",
    "revisions",
  ],
  testing: [
    "host",
    "compose",
    "config",
    "connections",
    "gateway.ts",
    "secrets",
    "redaction",
    "secrets",
    "drafts",
    "identity",
    "policy",
    "audit",
    "approvals",
    "cli",
    "calls",
    "relays",
    "servers",
    "registry",
    "schemas",
    "upstreams",
    "errors",
    "kernel",
    "upstreams/stdio",
    "stores",
    "stores/sqlite",
    "stores/memory",
  ],
  // Where a program that asks questions gets its surroundings, as the command gets them from bin.ts.
  "open-host.ts": ["cli", "compose", "host", "kernel"],
  "index.ts": ["cli", "config", "host", "open-host.ts", "schemas", "registry", "errors", "kernel"],
  "bin.ts": ["cli/ask-hidden.ts", "cli", "kernel"],
};

const sdk: Table = {
  contract: [],
  result: ["contract"],
  tool: ["contract", "result"],
  fields: [],
  registry: ["contract", "tool", "rules"],
  rules: ["contract"],
  serve: ["contract", "result", "tool"],
  testing: ["contract", "result", "tool", "registry", "rules", "serve"],
  "index.ts": ["contract", "result", "tool", "registry", "fields"],
};

const workflows: Table = {
  "runs/run-store.ts": [],
  definition: ["runs/run-store.ts"],
  "runs/claims.ts": [],
  graph: ["definition", "runs/claims.ts"],
  runs: ["definition", "graph", "runs/claims.ts", "runs/run-store.ts"],
  "define-workflow.ts": ["definition", "graph", "runs"],
  testing: ["define-workflow.ts", "definition", "runs", "runs/claims.ts", "runs/run-store.ts"],
  "index.ts": ["define-workflow.ts", "definition", "runs", "runs/run-store.ts"],
};

/** Which rows may import which package. A package without a row may not be imported at all. */
const packages: Table = {
  "@langchain/core": ["graph"],
  "@langchain/langgraph": ["definition", "graph", "runs", "testing", "index.ts"],
  "@langchain/langgraph-checkpoint": [
    "graph",
    "runs",
    "runs/claims.ts",
    "runs/run-store.ts",
    "testing",
  ],
  "@langchain/langgraph-checkpoint-postgres": ["runs"],
  "@toolcourt/sdk": [
    "comparison",
    "revisions",
    "generation",
    "probing",
    "definition",
    "define-workflow.ts",
    "graph",
    "runs",
    "host",
    "connections",
    "drafts",
    "http-tools",
    "approvals",
    "identity",
    "secrets",
    "stores",
    "compose",
    "gateway.ts",
    "config/document.ts",
    "policy",
    "wire",
    "schemas",
    "registry",
    "errors",
    "upstreams",
    "cleaning",
    "audit",
    "calls",
    "relays",
    "config",
    "servers",
    "servers/admin",
    "tools/workspace",
    "cli",
    "testing",
    "index.ts",
    "upstreams/http",
    "upstreams/stdio",
    "egress",
  ],
  "@ai-sdk/openai-compatible": ["host"],
  "@ai-sdk/provider": ["host", "compose"],
  "@marcbachmann/cel-js": ["policy"],
  "@napi-rs/keyring": ["secrets"],
  "@opentelemetry/api": ["telemetry"],
  "@opentelemetry/exporter-prometheus": ["telemetry"],
  "@opentelemetry/otlp-transformer": ["telemetry"],
  "@opentelemetry/resources": ["telemetry"],
  "@opentelemetry/sdk-metrics": ["telemetry"],
  "@opentelemetry/sdk-trace": ["telemetry"],
  "@hyperjump/browser": ["schemas"],
  "@hyperjump/json-schema": ["schemas"],
  "@modelcontextprotocol/client": ["upstreams", "upstreams/http", "upstreams/stdio"],
  "@modelcontextprotocol/node": ["serve", "servers"],
  "@modelcontextprotocol/server": ["serve", "servers", "cli"],
  ajv: ["schemas"],
  commander: ["cli"],
  "lru-cache": ["calls", "identity", "schemas", "compose"],
  minisearch: ["host"],
  oauth4webapi: ["connections"],
  jose: ["identity", "testing"],
  ioredis: ["stores/redis"],
  pg: ["stores/postgres", "testing", "runs"],
  re2js: ["policy", "schemas"],
  stemmer: ["host"],
  "temporal-polyfill": ["config"],
  vitest: ["testing"],
  undici: ["egress"],
  yaml: ["cli", "config", "registry", "config/document.ts", "drafts"],
  zod: [
    "definition",
    "define-workflow.ts",
    "graph",
    "runs",
    "runs/claims.ts",
    "compose",
    "host",
    "connections",
    "drafts",
    "http-tools",
    "approvals",
    "contract",
    "result",
    "tool",
    "fields",
    "config",
    "calls",
    "testing",
    "tools/workspace",
    "config/keys.ts",
    "config/problems.ts",
    "policy",
  ],
  "node:crypto": [
    "open-host.ts",
    "runs",
    "host",
    "connections",
    "drafts",
    "secrets",
    "audit",
    "approvals",
    "bin.ts",
    "contract",
    "serve",
    "calls",
    "identity",
    "testing",
    "policy",
    "servers",
    "upstreams/stdio",
    "results",
  ],
  "node:async_hooks": ["servers"],
  "node:child_process": ["upstreams/stdio", "cli/open-editor.ts", "testing"],
  "node:events": ["upstreams/stdio", "testing"],
  "node:process": ["schemas", "servers", "upstreams/stdio", "testing"],
  "node:dgram": ["testing"],
  "node:dns": ["egress", "testing"],
  "node:fs": [
    "connections",
    "secrets",
    "audit",
    "cli",
    "cli/open-editor.ts",
    "testing",
    "tools/workspace",
    "upstreams/stdio",
    "policy",
    "stores/sqlite",
    "compose",
    "host/planner/shipped-meanings.ts",
  ],
  "node:http": ["connections", "serve", "servers", "servers/admin", "wire", "testing"],
  "node:https": ["testing"],
  "node:module": ["schemas"],
  "node:net": ["stores/postgres", "egress"],
  "node:tls": ["egress"],
  "node:os": ["testing", "bin.ts"],
  "node:url": ["cli"],
  // Modules of local tools, which the operator names.
  "pathToFileURL(path).href": ["cli"],
  // The link of the audit chain, which the composition root names.
  "settings.linkModule": ["stores/sqlite"],
  "node:path": [
    "audit",
    "cli",
    "cli/open-editor.ts",
    "testing",
    "tools/workspace",
    "upstreams/stdio",
    "stores/sqlite",
    "compose",
  ],
  "node:readline": ["cli/ask-hidden.ts", "testing"],
  "node:sqlite": ["audit", "stores/sqlite"],
  "node:stream": ["cli/ask-hidden.ts", "servers", "testing", "egress", "upstreams/stdio"],
  "node:timers": ["kernel"],
  "node:util": ["cli", "secrets", "egress"],
  "node:worker_threads": ["schemas", "stores/sqlite"],
  "node:zlib": ["egress", "testing"],
};

describe.each([
  { name: "gateway", table: gateway },
  { name: "sdk", table: sdk },
  { name: "workflows", table: workflows },
])("$name", ({ name, table }) => {
  const root = resolve(import.meta.dirname, `../packages/${name}/src`);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(file),
  );

  it("has a row for every file and a file for every row", () => {
    const rows = new Set(files.map((file) => rowOf(file, table)));
    expect([...rows].toSorted()).toEqual(Object.keys(table).toSorted());
  });

  it.each(files)("%s imports only what its row allows", (file) => {
    const own = rowOf(file, table);
    const allowed = new Set([own, ...(table[own] ?? [])]);
    const strangers = importsOf(join(root, file)).filter((specifier) =>
      specifier.startsWith(".")
        ? !allowed.has(rowOf(relative(root, resolve(root, dirname(file), specifier)), table))
        : !packages[packageOf(specifier)]?.includes(own),
    );
    expect(strangers).toEqual([]);
  });
});

/** The most specific row a file falls under, or the file itself when there is none. */
function rowOf(file: string, table: Table): string {
  const rows = Object.keys(table).filter((row) => file === row || file.startsWith(`${row}/`));
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? file;
}

/** `@scope/name/sub` is `@scope/name`, `node:fs/promises` is `node:fs`. */
function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Everything a file imports or re-exports, also while it runs. Types count: a type is a dependency too. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const { module } = parseSync(path, text);
  const reexported = module.staticExports.flatMap((each) => each.entries);
  const whileRunning = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replaceAll(/["'`]/g, ""),
  );
  return [...module.staticImports, ...reexported]
    .flatMap((each) => each.moduleRequest?.value ?? [])
    .concat(whileRunning);
}

it("sees imports of every kind", () => {
  const own = importsOf(import.meta.filename);

  expect(own).toEqual(expect.arrayContaining(["node:fs", "oxc-parser", "vitest"]));
  expect(importsOf(resolve(import.meta.dirname, "../packages/gateway/bin/toolcourt.js"))).toEqual(
    expect.arrayContaining(["node:fs", "node:module"]),
  );
});

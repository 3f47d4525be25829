import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

type Table = Readonly<Record<string, readonly string[]>>;

// The arrows between folders, one row for each. A row may name only rows above it, so arrows point down and
// no cycle can be written. Test files may import anything; only they may import `@toolcourt/testing`.
const sdk: Table = {
  contract: [],
  fields: [],
  result: [],
  flow: ["contract"],
  rules: ["contract", "flow"],
  tool: ["contract", "result"],
  registry: ["contract", "rules", "tool"],
  "index.ts": ["contract", "fields", "result", "flow", "tool", "registry"],
  serve: ["contract", "result", "rules", "tool", "registry"],
  testing: ["contract", "result", "rules", "tool", "registry", "serve"],
};

const contracts: Table = {
  drift: [],
  errors: [],
  kernel: [],
  documents: ["kernel"],
  schemas: ["kernel"],
  generation: ["schemas"],
  comparison: ["drift", "schemas", "generation"],
  judge: ["errors", "documents", "schemas"],
  lock: ["errors", "judge"],
  revisions: ["drift", "schemas", "comparison"],
  "index.ts": [
    "drift",
    "errors",
    "kernel",
    "schemas",
    "generation",
    "comparison",
    "judge",
    "lock",
    "revisions",
  ],
};

const gateway: Table = {
  "boundary/cleaning": [],
  "boundary/egress/retry-after.ts": [],
  "http-tools/local": [],
  protocol: [],
  stores: [],
  "governance/identity": ["stores"],
  "boundary/secrets": ["stores"],
  "boundary/secrets/sources": ["boundary/secrets"],
  // What a tool declares about answers is part of its definition.
  "boundary/egress/answer-meanings.ts": ["boundary/egress/retry-after.ts"],
  "boundary/egress": [
    "boundary/egress/retry-after.ts",
    "boundary/egress/answer-meanings.ts",
    "boundary/secrets",
  ],
  "boundary/redaction": ["boundary/secrets"],
  "boundary/connections": ["stores", "boundary/secrets", "boundary/egress", "boundary/redaction"],
  "boundary/files": ["boundary/redaction"],
  // What operations and local tools both say about a discovery.
  "http-tools/discovery-metadata.ts": [],
  "http-tools/drafts": ["stores", "boundary/egress/answer-meanings.ts"],
  "http-tools/drafts/sources": [
    "boundary/egress/retry-after.ts",
    "boundary/egress",
    "boundary/redaction",
    "http-tools/drafts",
  ],
  "stores/memory": ["stores"],
  "stores/postgres": ["stores"],
  "stores/redis": ["stores"],
  "stores/sqlite": ["stores"],
  "stores/suites": ["stores"],
  telemetry: [],
  catalog: ["stores", "telemetry"],
  "governance/audit": ["stores", "telemetry"],
  "governance/calls": ["stores"],
  "governance/policy": ["stores", "telemetry", "boundary/egress", "governance/audit"],
  upstreams: ["protocol", "boundary/connections"],
  "http-tools/operations": [
    "protocol",
    "boundary/egress/retry-after.ts",
    "boundary/egress",
    "boundary/egress/answer-meanings.ts",
    "boundary/egress/retry-after.ts",
    "boundary/redaction",
    "boundary/connections",
    "http-tools/discovery-metadata.ts",
    "http-tools/drafts",
    "upstreams",
  ],
  pipeline: [
    "boundary/cleaning",
    "protocol",
    "stores",
    "boundary/redaction",
    "boundary/connections",
    "telemetry",
    "catalog",
    "upstreams",
  ],
  "governance/approvals": ["stores", "telemetry", "pipeline"],
  "governance/sequences": [
    "stores",
    "telemetry",
    "pipeline",
    "governance/approvals",
    "governance/audit",
    "governance/identity",
    "governance/policy",
  ],
  "governance/grants": ["stores", "telemetry", "governance/policy", "catalog", "pipeline"],
  "governance/results": ["stores", "telemetry", "catalog", "pipeline"],
  tasks: ["protocol", "stores", "telemetry", "catalog", "upstreams", "pipeline"],
  config: [
    "governance/identity",
    "stores",
    "boundary/secrets/sources",
    "boundary/egress",
    "boundary/redaction",
    "protocol",
    "catalog",
    "http-tools/drafts/sources",
    "upstreams",
    "http-tools/operations",
    "pipeline",
    "governance/results",
    "tasks",
  ],
  search: ["protocol", "catalog", "telemetry", "pipeline"],
  relays: ["boundary/cleaning", "protocol", "catalog", "telemetry", "upstreams", "pipeline"],
  edge: [
    "governance/identity",
    "protocol",
    "telemetry",
    "upstreams",
    "pipeline",
    "relays",
    "tasks",
  ],
  "edge/live": ["pipeline"],
  "edge/authzen": ["protocol", "pipeline", "edge"],
  "edge/ext-mcp": ["governance/identity", "protocol", "catalog", "upstreams", "pipeline", "edge"],
  "edge/admin": [
    "protocol",
    "stores",
    "boundary/connections",
    "catalog",
    "http-tools/drafts",
    "pipeline",
    "governance/approvals",
    "governance/audit",
    "governance/grants",
    "governance/policy",
    "governance/results",
    "governance/calls",
    "edge",
    "edge/live",
  ],
  "edge/console": ["pipeline", "edge", "edge/admin"],
  "upstreams/http": ["protocol", "boundary/egress", "upstreams"],
  "upstreams/stdio": ["protocol", "upstreams"],
  "http-tools/boxed": [
    "protocol",
    "http-tools/discovery-metadata.ts",
    "upstreams",
    "upstreams/stdio",
  ],
  "upstreams/transports.ts": ["upstreams", "upstreams/http", "upstreams/stdio"],
  compose: [
    "boundary/cleaning",
    "governance/identity",
    "http-tools/local",
    "protocol",
    "stores",
    "boundary/secrets",
    "boundary/secrets/sources",
    "boundary/egress",
    "boundary/redaction",
    "boundary/connections",
    "boundary/files",
    "http-tools/drafts",
    "http-tools/drafts/sources",
    "stores/memory",
    "stores/postgres",
    "stores/redis",
    "stores/sqlite",
    "telemetry",
    "catalog",
    "governance/audit",
    "governance/policy",
    "upstreams",
    "http-tools/operations",
    "pipeline",
    "governance/approvals",
    "governance/grants",
    "governance/results",
    "governance/calls",
    "governance/sequences",
    "tasks",
    "config",
    "search",
    "relays",
    "edge",
    "edge/live",
    "edge/admin",
    "edge/console",
    "edge/authzen",
    "edge/ext-mcp",
    "http-tools/boxed",
    "upstreams/stdio",
    "upstreams/transports.ts",
  ],
  "open-gateway.ts": ["compose", "edge", "pipeline"],
  "index.ts": [
    "boundary/files",
    "config",
    "compose",
    "open-gateway.ts",
    "pipeline",
    "search",
    "stores",
    "telemetry",
    "upstreams",
  ],
};

const host: Table = {
  planner: [],
  grounding: ["planner"],
  projection: [],
  ".": ["planner", "grounding"],
  answering: ["planner", "grounding", "."],
  models: ["planner", "grounding", "projection", "."],
  compose: [".", "planner", "answering", "models"],
  "open-host.ts": ["answering", "compose"],
  "index.ts": ["planner", "grounding", ".", "answering", "models", "compose", "open-host.ts"],
};

const workflows: Table = {
  store: [],
  definition: ["store"],
  graph: ["store", "definition"],
  runs: ["store", "definition", "graph"],
  "define-workflow.ts": ["definition", "graph", "runs"],
  "index.ts": ["store", "definition", "define-workflow.ts"],
  testing: ["store", "definition", "define-workflow.ts"],
};

const azure: Table = {
  access: [],
  clouds: [],
  cosmos: [],
  plan: ["access", "cosmos"],
  testing: ["access", "clouds", "cosmos"],
  "index.ts": ["access", "clouds", "cosmos", "plan"],
};

const toolcourt: Table = {
  "authoring/adopting": [],
  "authoring/probing": [],
  "authoring/scaffolding": [],
  "cli/ask-hidden.ts": [],
  "cli/commands/drafts/open-editor.ts": [],
  cli: [
    "authoring/adopting",
    "authoring/probing",
    "authoring/scaffolding",
    "cli/commands/drafts/open-editor.ts",
  ],
  "bin.ts": ["cli/ask-hidden.ts", "cli"],
  "index.ts": ["cli"],
};

const console: Table = {
  "clock.ts": [],
  "preferences.ts": [],
  "router.ts": [],
  api: ["clock.ts"],
  live: ["clock.ts", "api"],
  "words.ts": ["api", "live"],
  "workspace.ts": ["clock.ts", "preferences.ts", "router.ts", "api", "live"],
  ui: ["clock.ts", "router.ts", "api", "words.ts", "workspace.ts"],
  pages: ["router.ts", "api", "live", "words.ts", "ui", "workspace.ts"],
  shell: ["preferences.ts", "router.ts", "api", "words.ts", "ui", "workspace.ts", "pages"],
  "main.tsx": ["clock.ts", "preferences.ts", "router.ts", "api", "live", "ui", "shell"],
};

/** Folders that may import a package. A package without an entry is not imported at all. */
const imported: Readonly<Record<string, Table>> = {
  "@ai-sdk/openai-compatible": { host: ["compose"] },
  "@ai-sdk/provider": { host: ["compose", "models"] },
  "@azure/cosmos": { azure: ["cosmos"] },
  "@preact/signals": {
    console: ["api", "live", "pages", "preferences.ts", "router.ts", "shell", "ui", "workspace.ts"],
  },
  "@eslint-community/regexpp": { contracts: ["generation"] },
  "@hyperjump/browser": { contracts: ["schemas"] },
  "@hyperjump/json-schema": { contracts: ["schemas"] },
  "@langchain/core": { workflows: ["graph"] },
  "@langchain/langgraph": { workflows: ["definition", "graph", "index.ts", "runs", "testing"] },
  "@langchain/langgraph-checkpoint": { workflows: ["graph", "store", "testing"] },
  "@langchain/langgraph-checkpoint-postgres": { workflows: ["store"] },
  "@marcbachmann/cel-js": { gateway: ["governance/policy"] },
  "@modelcontextprotocol/client": {
    gateway: ["protocol", "upstreams", "upstreams/http", "upstreams/stdio"],
  },
  "@bufbuild/protobuf": { gateway: ["edge/ext-mcp"] },
  "@connectrpc/connect": { gateway: ["edge/ext-mcp"] },
  "@connectrpc/connect-node": { gateway: ["edge/ext-mcp"] },
  "@modelcontextprotocol/node": { sdk: ["serve"], gateway: ["edge"] },
  "@modelcontextprotocol/server": { sdk: ["serve"], gateway: ["edge", "edge/console"] },
  "@napi-rs/keyring": { gateway: ["boundary/secrets"] },
  "@opentelemetry/api": { gateway: ["telemetry"] },
  "@opentelemetry/exporter-prometheus": { gateway: ["telemetry"] },
  "@opentelemetry/otlp-transformer": { gateway: ["telemetry"] },
  "@opentelemetry/resources": { gateway: ["telemetry"] },
  "@opentelemetry/sdk-metrics": { gateway: ["telemetry"] },
  "@opentelemetry/sdk-trace": { gateway: ["telemetry"] },
  "@toolcourt/sdk": {
    azure: ["cosmos", "testing"],
    contracts: [
      "comparison",
      "documents",
      "drift",
      "errors",
      "generation",
      "judge",
      "lock",
      "revisions",
      "schemas",
    ],
    gateway: [
      "boundary/cleaning",
      "boundary/connections",
      "boundary/egress",
      "boundary/secrets",
      "boundary/secrets/sources",
      "catalog",
      "compose",
      "config",
      "edge",
      "edge/admin",
      "edge/authzen",
      "edge/console",
      "edge/ext-mcp",
      "edge/live",
      "governance/approvals",
      "governance/audit",
      "governance/calls",
      "governance/grants",
      "governance/identity",
      "governance/policy",
      "governance/results",
      "governance/sequences",
      "http-tools/boxed",
      "http-tools/discovery-metadata.ts",
      "http-tools/drafts",
      "http-tools/drafts/sources",
      "http-tools/local",
      "http-tools/operations",
      "open-gateway.ts",
      "pipeline",
      "protocol",
      "relays",
      "search",
      "stores",
      "tasks",
      "upstreams",
      "upstreams/http",
      "upstreams/stdio",
    ],
    host: [".", "answering", "compose", "grounding", "models", "planner", "projection"],
    workflows: ["define-workflow.ts", "definition", "graph", "runs", "testing"],
    toolcourt: ["authoring/adopting", "authoring/probing", "authoring/scaffolding", "cli"],
  },
  ajv: { contracts: ["schemas"] },
  // The optional package @toolcourt/azure.
  azurePackage: { gateway: ["compose"] },
  commander: { toolcourt: ["cli"] },
  "config.linkModule": { gateway: ["stores/sqlite"] },
  "contracts/documents": {
    gateway: [
      "config",
      "governance/policy",
      "governance/sequences",
      "http-tools/drafts",
      "http-tools/operations",
    ],
  },
  "contracts/drift": { gateway: ["catalog", "relays"], toolcourt: ["cli"] },
  "contracts/errors": {
    gateway: [
      "boundary/connections",
      "boundary/egress",
      "boundary/files",
      "catalog",
      "compose",
      "config",
      "edge",
      "edge/admin",
      "edge/authzen",
      "edge/console",
      "edge/ext-mcp",
      "governance/approvals",
      "governance/audit",
      "governance/calls",
      "governance/policy",
      "governance/results",
      "governance/sequences",
      "http-tools/boxed",
      "http-tools/drafts/sources",
      "http-tools/operations",
      "open-gateway.ts",
      "pipeline",
      "relays",
      "search",
      "tasks",
      "upstreams",
      "upstreams/http",
      "upstreams/stdio",
    ],
    host: ["answering"],
    toolcourt: ["cli"],
  },
  "contracts/generation": { toolcourt: ["authoring/adopting", "authoring/probing"] },
  "contracts/judge": {
    gateway: ["catalog", "compose", "http-tools/drafts", "pipeline"],
    toolcourt: ["authoring/adopting", "cli"],
  },
  "contracts/kernel": {
    gateway: [
      "boundary/connections",
      "boundary/egress",
      "boundary/files",
      "boundary/secrets/sources",
      "catalog",
      "compose",
      "config",
      "edge",
      "edge/admin",
      "edge/authzen",
      "edge/console",
      "edge/ext-mcp",
      "edge/live",
      "governance/approvals",
      "governance/audit",
      "governance/calls",
      "governance/grants",
      "governance/identity",
      "governance/policy",
      "governance/results",
      "governance/sequences",
      "http-tools/boxed",
      "http-tools/drafts",
      "http-tools/drafts/sources",
      "http-tools/local",
      "http-tools/operations",
      "open-gateway.ts",
      "pipeline",
      "relays",
      "stores",
      "stores/memory",
      "stores/postgres",
      "stores/redis",
      "stores/sqlite",
      "tasks",
      "telemetry",
      "upstreams",
      "upstreams/http",
      "upstreams/stdio",
    ],
    host: ["compose", "models", "open-host.ts", "projection"],
    azure: ["cosmos", "testing"],
    toolcourt: ["authoring/adopting", "authoring/probing", "bin.ts", "cli"],
  },
  "contracts/lock": { gateway: ["catalog", "compose", "edge/admin", "relays"], toolcourt: ["cli"] },
  "contracts/revisions": { gateway: ["compose", "edge/admin"], toolcourt: ["cli"] },
  "contracts/schemas": {
    gateway: ["catalog", "compose", "http-tools/drafts", "pipeline", "tasks"],
    toolcourt: ["authoring/adopting", "authoring/probing", "cli"],
  },
  "gateway/boundary/cleaning": {
    host: ["answering"],
    toolcourt: ["authoring/adopting", "authoring/probing", "cli"],
  },
  "gateway/boundary/connections": { toolcourt: ["cli"] },
  "gateway/boundary/egress": { host: ["compose"], toolcourt: ["cli"] },
  "gateway/boundary/egress/retry-after.ts": { host: ["models"] },
  "gateway/boundary/files": { toolcourt: ["authoring/adopting", "cli"] },
  "gateway/boundary/redaction": {
    host: ["compose", "grounding"],
    toolcourt: ["authoring/adopting", "authoring/probing", "authoring/scaffolding", "cli"],
  },
  "gateway/boundary/secrets": { host: ["compose"], toolcourt: ["cli"] },
  "gateway/catalog": { host: ["answering", "compose"], toolcourt: ["cli"] },
  "gateway/compose": { host: ["compose", "open-host.ts"], toolcourt: ["cli"] },
  "gateway/config": { host: ["compose"], toolcourt: ["authoring/scaffolding", "cli"] },
  "gateway/edge": { toolcourt: ["cli"] },
  "gateway/governance/approvals": { console: ["ui"], toolcourt: ["cli"] },
  "gateway/governance/audit": { toolcourt: ["cli"] },
  "gateway/governance/calls": { toolcourt: ["cli"] },
  "gateway/governance/grants": { toolcourt: ["cli"] },
  "gateway/governance/policy": { toolcourt: ["cli"] },
  "gateway/governance/results": { toolcourt: ["cli"] },
  "gateway/governance/sequences": { toolcourt: ["cli"] },
  "gateway/http-tools/drafts": { toolcourt: ["cli"] },
  "gateway/http-tools/drafts/sources": { toolcourt: ["cli"] },
  "gateway/http-tools/operations": { toolcourt: ["cli"] },
  "gateway/pipeline": {
    host: ["answering", "compose"],
    toolcourt: ["authoring/adopting", "authoring/probing", "cli"],
  },
  "gateway/protocol": { host: ["answering", "compose", "models", "projection"] },
  "gateway/relays": { toolcourt: ["cli"] },
  "gateway/search": { host: ["compose"] },
  "gateway/stores": { azure: ["cosmos", "testing"], toolcourt: ["cli"] },
  "gateway/stores/suites": { azure: ["testing"] },
  "gateway/upstreams": { toolcourt: ["authoring/adopting", "authoring/probing", "cli"] },
  "gateway/upstreams/transports.ts": { toolcourt: ["cli"] },
  "host/answering": { toolcourt: ["cli"] },
  "host/compose": { toolcourt: ["cli"] },
  "host/grounding": { toolcourt: ["cli"] },
  ioredis: { gateway: ["stores/redis"] },
  jose: { gateway: ["boundary/connections", "governance/identity", "governance/sequences"] },
  "lru-cache": {
    contracts: ["schemas"],
    gateway: [
      "boundary/connections",
      "compose",
      "edge/ext-mcp",
      "governance/identity",
      "governance/sequences",
      "pipeline",
      "relays",
      "search",
    ],
  },
  minisearch: { host: ["planner"] },
  "node:async_hooks": { gateway: ["edge", "upstreams/http"] },
  "node:child_process": {
    gateway: ["boundary/secrets/sources", "upstreams/stdio"],
    toolcourt: ["cli/commands/drafts/open-editor.ts"],
  },
  "node:crypto": {
    sdk: ["contract", "serve", "tool"],
    gateway: [
      "boundary/connections",
      "boundary/secrets",
      "compose",
      "edge",
      "edge/console",
      "governance/approvals",
      "governance/audit",
      "governance/grants",
      "governance/identity",
      "governance/policy",
      "governance/results",
      "governance/sequences",
      "http-tools/drafts",
      "http-tools/drafts/sources",
      "pipeline",
      "relays",
      "stores/suites",
      "tasks",
      "upstreams/stdio",
    ],
    host: ["answering"],
    workflows: ["runs"],
    azure: ["cosmos"],
    toolcourt: ["bin.ts", "cli"],
  },
  "node:dns": { gateway: ["boundary/egress"] },
  "node:events": { gateway: ["stores/suites", "upstreams/stdio"] },
  "node:cluster": { toolcourt: ["cli"] },
  "node:fs": {
    // Reads the test files that an author names.
    sdk: ["testing"],
    gateway: [
      "boundary/connections",
      "boundary/files",
      "boundary/secrets",
      "compose",
      "edge",
      "governance/audit",
      "governance/policy",
      "http-tools/boxed",
      "http-tools/local",
      "stores/sqlite",
      "upstreams/stdio",
    ],
    host: ["planner"],
    toolcourt: ["cli", "cli/commands/drafts/open-editor.ts"],
  },
  name: { toolcourt: ["cli"] },
  "node:http2": { gateway: ["edge/ext-mcp"] },
  "node:https": { gateway: ["edge"] },
  "node:http": {
    azure: ["testing"],
    sdk: ["serve"],
    gateway: [
      "boundary/connections",
      "edge",
      "edge/admin",
      "edge/authzen",
      "edge/console",
      "protocol",
    ],
  },
  "node:module": { gateway: ["boundary/files"] },
  "node:net": {
    gateway: ["boundary/egress", "config", "edge", "http-tools/boxed", "stores/postgres"],
  },
  "node:os": { gateway: ["compose", "http-tools/boxed"], toolcourt: ["bin.ts"] },
  "node:path": {
    gateway: [
      "boundary/connections",
      "boundary/files",
      "boundary/secrets/sources",
      "compose",
      "edge",
      "edge/console",
      "governance/audit",
      "http-tools/boxed",
      "http-tools/local",
      "stores/sqlite",
      "upstreams/stdio",
    ],
    toolcourt: ["cli", "cli/commands/drafts/open-editor.ts"],
  },
  "node:perf_hooks": { gateway: ["compose"] },
  "node:process": {
    sdk: ["serve"],
    contracts: ["schemas"],
    gateway: ["boundary/secrets/sources", "compose", "edge", "http-tools/boxed", "upstreams/stdio"],
    workflows: ["testing"],
  },
  "node:readline": { gateway: ["http-tools/boxed"], toolcourt: ["cli/ask-hidden.ts"] },
  "node:sea": { gateway: ["upstreams/stdio"] },
  "node:sqlite": { gateway: ["governance/audit", "stores/sqlite"] },
  "node:stream": {
    gateway: [
      "boundary/egress",
      "boundary/secrets/sources",
      "edge",
      "edge/admin",
      "upstreams/stdio",
    ],
    toolcourt: ["cli/ask-hidden.ts"],
  },
  "node:timers": { contracts: ["kernel"], gateway: ["stores/sqlite"] },
  "node:tls": { gateway: ["boundary/egress", "compose", "edge/ext-mcp"] },
  "node:url": { gateway: ["compose", "governance/sequences", "http-tools/boxed"] },
  "node:util": {
    gateway: ["boundary/egress", "boundary/secrets", "upstreams", "upstreams/stdio"],
    toolcourt: ["cli"],
  },
  "node:v8": { gateway: ["compose"], toolcourt: ["bin.ts"] },
  "node:vm": { toolcourt: ["cli"] },
  "node:worker_threads": { contracts: ["schemas"], gateway: ["compose", "stores/sqlite"] },
  "node:zlib": { gateway: ["boundary/egress"] },
  oauth4webapi: { gateway: ["boundary/connections"] },
  "pathToFileURL(file).href": { gateway: ["http-tools/boxed"] },
  "pathToFileURL(path).href": { gateway: ["compose"] },
  preact: { console: ["main.tsx", "pages", "shell", "ui", "workspace.ts"] },
  pg: { gateway: ["stores/postgres"], workflows: ["store"] },
  re2js: { contracts: ["schemas"], gateway: ["governance/policy"] },
  stemmer: { host: ["planner"] },
  "temporal-polyfill": { gateway: ["config"] },
  // The configuration of Codex.
  "toml-eslint-parser": { toolcourt: ["cli"] },
  undici: { gateway: ["boundary/egress"] },
  vitest: { gateway: ["stores/suites"], workflows: ["testing"] },
  yaml: {
    contracts: ["documents", "judge"],
    gateway: ["config", "http-tools/drafts"],
    toolcourt: ["authoring/adopting", "authoring/scaffolding"],
  },
  zod: {
    sdk: ["contract", "fields", "result", "testing", "tool"],
    contracts: ["documents"],
    gateway: [
      "boundary/connections",
      "config",
      "governance/approvals",
      "governance/policy",
      "governance/sequences",
      "http-tools/boxed",
      "http-tools/drafts",
      "http-tools/drafts/sources",
      "http-tools/local",
      "http-tools/operations",
      "pipeline",
      "tasks",
    ],
    host: ["compose", "grounding", "planner"],
    workflows: ["define-workflow.ts", "definition", "graph", "runs", "store", "testing"],
  },
};

const packages = resolve(import.meta.dirname, "../packages");
const tables: Readonly<Record<string, Table>> = {
  sdk,
  contracts,
  gateway,
  host,
  workflows,
  azure,
  toolcourt,
  console,
};

describe("architecture", () => {
  it("has a row for every folder, below the rows that it names", () => {
    for (const [name, table] of Object.entries(tables)) {
      const rows = Object.keys(table);
      const found = new Set(filesOf(name).map((file) => rowOf(file, table)));
      expect([...found].toSorted()).toEqual(rows.toSorted());
      const upward = rows.flatMap((row, index) =>
        (table[row] ?? []).filter((to) => rows.indexOf(to) >= index).map((to) => `${row} → ${to}`),
      );
      expect(upward).toEqual([]);
    }
  });

  it("has an arrow for every import between folders, and an import for every arrow", () => {
    for (const [name, table] of Object.entries(tables)) {
      const drawn = Object.entries(table).flatMap(([from, to]) => to.map((row) => [from, row]));
      const found = localImports(name, table);
      expect(difference(found, drawn), `${name}: imports without an arrow`).toEqual([]);
      expect(difference(drawn, found), `${name}: arrows without an import`).toEqual([]);
    }
  });

  it("imports each package only from the folders in its row, and from all of them", () => {
    const allowed = Object.entries(imported).flatMap(([target, byPackage]) =>
      Object.entries(byPackage).flatMap(([name, rows]) => rows.map((row) => [name, row, target])),
    );
    const found = Object.entries(tables).flatMap(([name, table]) => packageImports(name, table));
    expect(difference(found, allowed), "imports without an entry").toEqual([]);
    expect(difference(allowed, found), "entries without an import").toEqual([]);
  });
});

it("finds imports of every kind", () => {
  const own = importsOf(import.meta.filename);

  expect(own).toEqual(expect.arrayContaining(["node:fs", "oxc-parser", "vitest"]));
  expect(importsOf(resolve(packages, "toolcourt/bin/toolcourt.js"))).toEqual(
    expect.arrayContaining(["node:fs", "node:module"]),
  );
});

function filesOf(name: string): readonly string[] {
  return readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test(-d)?\.ts$/.test(file),
  );
}

/** `[from, to]` for each import between two rows of one package. */
function localImports(name: string, table: Table): readonly string[][] {
  const root = join(packages, name, "src");
  return filesOf(name).flatMap((file) => {
    const from = rowOf(file, table);
    return importsOf(join(root, file))
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => [
        from,
        rowOf(relative(root, resolve(root, dirname(file), specifier)), table),
      ])
      .filter(([, to]) => to !== from);
  });
}

/** `[package, row, imported package]` for each import from another package. */
function packageImports(name: string, table: Table): readonly string[][] {
  return filesOf(name).flatMap((file) =>
    importsOf(join(packages, name, "src", file))
      .filter((specifier) => !specifier.startsWith("."))
      .map((specifier) => [name, rowOf(file, table), targetOf(specifier)]),
  );
}

/** The members of `left` that `right` does not have, each once, as text. */
function difference(
  left: readonly (readonly string[])[],
  right: readonly (readonly string[])[],
): readonly string[] {
  const known = new Set(right.map((each) => each.join(" → ")));
  return [...new Set(left.map((each) => each.join(" → ")))].filter((each) => !known.has(each));
}

/** The most specific row of a file. Files beside the folders share the row `.`. */
function rowOf(file: string, table: Table): string {
  const rows = Object.keys(table).filter((row) => file === row || file.startsWith(`${row}/`));
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? (file.includes("/") ? file : ".");
}

/** Another package of ours is `gateway/pipeline`: its folder and the row of the imported module. */
function targetOf(specifier: string): string {
  const [, name = "", path = ""] = /^(?:@toolcourt\/)?(\w+)\/internal\/(.+)$/.exec(specifier) ?? [];
  const table = tables[name];
  return table === undefined ? packageOf(specifier) : `${name}/${rowOf(`${path}.ts`, table)}`;
}

/** `@scope/name/sub` is `@scope/name`, `node:fs/promises` is `node:fs`. */
function packageOf(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

/** Every static, dynamic and re-exporting import of a file. Types count: a type is a dependency too. */
function importsOf(path: string): string[] {
  const text = readFileSync(path, "utf8");
  const { module } = parseSync(path, text);
  const reexported = module.staticExports.flatMap((each) => each.entries);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start, end).replaceAll(/["'`]/g, ""),
  );
  return [...module.staticImports, ...reexported]
    .flatMap((each) => each.moduleRequest?.value ?? [])
    .concat(dynamic);
}

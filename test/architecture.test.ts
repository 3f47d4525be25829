import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

type Table = Readonly<Record<string, readonly string[]>>;

// The arrows between folders, one row for each. A row may name only rows above it, so arrows point down and
// no cycle can be written. Test files may import anything; only test files may import `testing`.
const sdk: Table = {
  contract: [],
  fields: [],
  result: [],
  rules: ["contract"],
  tool: ["contract", "result"],
  registry: ["contract", "rules", "tool"],
  "index.ts": ["contract", "fields", "result", "tool", "registry"],
  serve: ["contract", "result", "tool"],
  testing: ["contract", "result", "rules", "tool", "registry", "serve"],
};

const gateway: Table = {
  "boundary/cleaning": [],
  "boundary/egress/retry-after.ts": [],
  "cli/ask-hidden.ts": [],
  "cli/open-editor.ts": [],
  "contracts/drift": [],
  "foundation/errors": [],
  "foundation/kernel": [],
  "contracts/schemas": ["foundation/kernel"],
  "contracts/generation": ["contracts/schemas"],
  "contracts/comparison": ["contracts/drift", "contracts/schemas", "contracts/generation"],
  "contracts/revisions": ["contracts/drift", "contracts/schemas", "contracts/comparison"],
  documents: ["foundation/kernel"],
  "contracts/judge": ["foundation/errors", "contracts/schemas", "documents"],
  "contracts/lock": ["foundation/errors", "contracts/judge"],
  "foundation/telemetry": ["foundation/kernel"],
  catalog: [
    "contracts/drift",
    "foundation/errors",
    "foundation/kernel",
    "contracts/schemas",
    "contracts/judge",
    "contracts/lock",
    "foundation/telemetry",
  ],
  "governance/identity": ["foundation/kernel"],
  "http-tools/local": ["foundation/kernel"],
  protocol: [],
  stores: [],
  "boundary/secrets": ["stores"],
  "boundary/egress": [
    "boundary/egress/retry-after.ts",
    "foundation/errors",
    "foundation/kernel",
    "boundary/secrets",
  ],
  "boundary/redaction": ["boundary/secrets"],
  "authoring/scaffolding": ["boundary/redaction"],
  "boundary/connections": [
    "foundation/errors",
    "foundation/kernel",
    "stores",
    "boundary/secrets",
    "boundary/egress",
    "boundary/redaction",
  ],
  "boundary/files": ["foundation/errors", "foundation/kernel", "boundary/redaction"],
  "governance/audit": ["foundation/errors", "foundation/kernel", "foundation/telemetry", "stores"],
  "governance/policy": [
    "foundation/errors",
    "foundation/kernel",
    "documents",
    "foundation/telemetry",
    "stores",
  ],
  "http-tools/drafts": ["foundation/kernel", "contracts/schemas", "contracts/judge", "stores"],
  "stores/memory": ["foundation/kernel", "stores"],
  "stores/postgres": ["foundation/kernel", "stores"],
  "stores/redis": ["foundation/kernel", "stores"],
  "stores/sqlite": ["foundation/kernel", "stores"],
  upstreams: ["foundation/kernel", "boundary/connections"],
  "http-tools/operations": [
    "foundation/errors",
    "foundation/kernel",
    "documents",
    "boundary/egress",
    "boundary/redaction",
    "boundary/connections",
    "http-tools/drafts",
    "upstreams",
  ],
  pipeline: [
    "boundary/cleaning",
    "foundation/errors",
    "foundation/kernel",
    "contracts/schemas",
    "contracts/judge",
    "foundation/telemetry",
    "catalog",
    "protocol",
    "stores",
    "boundary/redaction",
    "boundary/connections",
    "upstreams",
  ],
  "authoring/adopting": [
    "boundary/cleaning",
    "foundation/kernel",
    "contracts/schemas",
    "contracts/generation",
    "contracts/judge",
    "boundary/redaction",
    "upstreams",
    "pipeline",
  ],
  "authoring/probing": [
    "boundary/cleaning",
    "foundation/kernel",
    "contracts/schemas",
    "contracts/generation",
    "boundary/redaction",
    "upstreams",
    "pipeline",
  ],
  "governance/approvals": [
    "foundation/errors",
    "foundation/kernel",
    "foundation/telemetry",
    "stores",
    "pipeline",
  ],
  "governance/results": [
    "foundation/errors",
    "foundation/kernel",
    "foundation/telemetry",
    "catalog",
    "stores",
    "pipeline",
  ],
  config: [
    "foundation/errors",
    "foundation/kernel",
    "documents",
    "catalog",
    "governance/identity",
    "boundary/egress",
    "boundary/redaction",
    "upstreams",
    "http-tools/operations",
    "pipeline",
    "governance/results",
  ],
  host: [
    "boundary/cleaning",
    "boundary/egress/retry-after.ts",
    "foundation/errors",
    "foundation/kernel",
    "catalog",
    "protocol",
    "boundary/redaction",
    "pipeline",
  ],
  relays: [
    "boundary/cleaning",
    "foundation/errors",
    "foundation/kernel",
    "foundation/telemetry",
    "upstreams",
    "pipeline",
  ],
  edge: [
    "foundation/errors",
    "foundation/kernel",
    "foundation/telemetry",
    "governance/identity",
    "protocol",
    "upstreams",
    "pipeline",
    "relays",
  ],
  "edge/admin": [
    "foundation/errors",
    "protocol",
    "stores",
    "http-tools/drafts",
    "pipeline",
    "governance/approvals",
    "edge",
  ],
  "upstreams/http": ["foundation/kernel", "protocol", "boundary/egress", "upstreams"],
  "upstreams/stdio": ["foundation/kernel", "protocol", "upstreams"],
  "upstreams/open-upstream.ts": ["upstreams", "upstreams/http", "upstreams/stdio"],
  compose: [
    "boundary/cleaning",
    "foundation/errors",
    "foundation/kernel",
    "contracts/schemas",
    "contracts/judge",
    "contracts/lock",
    "foundation/telemetry",
    "catalog",
    "governance/identity",
    "http-tools/local",
    "stores",
    "boundary/secrets",
    "boundary/egress",
    "boundary/redaction",
    "boundary/connections",
    "boundary/files",
    "governance/audit",
    "governance/policy",
    "http-tools/drafts",
    "stores/memory",
    "stores/postgres",
    "stores/redis",
    "stores/sqlite",
    "upstreams",
    "http-tools/operations",
    "pipeline",
    "governance/approvals",
    "governance/results",
    "config",
    "host",
    "relays",
    "edge",
    "edge/admin",
    "upstreams/open-upstream.ts",
  ],
  cli: [
    "cli/open-editor.ts",
    "foundation/errors",
    "foundation/kernel",
    "contracts/schemas",
    "contracts/revisions",
    "contracts/judge",
    "contracts/lock",
    "catalog",
    "stores",
    "boundary/secrets",
    "boundary/egress",
    "boundary/redaction",
    "authoring/scaffolding",
    "boundary/connections",
    "boundary/files",
    "governance/audit",
    "governance/policy",
    "http-tools/drafts",
    "upstreams",
    "http-tools/operations",
    "pipeline",
    "authoring/adopting",
    "authoring/probing",
    "governance/approvals",
    "governance/results",
    "config",
    "host",
    "edge",
    "upstreams/open-upstream.ts",
    "compose",
  ],
  "bin.ts": ["cli/ask-hidden.ts", "foundation/kernel", "cli"],
  "open-host.ts": ["foundation/kernel", "host", "compose"],
  "index.ts": [
    "foundation/errors",
    "foundation/kernel",
    "contracts/schemas",
    "contracts/judge",
    "boundary/files",
    "config",
    "host",
    "cli",
    "open-host.ts",
  ],
  testing: [
    "foundation/errors",
    "foundation/kernel",
    "contracts/schemas",
    "contracts/judge",
    "contracts/lock",
    "catalog",
    "governance/identity",
    "stores",
    "boundary/secrets",
    "boundary/redaction",
    "boundary/connections",
    "governance/audit",
    "governance/policy",
    "http-tools/drafts",
    "stores/memory",
    "stores/sqlite",
    "upstreams",
    "pipeline",
    "authoring/probing",
    "governance/approvals",
    "config",
    "host",
    "relays",
    "edge",
    "upstreams/stdio",
    "compose",
    "cli",
  ],
};

const workflows: Table = {
  "runs/run-store.ts": [],
  definition: ["runs/run-store.ts"],
  "runs/claims.ts": ["runs/run-store.ts"],
  graph: ["definition", "runs/claims.ts"],
  runs: ["runs/run-store.ts", "definition", "runs/claims.ts", "graph"],
  "define-workflow.ts": ["definition", "graph", "runs"],
  "index.ts": ["runs/run-store.ts", "definition", "runs", "define-workflow.ts"],
  testing: ["runs/run-store.ts", "definition", "runs/claims.ts", "runs", "define-workflow.ts"],
};

/** Folders that may import a package. A package without an entry is not imported at all. */
const imported: Readonly<Record<string, Table>> = {
  "@ai-sdk/openai-compatible": { gateway: ["host"] },
  "@ai-sdk/provider": { gateway: ["compose", "host"] },
  "@hyperjump/browser": { gateway: ["contracts/schemas"] },
  "@hyperjump/json-schema": { gateway: ["contracts/schemas"] },
  "@langchain/core": { workflows: ["graph"] },
  "@langchain/langgraph": { workflows: ["definition", "graph", "index.ts", "runs", "testing"] },
  "@langchain/langgraph-checkpoint": {
    workflows: ["graph", "runs", "runs/claims.ts", "runs/run-store.ts", "testing"],
  },
  "@langchain/langgraph-checkpoint-postgres": { workflows: ["runs"] },
  "@marcbachmann/cel-js": { gateway: ["governance/policy"] },
  "@modelcontextprotocol/client": {
    gateway: ["protocol", "upstreams", "upstreams/http", "upstreams/stdio"],
  },
  "@modelcontextprotocol/node": { sdk: ["serve"], gateway: ["edge"] },
  "@modelcontextprotocol/server": { sdk: ["serve"], gateway: ["edge"] },
  "@napi-rs/keyring": { gateway: ["boundary/secrets"] },
  "@opentelemetry/api": { gateway: ["foundation/telemetry"] },
  "@opentelemetry/exporter-prometheus": { gateway: ["foundation/telemetry"] },
  "@opentelemetry/otlp-transformer": { gateway: ["foundation/telemetry"] },
  "@opentelemetry/resources": { gateway: ["foundation/telemetry"] },
  "@opentelemetry/sdk-metrics": { gateway: ["foundation/telemetry"] },
  "@opentelemetry/sdk-trace": { gateway: ["foundation/telemetry"] },
  "@toolcourt/sdk": {
    gateway: [
      "authoring/adopting",
      "authoring/probing",
      "authoring/scaffolding",
      "boundary/cleaning",
      "boundary/connections",
      "boundary/egress",
      "boundary/secrets",
      "catalog",
      "cli",
      "compose",
      "config",
      "contracts/comparison",
      "contracts/drift",
      "contracts/generation",
      "contracts/judge",
      "contracts/lock",
      "contracts/revisions",
      "contracts/schemas",
      "documents",
      "edge",
      "edge/admin",
      "foundation/errors",
      "governance/approvals",
      "governance/audit",
      "governance/identity",
      "governance/policy",
      "host",
      "http-tools/drafts",
      "http-tools/local",
      "http-tools/operations",
      "pipeline",
      "protocol",
      "relays",
      "stores",
      "testing",
      "upstreams",
      "upstreams/http",
    ],
    workflows: ["define-workflow.ts", "definition", "graph", "runs", "testing"],
  },
  ajv: { gateway: ["contracts/schemas"] },
  commander: { gateway: ["cli"] },
  ioredis: { gateway: ["stores/redis"] },
  jose: { gateway: ["governance/identity", "testing"] },
  "lru-cache": { gateway: ["compose", "contracts/schemas", "governance/identity", "pipeline"] },
  minisearch: { gateway: ["host"] },
  "node:async_hooks": { gateway: ["edge"] },
  "node:child_process": { gateway: ["cli/open-editor.ts", "testing", "upstreams/stdio"] },
  "node:crypto": {
    sdk: ["contract", "serve"],
    gateway: [
      "bin.ts",
      "boundary/connections",
      "boundary/secrets",
      "cli",
      "edge",
      "governance/approvals",
      "governance/audit",
      "governance/identity",
      "governance/policy",
      "governance/results",
      "host",
      "http-tools/drafts",
      "open-host.ts",
      "pipeline",
      "testing",
      "upstreams/stdio",
    ],
    workflows: ["runs"],
  },
  "node:dgram": { gateway: ["testing"] },
  "node:dns": { gateway: ["boundary/egress", "testing"] },
  "node:events": { gateway: ["testing", "upstreams/stdio"] },
  "node:fs": {
    gateway: [
      "boundary/connections",
      "boundary/files",
      "boundary/secrets",
      "cli",
      "cli/open-editor.ts",
      "compose",
      "governance/audit",
      "governance/policy",
      "host",
      "http-tools/local",
      "stores/sqlite",
      "testing",
      "upstreams/stdio",
    ],
  },
  "node:http": {
    sdk: ["serve"],
    gateway: ["boundary/connections", "edge", "edge/admin", "protocol", "testing"],
  },
  "node:https": { gateway: ["testing"] },
  "node:net": { gateway: ["boundary/egress", "stores/postgres"] },
  "node:os": { gateway: ["bin.ts", "testing"] },
  "node:path": {
    gateway: [
      "boundary/files",
      "cli",
      "cli/open-editor.ts",
      "compose",
      "governance/audit",
      "http-tools/local",
      "stores/sqlite",
      "testing",
      "upstreams/stdio",
    ],
  },
  "node:process": {
    gateway: ["contracts/schemas", "edge", "testing", "upstreams/stdio"],
    workflows: ["testing"],
  },
  "node:readline": { gateway: ["cli/ask-hidden.ts", "testing"] },
  "node:sqlite": { gateway: ["governance/audit", "stores/sqlite"] },
  "node:stream": { gateway: ["cli/ask-hidden.ts", "edge", "testing", "upstreams/stdio"] },
  "node:timers": { gateway: ["foundation/kernel", "testing"] },
  "node:tls": { gateway: ["boundary/egress"] },
  "node:url": { gateway: ["compose"] },
  "node:util": { gateway: ["boundary/egress", "boundary/secrets", "cli"] },
  "node:v8": { gateway: ["bin.ts"] },
  "node:worker_threads": { gateway: ["contracts/schemas", "stores/sqlite"] },
  "node:zlib": { gateway: ["boundary/egress", "testing"] },
  oauth4webapi: { gateway: ["boundary/connections"] },
  "pathToFileURL(path).href": { gateway: ["compose"] },
  pg: { gateway: ["stores/postgres", "testing"], workflows: ["runs"] },
  re2js: { gateway: ["contracts/schemas", "governance/policy"] },
  "settings.linkModule": { gateway: ["stores/sqlite"] },
  stemmer: { gateway: ["host"] },
  "temporal-polyfill": { gateway: ["config"] },
  undici: { gateway: ["boundary/egress"] },
  vitest: { gateway: ["testing"], workflows: ["testing"] },
  yaml: {
    gateway: [
      "authoring/adopting",
      "authoring/scaffolding",
      "contracts/judge",
      "documents",
      "http-tools/drafts",
    ],
  },
  zod: {
    sdk: ["contract", "fields", "result", "testing", "tool"],
    gateway: [
      "boundary/connections",
      "compose",
      "config",
      "documents",
      "governance/approvals",
      "governance/policy",
      "host",
      "http-tools/drafts",
      "http-tools/local",
      "http-tools/operations",
      "pipeline",
      "testing",
    ],
    workflows: ["define-workflow.ts", "definition", "graph", "runs", "runs/claims.ts", "testing"],
  },
};

const packages = resolve(import.meta.dirname, "../packages");
const tables: Readonly<Record<string, Table>> = { sdk, gateway, workflows };

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
  expect(importsOf(resolve(packages, "gateway/bin/toolcourt.js"))).toEqual(
    expect.arrayContaining(["node:fs", "node:module"]),
  );
});

function filesOf(name: string): readonly string[] {
  return readdirSync(join(packages, name, "src"), { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/\.test(-d)?\.ts$/.test(file),
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
      .map((specifier) => [name, rowOf(file, table), packageOf(specifier)]),
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

/** Returns the most specific row for a file, or the file itself if there is none. */
function rowOf(file: string, table: Table): string {
  const rows = Object.keys(table).filter((row) => file === row || file.startsWith(`${row}/`));
  return rows.toSorted((a, b) => b.length - a.length)[0] ?? file;
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

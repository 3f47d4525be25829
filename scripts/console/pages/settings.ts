import { clientSetups } from "@toolcourt/gateway/internal/edge/clients/client-setups";
import type { JsonObject } from "@toolcourt/sdk";
import type { FixtureRoutes } from "../fixture-server.ts";

function setting(path: string, value: JsonObject[string], line?: number): JsonObject {
  const origin =
    line === undefined
      ? { kind: "default" }
      : { kind: "file", file: "toolcourt.yaml", line, column: 5 };
  return { path, value, origin };
}

const settings: readonly JsonObject[] = [
  setting("toolbox.mcps[0].name", "bank", 3),
  setting("toolbox.mcps[0].url", "https://bank.example.com/mcp", 4),
  setting("toolbox.mcps[0].transport", "streamable_http", 5),
  setting("toolbox.mcps[0].timeout", "PT30S"),
  setting("toolbox.max_concurrent", 64),
  setting("server.host", "127.0.0.1", 14),
  {
    path: "server.port",
    value: 7420,
    origin: { kind: "variable", name: "TOOLCOURT_SERVER_PORT" },
  },
  setting("server.list", "permitted"),
  setting("policy.file", "policy.yaml", 19),
  setting("console.enabled", true, 21),
];

const maxima = { timeoutMs: null, retries: null, resultBytes: null };

const limits = {
  from: "policy.yaml",
  total: 120,
  entries: [
    { id: "everything", ...maxima, timeoutMs: 60_000 },
    {
      id: "support",
      roles: ["support"],
      tools: ["customers/*"],
      ...maxima,
      timeoutMs: 10_000,
      retries: 0,
    },
    { id: "guests", tenants: ["guests"], ...maxima, resultBytes: 65_536 },
  ],
};

export function settingsPage(shown: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  const waiting = [{ file: "configuration", state: "waiting" }];
  const file = "toolcourt.yaml";
  return { file, waiting, total: shown.length, settings: [...shown], limits, ...more };
}

const plan = {
  settings: [
    { path: "toolbox.mcps[1].name", before: null, after: "github" },
    { path: "server.list", before: null, after: "all" },
  ],
  files: ["policy.yaml"],
  servers: { started: ["github"], restarted: [], stopped: [] },
  tools: { added: ["search_issues", "delete_branch"], removed: [] },
};

function endpoint(name: string | null, path: string, more: JsonObject = {}): JsonObject {
  const url = `http://127.0.0.1:7420${path}`;
  const clients = clientSetups({ url, asksForKey: true }).map(({ entry, ...setup }) => ({
    ...setup,
    entry: entry === undefined ? null : { ...entry },
  }));
  const names = ["list_invoices", "read_payroll", "transfer_money"];
  const tools = { callable: names.length, held: 1, names };
  return { name, path, url, prefix: "", discovery: "list", tools, clients, ...more };
}

/** The settings of a gateway with two endpoints. */
export const settingsRoutes: FixtureRoutes = {
  "GET config/effective": () => ({ body: settingsPage(settings, { next: "100" }) }),
  "POST reload/plan": () => ({ body: { kind: "done", plan } }),
  "POST reload": () => ({ body: { kind: "done", plan } }),
  "GET endpoints": () => ({
    body: {
      asksForKey: true,
      endpoints: [
        endpoint(null, "/mcp"),
        endpoint("support", "/mcp/support", { prefix: "support_", discovery: "both" }),
      ],
    },
  }),
};

/** Shows hostile strings as settings, plans and names of tools. */
export function hostileSettings(strings: readonly string[]): FixtureRoutes {
  const rows = strings.slice(0, 100).map((text, index) => ({
    path: `${index}${text}`,
    value: { text },
    origin: { kind: "file", file: text, line: 1, column: 1 },
  }));
  const entries = strings.map((text) => ({ id: text, ...maxima, tools: [text] }));
  const more = { limits: { from: strings[0] ?? "", total: entries.length, entries } };
  const tools = { callable: 100, held: 0, names: strings.slice(0, 100) };
  const changes = strings.map((text) => ({ path: text, before: text, after: text }));
  const names = [...strings];
  const hostile = {
    settings: changes,
    files: names,
    servers: { started: names, restarted: names, stopped: names },
    tools: { added: names, removed: names },
  };
  return {
    "GET config/effective": () => ({ body: settingsPage(rows, more) }),
    "POST reload/plan": () => ({ body: { kind: "done", plan: hostile } }),
    "GET endpoints": () => ({
      body: {
        asksForKey: false,
        endpoints: [endpoint(null, "/mcp", { prefix: "\u{202e}gnp", tools })],
      },
    }),
  };
}

import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import { defaultRules } from "../boundary/redaction/redaction.ts";
import { defaultClausesOf } from "../pipeline/clause-counters.ts";
import type { Config } from "./config.ts";
import { defaultConfig, loadConfig } from "./load.ts";
import type { Environment } from "./variables.ts";

const file = "toolcourt.yaml";

function load(text: string, environment: Environment = {}): Config {
  return loadConfig(text, { file, environment });
}

function problemsOf(text: string, environment: Environment = {}): readonly string[] {
  try {
    load(text, environment);
    return [];
  } catch (error) {
    if (hasCode(error, "config-invalid")) return error.details.problems;
    throw error;
  }
}

/** Writes a toolbox with one HTTP server and the given lines. */
function server(...lines: readonly string[]): string {
  const own = ["name: crm", "url: http://localhost:1/mcp", "transport: streamable_http", ...lines];
  return `toolbox:\n  mcps:\n    - ${own.join("\n      ")}\n`;
}

function child(...lines: readonly string[]): string {
  const own = ["name: crm", "transport: stdio", "mode: strict", ...lines];
  return `toolbox:\n  mcps:\n    - ${own.join("\n      ")}\n`;
}

describe("the toolbox configuration", () => {
  it("has a default for everything", () => {
    expect(load("toolbox: {}")).toEqual({
      toolboxPath: "toolbox",
      fingerprint: { toolbox: {} },
      toolbox: {
        maxConcurrent: 10,
        localProfiles: ["core"],
        local: [],
        tools: [],
        servers: [],
      },
      telemetry: { format: "text", calls: "info", stackTraces: "none", traceFlags: "ignore" },
      redaction: defaultRules,
      drafts: { sources: [] },
      egress: {
        hosts: [],
        gateway: { kind: "none" },
        limits: { maxPayloadBytes: 1_048_576, maxResponseBytes: 10_485_760, deadlineMs: 30_000 },
        retry: { attempts: 3, maxWaitMs: 10_000, budget: { retries: 10, perMs: 60_000 } },
      },
      host: { planner: "builtin", summary: "extractive", ask: false },
      listen: { host: "127.0.0.1", port: 7420, drain: { delayMs: 0, timeoutMs: 4_000 } },
      workers: 1,
      list: "permitted",
      endpoints: [],
      isWholeServed: true,
      console: { enabled: false },
      discovery: { default: "list", pinned: [] },
      answersQuestions: false,
      extMcp: undefined,
      authority: {
        stores: { url: "sqlite:.toolcourt/state.db" },
        audit: { key: ".toolcourt/audit.key", mustReach: "any", push: [], receipts: false },
        approvals: {
          key: ".toolcourt/approvals.key",
          approvers: 1,
          retainForMs: 90 * 86_400_000,
          waiting: "refuse",
          notify: [],
        },
        connections: { key: "file:.toolcourt/vault.key" },
        quarantine: {
          retain: "all",
          retainForMs: 7 * 86_400_000,
          maxResults: 1_000,
          maxBytes: 67_108_864,
        },
        tasks: { maxLive: 20, maxTtlMs: 86_400_000, pollMs: 1_000 },
        results: { retain: "none", retainForMs: 30 * 24 * 60 * 60 * 1_000, required: false },
      },
    });
  });

  it("may be nested under myai, and messages then say so (S4-7)", () => {
    expect(load("myai: { toolbox: { max_concurrent: 3 } }")).toMatchObject({
      toolboxPath: "myai.toolbox",
      toolbox: { maxConcurrent: 3 },
    });
    expect(problemsOf("myai: { toolbox: { max_concurrent: 0 } }")).toEqual([
      "toolcourt.yaml:1:36 myai.toolbox.max_concurrent: Expected a whole number of at least 1, got 0.",
    ]);
  });

  it("may not exist at both paths, nor at none", () => {
    expect(problemsOf("toolbox: {}\nmyai: { toolbox: {} }")).toEqual([
      "toolcourt.yaml:2:1 myai: Write the toolbox either below `toolbox` or below `myai`.",
    ]);
    expect(problemsOf("server: {}")).toEqual([
      "toolcourt.yaml:1:1 toolbox: This is missing; expected keys and values.",
    ]);
  });

  it("keeps only the tool settings that were set", () => {
    const text = `toolbox:
  tools:
    - name: a
    - { name: b, max_instances: 20, timeout: P0DT0H1M0S, approval: operator }
`;

    expect(load(text).toolbox.tools).toStrictEqual([
      { name: "a" },
      { name: "b", maxInstances: 20, timeoutMs: 60_000, approval: "operator" },
    ]);
  });

  it("loads local tools from the workspace and from modules", () => {
    const text = "toolbox: { local: [workspace, ./tools/cards.ts, /opt/x.js], collision: error }";

    expect(load(text).toolbox).toMatchObject({
      local: ["workspace", "./tools/cards.ts", "/opt/x.js"],
      collision: "error",
    });
  });

  it.each(["cards", "''", "3"])("does not accept %s as a module", (entry) => {
    expect(problemsOf(`toolbox: { local: [${entry}] }`)).toEqual([
      expect.stringMatching(/^toolcourt\.yaml:1:20 toolbox\.local\[0\]: Expected workspace, or/),
    ]);
  });

  it("refuses duplicates", () => {
    const text = `toolbox:
  local: [workspace, workspace]
  tools: [{ name: a }, { name: a, server: crm }, { name: a, server: crm }, { name: a }]
  mcps:
    - { name: crm, transport: sse, url: "http://a", mode: strict }
    - { name: crm, transport: sse, url: "http://b", mode: strict }
`;

    expect(problemsOf(text)).toEqual([
      "toolcourt.yaml:2:22 toolbox.local[1]: This is listed twice; remove one.",
      "toolcourt.yaml:3:58 toolbox.tools[2].name: Another entry has the same name and server.",
      "toolcourt.yaml:3:84 toolbox.tools[3].name: Another entry has the same name and server.",
      "toolcourt.yaml:6:15 toolbox.mcps[1].name: Another entry has the same name.",
    ]);
  });

  it("refuses a tool with an unknown server", () => {
    const text = `${server("mode: strict")}  tools: [{ name: a, server: crn }]\n`;

    expect(problemsOf(text)).toEqual([
      'toolcourt.yaml:7:30 toolbox.tools[0].server: No entry of `mcps` or `http` has this name. Did you mean "crm"?',
    ]);
  });
});

describe("a server configuration", () => {
  it("is strict without defaults for its tools (S4-44)", () => {
    const [found] = load(server("mode: strict")).toolbox.servers;

    expect(found).toStrictEqual({
      name: "crm",
      address: "http://localhost:1/mcp",
      annotations: "enforce",
      mode: "strict",
      profiles: ["core"],
      naming: "bare",
      transport: { kind: "streamable_http", url: new URL("http://localhost:1/mcp") },
      prompts: [],
      clauses: defaultClausesOf(["core"]),
      maxTools: 500,
      hints: "off",
      allowedRequests: ["elicitation"],
      extensions: [],
      resources: "none",
      required: true,
    });
  });

  it.each([
    ["mode: strict", "none"],
    ["mode: dynamic, default_tool_config: {}", "all"],
    ["mode: strict, resources: all", "all"],
    ["mode: dynamic, default_tool_config: {}, resources: none", "none"],
  ])("relays its resources with %s: %s", (said, resources) => {
    const text = server(...said.split(", "));

    expect(load(text).toolbox.servers[0]).toMatchObject({ resources });
  });

  const dynamic = "mode: dynamic, default_tool_config: {}";
  it.each([
    { all: "", said: "mode: strict", profiles: ["core"] },
    { all: "", said: dynamic, profiles: ["registry"] },
    { all: "", said: `${dynamic}, profile: [core]`, profiles: ["core"] },
    { all: "[core]", said: dynamic, profiles: ["core"] },
    { all: "[registry]", said: "mode: strict", profiles: ["registry"] },
    { all: "[registry]", said: "mode: strict, profile: [core]", profiles: ["core"] },
  ])("follows toolbox.profile $all and $said", ({ all, said, profiles }) => {
    const text = server(...said.split(", "));
    const whole = all === "" ? text : text.replace("toolbox:", `toolbox:\n  profile: ${all}`);
    const { toolbox } = load(whole);

    const mode = profiles.includes("core") ? "remove" : "observe";
    // A registry that only follows from the mode does not let the last of two servers win.
    expect(toolbox.servers[0]?.isProfileByMode).toBe((said === dynamic && all === "") || undefined);
    expect(toolbox.servers[0]).toMatchObject({ profiles, clauses: { "text-agrees": mode } });
    expect(toolbox.localProfiles).toEqual(all === "[registry]" ? ["registry"] : ["core"]);
  });

  it("is dynamic with the tool defaults that were set (S4-45)", () => {
    const text = server("mode: dynamic", "default_tool_config: { timeout: PT5S }");

    expect(load(text).toolbox.servers[0]).toMatchObject({ mode: "dynamic" });
    expect(load(text).toolbox.servers[0]?.defaults).toStrictEqual({ timeoutMs: 5000 });
  });

  it.each([
    ["absent", []],
    ["empty", ["default_tool_config:"]],
  ])(
    "cannot be dynamic while default_tool_config is %s (S4-4, S4-23, S4-24, S4-46)",
    (_, lines) => {
      expect(problemsOf(server("mode: dynamic", ...lines))).toEqual([
        "toolcourt.yaml:3:7 toolbox.mcps[0]: MCP server 'crm' is configured with mode='dynamic' but missing required field 'default_tool_config' (default_tool_config is required when mode is 'dynamic')",
      ]);
    },
  );

  it("may be strict with defaults, which are validated but ignored (S4-47)", () => {
    const good = server("mode: strict", "default_tool_config: { max_instances: 3 }");
    const bad = server("mode: strict", "default_tool_config: { max_instances: -3 }");

    expect(load(good).toolbox.servers[0]).not.toHaveProperty("defaults");
    expect(problemsOf(bad)).toHaveLength(1);
  });

  it("requires a mode (S4-3, S4-75)", () => {
    expect(problemsOf(server())).toEqual([
      "toolcourt.yaml:3:7 toolbox.mcps[0].mode: This is missing; expected strict or dynamic.",
    ]);
  });

  it("accepts only two modes (S4-82)", () => {
    expect(problemsOf(server("mode: dynamc"))).toEqual([
      'toolcourt.yaml:6:13 toolbox.mcps[0].mode: Expected strict or dynamic, got "dynamc". Did you mean "dynamic"?',
    ]);
  });

  it.each([
    ["max_instances: 0", "got 0."],
    ["max_instances: -1", "got -1."],
    ["max_instances: 1.5", "got 1.5."],
    ["max_instances: '5'", 'got "5".'],
    ["max_instances: .inf", "got Infinity."],
    ["timeout: PT0S", 'got "PT0S".'],
    ["timeout: -PT5S", 'got "-PT5S".'],
  ])("accepts only positive numbers for its tools: %s (S4-80)", (line, got) => {
    const text = server("mode: dynamic", `default_tool_config: { ${line} }`);

    expect(problemsOf(text)).toEqual([expect.stringContaining(got)]);
  });

  it.each([
    "localhost:8180/mcp",
    "ftp://localhost/x",
    "http:/localhost",
    "http://",
    "http://a b",
    "http://[::1",
    "http://user:hunter2@:99999/",
    "' http://localhost'",
    "3",
  ])("requires a well-formed address, unlike %s (S4-81)", (url) => {
    const text = `toolbox: { mcps: [{ name: crm, transport: sse, mode: strict, url: ${url.startsWith("'") ? url : `"${url}"`} }] }`;
    const problems = problemsOf(text);

    expect(problems).toEqual([
      expect.stringMatching(
        /^toolcourt\.yaml:1:\d+ toolbox\.mcps\[0\]\.url: Expected a web address/,
      ),
    ]);
    expect(problems.join("")).not.toContain("hunter2");
  });

  it.each([
    ["stdio, command: a", "connection: crm", "no meaning for transport stdio"],
    ["sse, url: 'http://a'", "connection: 'a b'", "Name a connection by letters"],
    ["sse, url: 'http://ann:b@a'", "connection: caller", "have a credential already"],
    [
      "sse, url: 'http://a', headers: { AUTHORIZATION: x }",
      "connection: crm",
      "have a credential already",
    ],
    ["sse, url: 'http://a'", "exchange: corp", "give `connection: caller` too"],
    ["sse, url: 'http://a', connection: crm", "exchange: corp", "give `connection: caller` too"],
    ["sse, url: 'http://a', connection: caller", "exchange: 'a b'", "Name a connection by letters"],
    ["stdio, command: a", "context_key: abc", "no meaning without `pass_context: true`"],
    ["stdio, command: a, pass_context: true", "context_key: abc", "no meaning for transport stdio"],
    ["sse, url: 'http://a'", "pass_context: true", "give a `context_key`"],
    ["sse, url: 'http://a', pass_context: true", "context_key: abc", "at least 32 characters"],
    ["sse, url: 'http://a', pass_context: true", 'context_key: "${NO_KEY}"', "no variable NO_KEY"],
  ])("over %s refuses %s", (transport, key, because) => {
    const text = `toolbox: { mcps: [{ name: crm, mode: strict, transport: ${transport}, ${key} }] }`;

    expect(problemsOf(text)).toEqual([expect.stringContaining(because)]);
  });

  it("needs a name that callers can sign in by, if each has a connection of their own", () => {
    const text = `toolbox: { mcps: [{ name: our crm, mode: strict, transport: sse, url: 'http://a', connection: caller }] }`;

    expect(problemsOf(text)).toEqual([expect.stringContaining("Callers sign in to the server")]);
  });

  it("is shown without user, password and query", () => {
    const text = server("mode: strict").replace(
      "localhost:1/mcp",
      "ann:hunter2@host:1/mcp?key=x#y",
    );

    expect(load(text).toolbox.servers[0]?.address).toBe("http://host:1/mcp");
  });

  it("accepts every one of our keys", () => {
    const text = server(
      "mode: strict",
      "prompts: [greet]",
      "profile: [core, registry]",
      "clauses: { output: observe, text-agrees: off }",
      "hints: meta",
      "allowed_requests: [sampling, roots]",
      "resources: none",
      "required: false",
      "naming: qualified",
      "tool_allowlist: [a]",
    );

    expect(load(text).toolbox.servers[0]).toMatchObject({
      prompts: ["greet"],
      profiles: ["core", "registry"],
      clauses: { ...defaultClausesOf(["core"]), output: "observe", "text-agrees": "off" },
      hints: "meta",
      allowedRequests: ["sampling", "roots"],
      resources: "none",
      required: false,
      naming: "qualified",
      toolAllowlist: ["a"],
    });
  });

  it("accepts an allowlist or a denylist, not both", () => {
    const text = server("mode: strict", "tool_allowlist: [a]", "tool_denylist: [b]");

    expect(load(server("mode: strict", "tool_denylist: [b]")).toolbox.servers[0]).toMatchObject({
      toolDenylist: ["b"],
    });
    expect(problemsOf(text)).toEqual([
      "toolcourt.yaml:8:7 toolbox.mcps[0].tool_denylist: Give either tool_allowlist or tool_denylist.",
    ]);
  });

  it("may ask for three kinds of input, or for none", () => {
    expect(
      load(server("mode: strict", "allowed_requests: []")).toolbox.servers[0]?.allowedRequests,
    ).toEqual([]);
    expect(
      problemsOf(server("mode: strict", "allowed_requests: [root]", "hints: wrapped")),
    ).toEqual([
      'toolcourt.yaml:7:26 toolbox.mcps[0].allowed_requests[0]: Expected elicitation, sampling or roots, got "root". Did you mean "roots"?',
      'toolcourt.yaml:8:14 toolbox.mcps[0].hints: Expected off, meta or envelope, got "wrapped".',
    ]);
  });

  it("may not be named local, which is reserved for local tools", () => {
    expect(problemsOf(server("mode: strict").replace("crm", "local"))).toHaveLength(1);
  });
});

describe("a child process configuration", () => {
  it("sets command, arguments, folder and only the given variables", () => {
    const text = child(
      "command: npx",
      "args: [-y, server]",
      "cwd: ./data",
      `env: { TOKEN: "\${CRM_TOKEN}", MODE: fast, BOTH: "a-\${CRM_TOKEN}-b" }`,
    );

    expect(load(text, { CRM_TOKEN: "t0", OTHER: "x" }).toolbox.servers[0]).toMatchObject({
      address: "npx",
      transport: {
        kind: "stdio",
        command: "npx",
        args: ["-y", "server"],
        cwd: "./data",
        env: { TOKEN: "t0", MODE: "fast", BOTH: "a-t0-b" },
      },
    });
  });

  it("requires a command and accepts no address", () => {
    expect(problemsOf(child("url: http://a"))).toEqual([
      "toolcourt.yaml:3:7 toolbox.mcps[0].command: This is missing; transport stdio needs it.",
      "toolcourt.yaml:6:7 toolbox.mcps[0].url: This has no meaning for transport stdio.",
    ]);
  });

  it("does not mix with the keys of an HTTP server", () => {
    const text = server("mode: strict", "command: x", "env: {}").replace(/ +url: .*\n/, "");

    expect(problemsOf(text)).toEqual([
      "toolcourt.yaml:3:7 toolbox.mcps[0].url: This is missing; transport streamable_http needs it.",
      "toolcourt.yaml:6:7 toolbox.mcps[0].command: This has no meaning for transport streamable_http.",
      "toolcourt.yaml:7:7 toolbox.mcps[0].env: This has no meaning for transport streamable_http.",
    ]);
  });

  it.each([
    ["${CRM_TOKEN}", "The environment has no variable CRM_TOKEN."],
    ["${toString}", "The environment has no variable toString."],
    ["${CRM", "A variable is named as ${NAME}; the } is missing."],
    ["${A B}", "Name a variable by letters, digits and underscores: ${NAME}."],
    ["${}", "Name a variable by letters, digits and underscores: ${NAME}."],
  ])("refuses a variable that cannot be expanded: %s", (value, message) => {
    expect(problemsOf(child("command: x", `env: { K: "${value}" }`))).toEqual([
      `toolcourt.yaml:7:17 toolbox.mcps[0].env.K: ${message}`,
    ]);
  });

  it("never quotes its secrets in a message", () => {
    const problems = problemsOf(child("command: x", "env: { K: [hunter2], 'a b': hunter2 }"));

    expect(problems).toHaveLength(2);
    expect(problems.join("")).not.toContain("hunter2");
  });
});

describe("the listen address", () => {
  it.each(["127.0.0.1", "127.1.2.3", "::1", "localhost"])("may be %s", (host) => {
    const text = `toolbox: {}\nserver: { host: "${host}", port: 0 }`;

    expect(load(text).listen).toMatchObject({ host, port: 0 });
  });

  it.each(["0.0.0.0", "::", "example.com", "127.0.0.1.example.com", "10.0.0.1"])(
    "may not be %s without authentication",
    (host) => {
      expect(problemsOf(`toolbox: {}\nserver: { host: "${host}" }`)).toEqual([
        "toolcourt.yaml:2:17 server.host: Listen on 127.0.0.1, ::1 or localhost, or configure `auth`.",
      ]);
    },
  );

  it.each([-1, 65_536, 1.5])("may not use port %s", (port) => {
    expect(problemsOf(`toolbox: {}\nserver: { port: ${port} }`)).toEqual([
      `toolcourt.yaml:2:17 server.port: Expected a port from 0 to 65535, got ${port}.`,
    ]);
  });
});

describe("an invalid file", () => {
  it("reports duplicate keys together with all other mistakes", () => {
    expect(problemsOf("toolbox: { max_concurrent: 0 }\nserver: {}\nserver: {}")).toEqual([
      expect.stringMatching(/^toolcourt\.yaml:1:28 toolbox\.max_concurrent: /),
      "toolcourt.yaml:3:1 This key is given twice; remove one of the two.",
    ]);
  });

  it("is refused with all mistakes at once, in file order", () => {
    const text = `toolbox:
  max_concurrent: many
  tools:
    - name: a
      max_instance: 3
      timeout: 30s
  mcps:
    - name: crm
      transport: http
      mode: dynamic
server:
  port: eighty
  auth: none
`;

    expect(problemsOf(text)).toEqual([
      'toolcourt.yaml:2:19 toolbox.max_concurrent: Expected a whole number of at least 1, got "many".',
      'toolcourt.yaml:5:7 toolbox.tools[0].max_instance: There is no such key. Did you mean "max_instances"?',
      'toolcourt.yaml:6:16 toolbox.tools[0].timeout: Expected an ISO 8601 duration such as PT30S (30 seconds) or PT5M (5 minutes), got "30s". Write PT30S for 30 seconds.',
      expect.stringMatching(/^toolcourt\.yaml:8:7 toolbox\.mcps\[0\]: MCP server 'crm'/),
      'toolcourt.yaml:9:18 toolbox.mcps[0].transport: Expected streamable_http, sse or stdio, got "http".',
      'toolcourt.yaml:12:9 server.port: Expected a port from 0 to 65535, got "eighty".',
      'toolcourt.yaml:13:9 server.auth: Expected keys and values, got "none".',
    ]);
  });

  it("may not set the number of running calls, which is no setting (S4-10)", () => {
    expect(problemsOf("toolbox: { tools: [{ name: a, instance_counts: 1 }] }")).toHaveLength(1);
  });

  it.each(["store", "auth", "metrics"])("may not have the key %s", (key) => {
    expect(problemsOf(`toolbox: {}\n${key}: {}`)).toEqual([
      expect.stringMatching(`^toolcourt.yaml:2:1 ${key}: There is no such key.`),
    ]);
  });

  it.each([
    ["toolbox: { x: 1 }", "toolbox.x"],
    ["myai: { toolbox: {}, x: 1 }", "myai.x"],
    ["toolbox: { tools: [{ name: a, x: 1 }] }", "toolbox.tools[0].x"],
    [server("mode: strict", "x: 1"), "toolbox.mcps[0].x"],
    [server("mode: strict", "clauses: { x: off }"), "toolbox.mcps[0].clauses.x"],
    [
      server("mode: strict", "default_tool_config: { name: x }"),
      "toolbox.mcps[0].default_tool_config.name",
    ],
    ["toolbox: { constructor: {} }", "toolbox.constructor"],
    ['toolbox: { "a\\nb": 1 }', 'toolbox."a\\nb"'],
  ])("may not have unknown keys at any level: %j", (text, path) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(` ${path}: There is no such key.`)]);
  });

  it.each([
    ["toolbox: []", "toolbox: Expected keys and values, got an empty list."],
    ["toolbox:", "toolbox: Expected keys and values, got nothing."],
    ["myai: 3", "myai: Expected keys and values, got 3."],
    ["toolbox: { mcps: {} }", "toolbox.mcps: Expected a list of MCP servers, got keys and values."],
    ["toolbox: { tools: [a] }", 'toolbox.tools[0]: Expected keys and values, got "a".'],
    [
      "toolbox: { tools: [{ name: '' }] }",
      "toolbox.tools[0].name: Expected the name of a tool: 1 to 128 visible characters, no space at either end, got an empty text.",
    ],
  ])("is refused with the actual value: %s", (text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
  });

  it("is refused without quoting long or odd values", () => {
    const problems = problemsOf(`toolbox: { collision: "${"x".repeat(5000)}\u001b[31m" }`);

    expect(problems).toEqual([
      "toolcourt.yaml:1:23 toolbox.collision: Expected last-wins, qualify or error, got another text.",
    ]);
  });
});

describe("a missing file", () => {
  it("serves the workspace tools on loopback", () => {
    expect(defaultConfig()).toMatchObject({
      toolboxPath: "toolbox",
      toolbox: {
        local: ["workspace"],
        tools: [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }],
        servers: [],
      },
      listen: { host: "127.0.0.1", port: 7420 },
      list: "permitted",
    });
  });

  it("still applies environment variables", () => {
    expect(defaultConfig({ TOOLCOURT__SERVER__PORT: "0" }).listen.port).toBe(0);
    expect(() => defaultConfig({ TOOLCOURT__SERVER__PORT: "x" })).toThrow(
      'The environment is not valid:\nTOOLCOURT__SERVER__PORT server.port: Expected a port from 0 to 65535, got "x".',
    );
  });
});

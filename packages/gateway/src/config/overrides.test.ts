import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./load.ts";
import type { Environment } from "./variables.ts";

const servers = `
  max_concurrent: 5
  tools: [{ name: a }]
  mcps:
    - name: crm
      transport: stdio
      command: crm
      mode: strict
      default_tool_config: { max_instances: 1 }
`;
const plain = `toolbox:${servers}`;
const below = `myai:\n  toolbox:${servers.replaceAll("\n", "\n  ")}`;

function load(text: string, environment: Environment) {
  return loadConfig(text, { file: "toolcourt.yaml", environment });
}

/** Writes a toolbox with servers of these names. */
function withServers(...names: readonly string[]): string {
  const mcps = names.map((name) => ({ name, transport: "stdio", command: "a", mode: "strict" }));
  return JSON.stringify({ toolbox: { mcps } });
}

function commandsIn({ toolbox }: ReturnType<typeof load>): readonly string[] {
  return toolbox.servers.map(({ address }) => address);
}

function problemsOf(text: string, environment: Environment): readonly string[] {
  try {
    load(text, environment);
    return [];
  } catch (error) {
    if (hasCode(error, "config-invalid")) return error.details.problems;
    throw error;
  }
}

describe("an environment variable", () => {
  it("overrides one value (S4-92)", () => {
    const { toolbox } = load(plain, { TOOLCOURT__TOOLBOX__MCPS__0__MODE: "dynamic" });

    expect(toolbox.servers[0]).toMatchObject({ mode: "dynamic", defaults: { maxInstances: 1 } });
  });

  it.each(["APP_MYAI__TOOLBOX__MCPS__0__MODE", "TOOLCOURT__TOOLBOX__MCPS__0__MODE"])(
    "overrides below myai as %s (S4-92)",
    (name) => {
      expect(load(below, { [name]: "dynamic" }).toolbox.servers[0]?.mode).toBe("dynamic");
    },
  );

  it("of the other application has no effect on a file without myai", () => {
    const { toolbox } = load(plain, { APP_MYAI__TOOLBOX__MCPS__0__MODE: "dynamic" });

    expect(toolbox.servers[0]?.mode).toBe("strict");
  });

  it("of another part of the other application is ignored", () => {
    expect(problemsOf(below, { APP_MYAI__MODEL__NAME: "x" })).toEqual([]);
  });

  it("sets a value that the file leaves out", () => {
    const config = load(plain, {
      TOOLCOURT__SERVER__PORT: "8080",
      TOOLCOURT__TOOLBOX__MCPS__0__CLAUSES__OUTPUT_MISSING: "off",
      TOOLCOURT__TOOLBOX__MCPS__0__ENV__API_KEY: "k",
      TOOLCOURT__TOOLBOX__MCPS__0__ENV__A__b: "${X}",
      TOOLCOURT__TOOLBOX__TOOLS__0__TIMEOUT: "PT1S",
      TOOLCOURT__TOOLBOX__MCPS__0__REQUIRED: "false",
      X: "y",
    });

    expect(config).toMatchObject({
      listen: { port: 8080 },
      toolbox: {
        tools: [{ name: "a", timeoutMs: 1000 }],
        servers: [
          {
            required: false,
            clauses: { "output-missing": "off" },
            transport: { env: { API_KEY: "k", A__b: "y" } },
          },
        ],
      },
    });
  });

  it("is validated like the file, under its own name", () => {
    expect(problemsOf(below, { APP_MYAI__TOOLBOX__MCPS__0__MODE: "lenient" })).toEqual([
      'APP_MYAI__TOOLBOX__MCPS__0__MODE myai.toolbox.mcps[0].mode: Expected strict or dynamic, got "lenient".',
    ]);
    expect(problemsOf(plain, { TOOLCOURT__TOOLBOX__MAX_CONCURRENT: "" })).toEqual([
      "TOOLCOURT__TOOLBOX__MAX_CONCURRENT toolbox.max_concurrent: Expected a whole number of at least 1, got nothing.",
    ]);
  });

  it("can set the store, so that the file needs no password", () => {
    const url = "postgres://ann:hunter2@db/toolcourt";

    expect(problemsOf(plain, { TOOLCOURT__STORES__URL: url })).toEqual([]);
    expect(problemsOf(plain, { TOOLCOURT__STORES__URL: "mysql://ann:hunter2@db" })).toEqual([
      "TOOLCOURT__STORES__URL stores.url: Expected memory:, sqlite:<file>, or postgres://…, got another text.",
    ]);
  });

  it("can repair a mistake in the file", () => {
    const text = plain.replace("max_concurrent: 5", "max_concurrent: 0");

    expect(problemsOf(text, { TOOLCOURT__TOOLBOX__MAX_CONCURRENT: "1" })).toEqual([]);
  });

  it.each([
    ["TOOLCOURT__TOOLBOX__MCPS__0__MOD", 'There is no such key. Did you mean "mode"?'],
    ["TOOLCOURT__TOOLBOXES__X", 'There is no such key. Did you mean "toolbox"?'],
    [
      "TOOLCOURT__",
      "There is no such key. The keys here are toolbox, myai, server, stores, policy, audit, approvals, connections, limits, results, quarantine, tasks, redaction, telemetry, egress, host, drafts, endpoints, console.",
    ],
    [
      "TOOLCOURT__TOOLBOX__MCPS__1__MODE",
      "Expected the name or number of an entry of toolbox.mcps, which has 1.",
    ],
    [
      "TOOLCOURT__TOOLBOX__MCPS__X__MODE",
      "Expected the name or number of an entry of toolbox.mcps, which has 1.",
    ],
    ["TOOLCOURT__TOOLBOX__MCPS__0__MODE__X", "There is nothing below toolbox.mcps[0].mode."],
    ["TOOLCOURT__TOOLBOX__MCPS", "A variable replaces one value; name one below this key."],
    ["TOOLCOURT__TOOLBOX", "A variable replaces one value; name one below this key."],
  ])("with an unknown path is a mistake: %s", (name, message) => {
    expect(problemsOf(plain, { [name]: "x" })).toEqual([`${name} ${message}`]);
  });

  it("holds one scalar", () => {
    expect(problemsOf(plain, { TOOLCOURT__TOOLBOX__COLLISION: "[error]" })).toEqual([
      "TOOLCOURT__TOOLBOX__COLLISION Expected one plain value.",
    ]);
  });

  it("must be the only one for its value", () => {
    const both = {
      APP_MYAI__TOOLBOX__MAX_CONCURRENT: "1",
      TOOLCOURT__TOOLBOX__MAX_CONCURRENT: "2",
    };

    expect(problemsOf(below, both)).toEqual([
      "TOOLCOURT__TOOLBOX__MAX_CONCURRENT APP_MYAI__TOOLBOX__MAX_CONCURRENT sets the same value; unset one.",
    ]);
  });

  it("is reported after the mistakes of the file", () => {
    const text = plain.replace("strict", "lenient");
    const problems = problemsOf(text, { TOOLCOURT__X: "1", TOOLCOURT__SERVER__PORT: "-1" });

    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "toolcourt.yaml:8:13",
      "TOOLCOURT__SERVER__PORT",
      "TOOLCOURT__X",
    ]);
  });

  describe("of an entry of a list", () => {
    const both = withServers("crm", "my-files");

    it.each([
      ["TOOLCOURT__TOOLBOX__MCPS__my-files__COMMAND", "is the exact name"],
      ["TOOLCOURT__TOOLBOX__MCPS__MY_FILES__COMMAND", "is in the form of variables"],
      ["TOOLCOURT__TOOLBOX__MCPS__1__COMMAND", "is a number (S4-92)"],
    ])("finds it by %s, which %s", (name) => {
      expect(commandsIn(load(both, { [name]: "b" }))).toEqual(["a", "b"]);
    });

    it("finds a name with two underscores, and prefers an exact name to other spellings", () => {
      const text = withServers("a", "a__b", "A");
      const environment = {
        TOOLCOURT__TOOLBOX__MCPS__a__b__COMMAND: "two",
        TOOLCOURT__TOOLBOX__MCPS__A__COMMAND: "three",
      };

      expect(commandsIn(load(text, environment))).toEqual(["a", "two", "three"]);
    });

    it("prefers a name that is a number to the number", () => {
      const environment = { TOOLCOURT__TOOLBOX__MCPS__0__COMMAND: "b" };

      expect(commandsIn(load(withServers("a", "0"), environment))).toEqual(["a", "b"]);
    });

    it("refuses a name that means several", () => {
      const name = "TOOLCOURT__TOOLBOX__MCPS__A_B__COMMAND";

      expect(problemsOf(withServers("a-b", "a.b"), { [name]: "c" })).toEqual([
        `${name} Several entries of toolbox.mcps have this name; give the number of one.`,
      ]);
    });

    it.each([
      [both, "TOOLCOURT__TOOLBOX__MCPS__0__MODE", "TOOLCOURT__TOOLBOX__MCPS__crm__MODE"],
      [both, "TOOLCOURT__TOOLBOX__MCPS__1__MODE", "TOOLCOURT__TOOLBOX__MCPS__MY_FILES__MODE"],
      [below, "TOOLCOURT__TOOLBOX__MCPS__0__MODE", "TOOLCOURT__TOOLBOX__MCPS__crm__MODE"],
      [below, "APP_MYAI__TOOLBOX__MCPS__0__MODE", "APP_MYAI__TOOLBOX__MCPS__crm__MODE"],
    ])("warns about a number, and gives the name", (text, name, better) => {
      expect(load(text, { [name]: "strict" }).warnings).toEqual([
        `${name} names an entry by its number; write ${better}.`,
      ]);
      expect(load(text, { [better]: "strict" }).warnings).toBeUndefined();
    });

    it("does not warn if no name means only this entry", () => {
      const name = "TOOLCOURT__TOOLBOX__MCPS__0__COMMAND";

      expect(load(withServers("a-b", "a.b"), { [name]: "c" }).warnings).toBeUndefined();
    });
  });
});

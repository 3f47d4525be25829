import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { describe, expect, it } from "vitest";
import { effectiveSettings } from "./effective.ts";
import { type ConfigSource, loadConfig, sourcesNamed } from "./load.ts";
import { unreadSecrets } from "./server-references.ts";
import { refused } from "./variables.ts";

function child(...lines: readonly string[]): string {
  const own = ["name: crm", "transport: stdio", "mode: strict", ...lines];
  return `toolbox:\n  mcps:\n    - ${own.join("\n      ")}\n`;
}

function remote(...lines: readonly string[]): string {
  const own = ["name: crm", "transport: sse", "mode: strict", ...lines];
  return `toolbox:\n  mcps:\n    - ${own.join("\n      ")}\n`;
}

const values = new Map([
  ["file:./key", "from-the-file"],
  ["cmd:pass show crm", "from-the-command"],
  ["vault:secret/crm#token", "from-the-vault"],
  ["keyring:crm/token", "from-the-keyring"],
]);
const environment = { CRM_KEY: "from-a-variable", HOME: "/home/ada", VAULT_TOKEN: "hvs.12345678" };
const source: ConfigSource = {
  file: "t.yaml",
  environment,
  secrets: (reference) => {
    const text = values.get(reference);
    return text === undefined ? refused("There is no such value.") : { kind: "text", text };
  },
};

function problemsOf(text: string, given: ConfigSource = source): readonly string[] {
  try {
    loadConfig(text, given);
    return [];
  } catch (error) {
    if (hasCode(error, "config-invalid")) return error.details.problems;
    throw error;
  }
}

describe("a reference of a server", () => {
  it.each([
    ["${CRM_KEY}", "from-a-variable"],
    ["${env:CRM_KEY}", "from-a-variable"],
    ["${file:./key}", "from-the-file"],
    ["${cmd:pass show crm}", "from-the-command"],
    ["${vault:secret/crm#token}", "from-the-vault"],
    ["${keyring:crm/token}", "from-the-keyring"],
    ["a${file:./key}b${CRM_KEY}", "afrom-the-filebfrom-a-variable"],
    ["$${CRM_KEY}", "${CRM_KEY}"],
    ["$", "$"],
  ])("is filled in, in every place: %s", (written, value) => {
    const text = JSON.stringify(written);
    const program = child(`command: ${text}`, `args: [-k, ${text}]`, `env: { A: ${text} }`);

    expect(loadConfig(program, source).toolbox.servers[0]?.transport).toMatchObject({
      command: value,
      args: ["-k", value],
      env: { A: value },
    });
  });

  it("is filled in, in an address and a key", () => {
    const key = "0123456789".repeat(4);
    const text = remote(
      'url: "${CRM_URL}/${file:./key}/sse"',
      "pass_context: true",
      "context_key: ${CRM_LONG}",
    );
    const given = { CRM_URL: "https://crm.example", CRM_LONG: key };

    const [server] = loadConfig(text, { ...source, environment: given }).toolbox.servers;

    expect(server).toMatchObject({
      transport: { url: new URL("https://crm.example/from-the-file/sse") },
      context: { key },
    });
  });

  it("is refused at its place, with all others", () => {
    const text = child(
      "command: ${vaul:secret/crm#token}",
      'args: ["${file:./gone}", "${A B}", "${"]',
      "env: { A: '${NOT_SET}', B: '${vault:secret}' }",
    );

    expect(problemsOf(text)).toEqual([
      "t.yaml:6:16 toolbox.mcps[0].command: Name a variable as ${NAME}, or a source in braces: file:<path>, env:<name>, keyring:<service>/<account>, cmd:<program> <arguments> or vault:<mount>/<path>#<field>. Write $${ for a plain ${.",
      "t.yaml:7:14 toolbox.mcps[0].args[0]: There is no such value.",
      "t.yaml:7:32 toolbox.mcps[0].args[1]: Name a variable by letters, digits and underscores: ${NAME}.",
      "t.yaml:7:42 toolbox.mcps[0].args[2]: A variable is named as ${NAME}; the } is missing.",
      "t.yaml:8:17 toolbox.mcps[0].env.A: The environment has no variable NOT_SET.",
      expect.stringContaining("t.yaml:8:34 toolbox.mcps[0].env.B: Name a variable as ${NAME}, or"),
    ]);
  });

  it("refuses an address once, and shows no part of its value", () => {
    expect(problemsOf(remote("url: ${NOT_SET}"))).toEqual([
      "t.yaml:6:12 toolbox.mcps[0].url: The environment has no variable NOT_SET.",
    ]);
    expect(problemsOf(remote("url: ${CRM_KEY}"))).toEqual([
      "t.yaml:6:12 toolbox.mcps[0].url: Expected a web address that starts with http:// or https:// and is well formed.",
    ]);
  });

  it("is read only where a gateway opens", () => {
    const text = child("command: crm", "env: { A: '${file:./key}' }");

    expect(problemsOf(text, { file: "t.yaml", environment })).toEqual([
      "t.yaml:7:17 toolbox.mcps[0].env.A: Only variables are read here; open a gateway to read other sources.",
    ]);
  });

  it("may name a command in the file, and not in a variable", () => {
    const text = child("command: crm", "env: { A: x }");
    const name = "TOOLCOURT__TOOLBOX__MCPS__crm__ENV__A";
    const given = { ...source, environment: { [name]: "${cmd:pass show crm}" } };

    expect(problemsOf(text, given)).toEqual([
      `${name} toolbox.mcps[0].env.A: A command may stand only in the file, not in a variable.`,
    ]);
    expect(sourcesNamed(text, given)).toEqual([]);
    expect(problemsOf(text, { ...source, environment: { [name]: "${file:./key}" } })).toEqual([]);
  });

  it("is not filled in twice", () => {
    const given = { ...source, environment: { A: "${file:./key}" } };
    const text = child('command: "${A}"', 'args: ["${A}"]', 'env: { A: "${A}" }');

    expect(loadConfig(text, given).toolbox.servers[0]?.transport).toMatchObject({
      command: "${file:./key}",
      args: ["${file:./key}"],
      env: { A: "${file:./key}" },
    });
  });

  it("is left unread for commands that open no server", () => {
    const given: ConfigSource = { file: "t.yaml", environment: {}, opensNoServer: true };
    const text = child("command: ${A}", 'args: ["${cmd:touch it}"]', "env: { A: '${B}' }");

    expect(problemsOf(text, given)).toEqual([]);
    expect(JSON.stringify(loadConfig(text, given).toolbox)).not.toContain("${");
    expect(problemsOf(remote("url: https://${HOST}/sse"), given)).toEqual([]);
    expect(problemsOf(remote("url: https://${nope:x}/sse"), given)).toHaveLength(1);
  });

  it("is read in an address even then if its variable is set, for signing in", () => {
    const given = { environment: { HOST: "crm.example" }, opensNoServer: true } as const;
    const [server] = loadConfig(remote("url: https://${HOST}/sse"), given).toolbox.servers;

    expect(server?.address).toBe("https://crm.example/sse");
  });

  it("is named once for each source", () => {
    const text = child("command: ${CRM_KEY}", 'args: ["${file:a}", "${file:a}", "${keyring:b/c}"]');

    expect(sourcesNamed(text, source)).toEqual(["file:a", "keyring:b/c"]);
    expect(sourcesNamed("a: [", source)).toEqual([]);
  });
});

describe("the environment of a program", () => {
  const files = new Map([
    ["file:.env", "A=from-the-file\nB='from ${the} file'\nHOME=/from/the/file"],
    ["file:flawed.env", "A=1\nhunter22\nA=2"],
  ]);
  const given: ConfigSource = {
    ...source,
    secrets: (reference) => {
      const text = files.get(reference);
      return text === undefined ? refused("There is no such value.") : { kind: "text", text };
    },
  };

  it("is env over env_file over inherit_env", () => {
    const text = child(
      "command: crm",
      "inherit_env: [HOME, CRM_KEY]",
      "env_file: .env",
      "env: { A: from-env }",
    );
    const { toolbox, secrets } = loadConfig(text, given);

    expect(toolbox.servers[0]?.transport).toMatchObject({
      env: {
        HOME: "/from/the/file",
        CRM_KEY: "from-a-variable",
        A: "from-env",
        B: "from ${the} file",
      },
    });
    expect(toolbox.servers[0]?.transport).not.toHaveProperty("plainNames");
    expect(secrets).toEqual(["from-the-file", "from ${the} file", "/from/the/file"]);
    expect(sourcesNamed(text, given)).toEqual(["file:.env"]);
  });

  it("marks inherited paths, hosts and users as no secrets", () => {
    const text = child("command: crm", "inherit_env: [HOME, CRM_KEY]");
    const [server] = loadConfig(text, given).toolbox.servers;

    expect(server?.transport).toMatchObject({ plainNames: ["HOME"] });
  });

  it("is refused with the place of every mistake, and shows no line of the file", () => {
    const text = child(
      "command: crm",
      "inherit_env: [HOME, NOT_SET, 'A B', 'file:.env']",
      "env_file: flawed.env",
    );

    expect(problemsOf(text, given)).toEqual([
      "t.yaml:7:27 toolbox.mcps[0].inherit_env[1]: The environment has no variable NOT_SET.",
      expect.stringContaining("t.yaml:7:36 toolbox.mcps[0].inherit_env[2]: Expected the name of"),
      expect.stringContaining("t.yaml:7:43 toolbox.mcps[0].inherit_env[3]: Expected the name of"),
      expect.stringMatching(
        /^t.yaml:8:17 toolbox.mcps\[0\].env_file: Line 2 of the file: Expected/,
      ),
      expect.stringContaining("Line 3 of the file: This variable is set twice; remove one."),
    ]);
    expect(problemsOf(child("command: crm", "env_file: gone"), given)).toEqual([
      "t.yaml:7:17 toolbox.mcps[0].env_file: There is no such value.",
    ]);
    expect(problemsOf(remote("url: https://a.example", "env_file: .env"), given)).toEqual([
      "t.yaml:7:7 toolbox.mcps[0].env_file: This has no meaning for transport sse.",
    ]);
  });

  it("is left unread for commands that open no server", () => {
    const text = child("command: crm", "inherit_env: [NOT_SET]", "env_file: gone");

    expect(problemsOf(text, { file: "t.yaml", environment: {}, opensNoServer: true })).toEqual([]);
  });
});

describe("a value that came from a reference", () => {
  it.each([
    ["args: ['${file:./key}']", ["from-the-file"]],
    ["args: ['${CRM_KEY}']", ["from-a-variable"]],
    ["args: ['--root=${HOME}']", undefined],
    ["args: ['${vault:secret/crm#token}']", ["from-the-vault", "hvs.12345678"]],
    ["env: { A: '${file:./key}', B: '${HOME}' }", ["from-the-file"]],
  ])("is a secret unless its variable is plain: %s", (line, secrets) => {
    expect(loadConfig(child("command: crm", line), source).secrets).toEqual(secrets);
  });

  it("earns a warning in an argument", () => {
    const text = child("command: crm", 'args: [-k, "${file:./key}", "${HOME}"]');

    expect(loadConfig(text, source).warnings).toEqual([
      "t.yaml:7:18 toolbox.mcps[0].args[1]: This puts a secret into an argument, which all programs here can read; use env.",
    ]);
  });

  it("is not shown", () => {
    const text = child(
      'command: "${file:./key}"',
      'args: ["x${CRM_KEY}", "--a=${vault:secret/crm#token}"]',
      'env: { A: "${keyring:crm/token}", B: "Bearer ${CRM_KEY}" }',
    );
    const url = "https://ada@crm.example/${file:./key}?a=${CRM_KEY}";
    const all = [text, remote(`url: ${url}`)].map((each) => effectiveSettings(each, source));

    expect(JSON.stringify(all)).not.toMatch(/from-/);
    expect(all[0]?.filter(({ path }) => /command|args|env/.test(path))).toMatchObject([
      { value: "${file:./key}" },
      { value: ["x${CRM_KEY}", "--a=${vault:secret/crm#token}"] },
      { value: "${keyring:crm/token}" },
      { value: "(not shown)" },
    ]);
    expect(effectiveSettings(text, { ...source, secrets: unreadSecrets })).toEqual(all[0]);
  });
});

function entry(name: string, env: string): string {
  return `    - { name: ${name}, transport: stdio, mode: strict, command: run, ${env} }`;
}

function envOf(text: string): unknown {
  const { servers } = loadConfig(text, { ...source, onlyServer: "crm" }).toolbox;
  return servers.find(({ name }) => name === "crm")?.transport;
}

describe("a reference of a server that is not the only one read", () => {
  const shared = "env: { A: '${CRM_KEY}', B: '${CRM_KEY}' }";
  const missing = "env: { A: '${CRM_KEY}', B: '${GONE}', C: '${file:./gone}' }";
  const text = `toolbox:\n  mcps:\n${entry("crm", shared)}\n${entry("erp", missing)}\n`;

  it("is not missed", () => {
    expect(problemsOf(text)).toHaveLength(2);
    expect(problemsOf(text, { ...source, onlyServer: "crm" })).toEqual([]);
    expect(problemsOf(text, { ...source, onlyServer: "erp" })).toHaveLength(2);
  });

  it("does not hide a variable that both name, in either order", () => {
    const turned = `toolbox:\n  mcps:\n${entry("erp", missing)}\n${entry("crm", shared)}\n`;
    expect(envOf(text)).toMatchObject({ env: { A: "from-a-variable", B: "from-a-variable" } });
    expect(envOf(turned)).toMatchObject({ env: { A: "from-a-variable", B: "from-a-variable" } });
  });

  it("names no source to read", () => {
    expect(sourcesNamed(text, { ...source, onlyServer: "crm" })).toEqual([]);
    expect(sourcesNamed(text, source)).toEqual(["file:./gone"]);
  });
});

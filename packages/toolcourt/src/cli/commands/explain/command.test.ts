import { resolve } from "node:path";
import { env, execPath } from "node:process";
import { contractDigest } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

async function explain(...args: readonly string[]) {
  await using folder = await openFolder({});
  return await run(["explain", ...args], { folder: folder.path });
}

describe("toolcourt explain", () => {
  it("reports a callable tool and its settings", async () => {
    const { code, output } = await explain("write_memory_entry");

    expect(code).toBe(0);
    expect(output).toMatch(/^write_memory_entry {2}callable\n/);
    expect(output).toMatch(/^ {2}at a time {3}5 \(default\)$/m);
    expect(output).toMatch(/^ {2}timeout {5}15000 ms \(default\)$/m);
    expect(output).toMatch(/^ {2}approval {4}caller \(its contract\); a call is refused/m);
    expect(output).toMatch(/^ {2}effect {6}write \(declared\)$/m);
    expect(output).toMatch(
      /^ {2}clauses {5}enforce: input, output, .*; remove: output-undeclared, text-agrees; observe: is-error-flag$/m,
    );
    expect(output).toMatch(/^ {2}hints {7}off$/m);
    expect(output).toMatch(/^ {2}next {8}toolcourt call write_memory_entry$/m);
  });

  it("suggests a next command with the given configuration", async () => {
    const tools = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));
    const config = JSON.stringify({ toolbox: { local: ["workspace"], tools } });
    await using folder = await openFolder({ "my.yaml": config });

    const { output } = await run(["explain", "hello", "-c", "my.yaml"], { folder: folder.path });

    expect(output).toMatch(/^ {2}next {8}toolcourt call hello -c my\.yaml$/m);
  });

  it("prints the same as JSON", async () => {
    const { output } = await explain("hello", "--json");

    expect(JSON.parse(output)).toMatchObject({
      tool: "hello",
      server: "local",
      state: "callable",
      effect: "read",
      settings: {
        maxInstances: { value: 5, from: { kind: "default" } },
        timeoutMs: { value: 5_000 },
        approval: { value: "none" },
      },
      lock: "none",
    });
  });

  it("names the connection of an HTTP tool and the source of its settings", async () => {
    const set = {
      name: "shop",
      tools: "tools.yaml",
      base: "https://api.example",
      connection: "shop",
      default_tool_config: { timeout: "PT7S" },
      approval: "operator",
    };
    const file = {
      toolbox: { http: [set] },
      egress: { allow: [{ origin: "https://api.example" }] },
    };
    await using folder = await openFolder({
      "toolcourt.yaml": JSON.stringify(file),
      "tools.yaml":
        "tools: [{ name: get-thing, description: Returns the thing., get: /a, answer: nothing, output: { type: object, properties: {}, additionalProperties: false } }]",
    });

    const { output } = await run(["explain", "get-thing"], { folder: folder.path });

    expect(output).toMatch(/^ {2}over {8}connection shop$/m);
    expect(output).toMatch(/^ {2}timeout {5}7000 ms \(toolcourt\.yaml:1\)$/m);
    expect(output).toMatch(/^ {2}approval {4}operator \(toolcourt\.yaml:1\);/m);
  });

  it("T23: shows the limits of the policy as the source of a smaller value", async () => {
    const tools = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));
    const toolbox = { local: ["workspace"], tools };
    const limits = `
  - { id: brief, max_timeout: PT2S, max_result_bytes: 5000 }
  - { id: once, principals: ["*"], tools: [hello], max_retries: 0 }
  - { id: long, max_timeout: PT1H }
  - { id: guests, kinds: [user], max_timeout: PT1S, max_retries: 1, max_result_bytes: 9 }
  - { id: others, tools: ["other/*"], max_timeout: PT0.1S }`;
    await using folder = await openFolder({
      "toolcourt.yaml": JSON.stringify({ toolbox, policy: { file: "policy.yaml" } }),
      "policy.yaml": `version: 1\nlimits: ${limits}\n...\n`,
    });

    const { output } = await run(["explain", "hello"], { folder: folder.path });

    expect(output).toMatch(/^ {2}timeout {5}2000 ms \(limit brief of policy\.yaml\)$/m);
    expect(output).toMatch(/^ {2}result {6}5000 bytes \(limit brief of policy\.yaml\)$/m);
    expect(output).toMatch(/^ {2}retries {5}0 \(limit once of policy\.yaml\)$/m);
    expect(output).toMatch(
      /^ {2}limit {7}at most timeout 1000 ms, retries 1, result 9 bytes for some callers \(guests of policy\.yaml\)$/m,
    );
    expect(output).not.toContain("others");
  });

  it("reports an unknown tool", async () => {
    const { code, errors } = await explain("nothing");

    expect(code).toBe(2);
    expect(errors).toMatch(/^The tools here: hello, read_repo_file, write_memory_entry\.\n/);
    expect(errors).toContain('There is no tool named "nothing"');
  });

  it("suggests the nearest name", async () => {
    const { errors } = await explain("helo");

    expect(errors).toMatch(/^Did you mean hello\?\n/);
  });
});

const odd = resolve(import.meta.dirname, "../../../../../testing/src/programs/odd-server.ts");
const config = (profile: string): string => `toolbox:
  tools:
    - { name: echo, server: odd, max_instances: 2 }
  mcps:
    - name: odd
      transport: stdio
      command: ${execPath}
      args: [${odd}]
      mode: dynamic
      default_tool_config: { max_instances: 7, timeout: PT20S }
      allowed_requests: [elicitation, roots]
      ${profile}
`;

async function explainOdd(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  await using folder = await openFolder(files);
  const environment = { PATH: env["PATH"] ?? "" };
  const ran = await run(["explain", "echo", ...args], { folder: folder.path, environment });
  return { ...ran, files: await folder.files() };
}

describe("toolcourt explain for a tool of a server", { timeout: 20_000 }, () => {
  it("explains why a tool is held, and the next step", async () => {
    const { code, output, errors } = await explainOdd({
      "toolcourt.yaml": config("profile: [core]"),
    });

    expect({ code, errors }).toEqual({ code: 1, errors: "" });
    expect(output).toMatch(/^echo {2}held: it breaks a rule\n/);
    expect(output).toMatch(/^ {2}error {7}meta\/described {2}/m);
    expect(output).toMatch(
      /^ {2}next {8}toolcourt rules [a-z/-]+, then add what is missing in contracts\/odd\/echo\.yaml$/m,
    );
  });

  it("names the source of each setting", async () => {
    const { output } = await explainOdd({ "toolcourt.yaml": config("") });

    expect(output).toMatch(/^ {2}at a time {3}2 \(toolcourt\.yaml:3\)$/m);
    expect(output).toMatch(/^ {2}timeout {5}20000 ms \(toolcourt\.yaml:10\)$/m);
    expect(output).toMatch(/^ {2}may ask {5}elicitation, roots$/m);
    expect(output).toMatch(/^ {2}effect {6}write \(not declared: counts as write; /m);
    expect(output).toMatch(/^ {2}server {6}odd \(dynamic, .*\), where it is called echo$/m);
  });

  it("reads the overlays next to the configuration, from any working directory", async () => {
    const { output } = await explainOdd(
      {
        "home/toolcourt.yaml": config(""),
        "home/contracts/odd/echo.yaml": "terms: { effect: read }",
      },
      "-c",
      "home/toolcourt.yaml",
    );

    expect(output).toMatch(/^ {2}effect {6}read \(declared\)$/m);
  });

  it("says how to declare the effect of a tool that asks only for the lack of it", async () => {
    const overlay = [
      "description: Repeats what it is given, word for word. Use it to try the connection.",
      "input: { type: object, properties: {}, additionalProperties: false }",
      "output: { type: object, properties: {}, additionalProperties: false }",
    ].join("\n");
    const { code, output } = await explainOdd({
      "toolcourt.yaml": config("profile: [core]"),
      "contracts/odd/echo.yaml": overlay,
    });

    expect(code).toBe(0);
    expect(output).toMatch(
      /^ {2}approval {4}caller \(its effects are not declared\); declare the effect in contracts\/odd\/echo\.yaml, or set approval: none for it$/m,
    );
  });

  it("approves nothing", async () => {
    const { output, files } = await explainOdd({ "toolcourt.yaml": config("") });

    expect(output).toMatch(/^ {2}lock {8}not in the lock yet/m);
    expect(files).toEqual(["toolcourt.yaml"]);
  });

  it("shows how a drifted tool differs and how to approve it", async () => {
    const approved = { name: "echo", description: "Says it again.", inputSchema: {} };
    const locked = {
      servers: {
        odd: {
          tools: {
            echo: {
              digest: contractDigest({ server: "odd", asReceived: approved }),
              contract: approved,
              effect: "write",
              approvedAt: "2026-10-01T00:00:00.000Z",
              approvedBy: "first-use",
            },
          },
        },
      },
      version: 1,
    };
    const overlay = [
      "description: Repeats what it is given, word for word. Use it to try the connection.",
      "input: { type: object, properties: {}, additionalProperties: false }",
      "output: { type: object, properties: {}, additionalProperties: false }",
      "terms: { category: query }",
    ].join("\n");
    const { code, output } = await explainOdd({
      "toolcourt.yaml": config("profile: [registry]"),
      "toolcourt.lock": JSON.stringify(locked),
      "contracts/odd/echo.yaml": overlay,
    });

    expect(code).toBe(1);
    expect(output).toMatch(/^echo {2}held: its contract is not the one in the lock, .* breaking\n/);
    expect(output).toMatch(/^ {2}lock {8}differs from what was approved 2026-10-01T/m);
    expect(output).toMatch(/^ {2}next {8}toolcourt lock, /m);
  });
});

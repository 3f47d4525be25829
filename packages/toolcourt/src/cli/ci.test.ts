import { execFile } from "node:child_process";
import { chmod, readFile } from "node:fs/promises";
import { delimiter, dirname, join, resolve } from "node:path";
import { env, execPath } from "node:process";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { commandHelp } from "./command-help.ts";

const root = resolve(import.meta.dirname, "../../../..");
const page = await readFile(join(root, "docs/ci.md"), "utf8");

/** A command of the page, and its documented output. */
const shown = [...page.matchAll(/^```sh\n(npx toolcourt [^\n]*)\n```\n\n```\n(.*?)^```$/gms)].map(
  ([, command = "", printed = ""]) => ({ command, lines: lasting(printed) }),
);

/** Removes the varying parts of a report's lines. */
function lasting(printed: string): readonly string[] {
  return printed
    .trimEnd()
    .split("\n")
    .map((line) => line.replaceAll(/\d+ calls( in [\d.]+ s)?/g, "some calls"));
}

describe("the page about CI", { timeout: 60_000 }, () => {
  it("shows all three commands", () => {
    expect(shown.map(({ command }) => command.split(" ")[2])).toEqual(["check", "diff", "test"]);
  });

  // A server is started and called dozens of times, which is slow on a busy machine.
  it.each(shown)("shows the actual output of $command", async ({ command, lines }) => {
    const { output } = await run(command.split(" ").slice(2), {
      folder: root,
      environment: { PATH: dirname(execPath) },
    });

    const printed = new Set(lasting(output));
    expect(lines.filter((line) => !printed.has(line))).toEqual([]);
  });
});

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

// oxlint-disable-next-line typescript/no-unsafe-assignment -- a file of our own
const action: Action = parse(await readFile(join(root, "action.yml"), "utf8"));

/** Records its arguments, and exits as the test wants. */
const npx = `#!/bin/bash
printf '%s\\n' "$*" >> "$RUNNER_TEMP/calls"
echo "said by $2"
case "$2" in "$FAILS") exit 1;; esac
`;

interface Played {
  readonly code: number;
  readonly calls: readonly string[];
  readonly summary: string;
}

/** Runs the scripts of the action in order, as a runner does. */
async function play(fails: string, inputs: Readonly<Record<string, string>>): Promise<Played> {
  await using folder = await openFolder({ "bin/npx": npx, "toolcourt.lock": "{}", calls: "" });
  await chmod(join(folder.path, "bin/npx"), 0o755);
  const outputs: Record<string, string> = {};
  let code = 0;
  for (const step of action.runs.steps) {
    if (step.run === undefined) continue;
    await folder.write("output", "");
    code = await script(step.run, folder.path, {
      ...variablesOf(step, { inputs, outputs }),
      FAILS: fails,
    });
    outputs[step.id ?? ""] = /status=(\d)/.exec(await folder.read("output"))?.[1] ?? "";
  }
  const calls = (await folder.read("calls")).trim().split("\n");
  return { code, calls, summary: await folder.read("summary") };
}

interface Given {
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Returns the values of a step's expressions, as the runner substitutes them. */
function variablesOf(step: Step, { outputs, inputs }: Given): Readonly<Record<string, string>> {
  const filled = Object.entries(step.env ?? {}).map(([name, expression]) => {
    const [, kind, key = ""] = /\b(inputs|steps)\.([\w-]+)/.exec(expression) ?? [];
    const known = { inputs: inputs[key] ?? action.inputs[key]?.default, steps: outputs[key] };
    return [name, (kind === "inputs" || kind === "steps" ? known[kind] : "") ?? ""] as const;
  });
  return Object.fromEntries(filled);
}

function script(
  text: string,
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<number> {
  const context = {
    PATH: [join(folder, "bin"), env["PATH"]].join(delimiter),
    RUNNER_TEMP: folder,
    GITHUB_OUTPUT: join(folder, "output"),
    GITHUB_STEP_SUMMARY: join(folder, "summary"),
    ...variables,
  };
  return new Promise((done) => {
    const flags = ["--noprofile", "--norc", "-eo", "pipefail", "-c", text];
    execFile("bash", flags, { cwd: folder, env: context }, (error) => {
      done(error === null ? 0 : Number(error.code ?? 1));
    });
  });
}

const given = { command: "node server.ts", server: "weather" };

// Every script is a process and starts others.
describe("the action", () => {
  it("runs all three commands, with valid flags", async () => {
    const { code, calls, summary } = await play("nothing", { ...given, seed: "7" });

    expect(code).toBe(0);
    expect(calls.map((call) => call.split(" ")[1])).toEqual([
      "check",
      "check",
      "check",
      "diff",
      "diff",
      "test",
    ]);
    expect(calls.at(-1)).toBe(
      "toolcourt test --profile core --server weather --calls 100 --seed 7 --format sarif -- node server.ts",
    );
    expect(summary).toMatch(/## Check\n~+\nsaid by check\n~+\nsaid by diff\n## Test\n~+\nNo tool /);
    for (const call of calls) expect(await unknownFlags(call)).toEqual([]);
  });

  it.each(["check", "diff", "test"])(
    "fails if %s does, after running all of them",
    async (fails) => {
      const { code, calls, summary } = await play(fails, given);

      const asked = new Set(calls.map((call) => call.split(" ")[1]));
      expect(code).toBe(1);
      expect([...asked]).toEqual(["check", "diff", "test"]);
      expect(summary).toContain(`said by ${fails}\n`);
    },
  );

  it("passes a breaking change if configured to report only", async () => {
    expect(await play("diff", { ...given, breaking: "report" })).toMatchObject({ code: 0 });
    expect(await play("test", { ...given, breaking: "report" })).toMatchObject({ code: 1 });
  });

  it("is safe against script injection by inputs", async () => {
    const { calls } = await play("nothing", {
      url: "https://example.com/$(id)",
      server: '"; exit 0 #',
    });

    expect(calls[0]).toBe(
      'toolcourt check --profile core --server "; exit 0 # --format sarif https://example.com/$(id)',
    );
    for (const { run: text = "" } of action.runs.steps) expect(text).not.toContain("${{");
  });

  it("documents every input on the page", () => {
    const listed = [...page.matchAll(/^\| `([\w-]+)` \| .*\.(?: .*)? \|$/gm)].map(
      ([, name]) => name,
    );

    expect(listed).toEqual(Object.keys(action.inputs));
  });
});

/** Returns the flags of a call that its command lacks. */
async function unknownFlags(call: string): Promise<readonly string[]> {
  const [, name, ...args] = call.split(" -- ")[0]?.split(" ") ?? [];
  const help = (await commandHelp()).find((each) => each.name === name);
  const known = new Set(help?.options.map(({ usage }) => usage.split(" ")[0]));
  return args.filter((arg) => arg.startsWith("--") && !known.has(arg));
}

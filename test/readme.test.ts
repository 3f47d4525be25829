import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);

function textOf(path: string): Promise<string> {
  return readFile(new URL(path, root), "utf8");
}

/** A command in the README together with its output. */
interface Shown {
  readonly command: string;
  readonly lines: readonly string[];
}

async function shownCommands(): Promise<readonly Shown[]> {
  const shown = /^```sh\n(?<command>npx toolcourt [^\n]*)\n```\n\n```\n(?<printed>.*?)^```$/gms;
  return [...(await textOf("README.md")).matchAll(shown)].map(({ groups }) => ({
    command: groups?.["command"] ?? "",
    lines: (groups?.["printed"] ?? "").trimEnd().split("\n"),
  }));
}

/** Returns the lines that a shell would show for a README command. */
function outputOf(command: string): Promise<readonly string[]> {
  const [, , ...args] = command.match(/'[^']*'|\S+/g) ?? [];
  const unquoted = args.map((arg) => arg.replaceAll("'", ""));
  return new Promise((resolve, reject) => {
    execFile("toolcourt", unquoted, { cwd: root }, (error, stdout) => {
      // Exit code 1 means findings, which the README shows.
      if (error === null || error.code === 1) resolve(stdout.split("\n"));
      else reject(new Error("The command could not be run.", { cause: error }));
    });
  });
}

const commands = await shownCommands();

describe("the README", () => {
  it("shows a call and a check", () => {
    expect(commands.map(({ command }) => command.split(" ")[2])).toEqual(["call", "check"]);
  });

  it.each(commands)(
    "shows the output of $command",
    async ({ command, lines }) => {
      const printed = await outputOf(command);

      for (const line of lines) expect([...printed, "  …"]).toContain(line);
    },
    // Real processes must start, including a third-party server, which takes time on a busy
    // machine.
    30_000,
  );

  it("shows a tool that compiles and is tested, word for word", async () => {
    const readme = await textOf("README.md");
    const shown = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)].map(
      ({ groups }) => groups?.["code"],
    );

    expect(shown).toEqual([await textOf("examples/forecast/get-forecast.ts")]);
  });
});

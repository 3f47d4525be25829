import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);

function textOf(path: string): Promise<string> {
  return readFile(new URL(path, root), "utf8");
}

/** The lines that a shell would show for a command of the README. */
function outputOf(command: string): Promise<readonly string[]> {
  const [, ...args] = command.split(" ");
  return new Promise((resolve, reject) => {
    execFile("toolcourt", args.slice(1), { cwd: root }, (error, stdout) => {
      // Exit code 1 means that there are findings, which the README wants to show.
      if (error === null || error.code === 1) resolve(stdout.split("\n"));
      else reject(new Error("The command could not be run.", { cause: error }));
    });
  });
}

describe("the README", () => {
  it("shows what its first command prints", async () => {
    const readme = await textOf("README.md");
    const [, command = "", shown = ""] =
      /^## A first success\n\n```sh\n(.*?)\n```\n\n```\n(.*?)^```$/ms.exec(readme) ?? [];

    const printed = await outputOf(command);

    for (const line of shown.trimEnd().split("\n")) {
      expect([...printed, "  …"]).toContain(line);
    }
    // A real process has to start, and a busy machine may take its time.
  }, 10_000);

  it("shows a tool that compiles and is tested, word for word", async () => {
    const readme = await textOf("README.md");
    const shown = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)].map(
      ({ groups }) => groups?.["code"],
    );

    expect(shown).toEqual([await textOf("examples/forecast/get-forecast.ts")]);
  });
});

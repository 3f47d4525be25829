import { spawn } from "node:child_process";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { version } from "../kernel/version.ts";

// These start real processes, which nothing else here does: only so can the shell's view be tested.
const patience = 10_000;

const bin = fileURLToPath(new URL("../../bin/toolcourt.js", import.meta.url));

it("runs from a checkout without a build", { timeout: patience }, async () => {
  const { code, output } = await start(["--version"], (child) => child.stdin.end());

  expect({ code, output }).toEqual({ code: 0, output: `${version}\n` });
});

it("survives a reader who leaves early", { timeout: patience }, async () => {
  const { code, errors } = await start(["rules"], (child) => {
    child.stdout.destroy();
    child.stdin.end();
  });

  expect({ code, errors }).toEqual({ code: 0, errors: "" });
});

type Child = ReturnType<typeof launch>;

function launch(args: readonly string[]) {
  return spawn(execPath, [bin, ...args], { stdio: "pipe" });
}

function start(
  args: readonly string[],
  drive: (child: Child) => void,
): Promise<{ code: number | null; output: string; errors: string }> {
  return new Promise((resolve) => {
    const child = launch(args);
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      errors += String(chunk);
    });
    child.on("close", (code) => resolve({ code, output, errors }));
    drive(child);
  });
}

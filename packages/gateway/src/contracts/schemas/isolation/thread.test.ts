import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const program = fileURLToPath(
  new URL("../../../testing/programs/ask-a-thread.ts", import.meta.url),
);

it("keeps a process alive that waits for nothing but the thread", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@toolcourt/source",
    program,
  ]);

  expect(stdout).toBe("told");
}, 20_000); // A process of its own that loads the compilers.

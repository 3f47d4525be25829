import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const program = fileURLToPath(
  new URL("../../../../testing/src/programs/ask-a-thread.ts", import.meta.url),
);

it("a thread keeps the process alive while a request is pending", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--conditions=@toolcourt/source",
    program,
  ]);

  expect(stdout).toBe("told");
}, 20_000); // A separate process that loads the compilers.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";

const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");
// Three processes take seconds to start on a busy machine.
const patience = { timeout: 60_000 };

interface Started {
  readonly child: ChildProcess;
  readonly printed: () => string;
  readonly exitCode: Promise<unknown>;
}

function serve(folder: string, port: number): Started {
  const child = spawn(execPath, [bin, "serve", "--port", String(port)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 40_000,
    killSignal: "SIGKILL",
  });
  let printed = "";
  const keep = (chunk: Buffer): void => {
    printed += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return { child, printed: () => printed, exitCode: once(child, "close").then(([code]) => code) };
}

const twoWorkers = JSON.stringify({ server: { workers: 2 }, toolbox: {} });

describe("a start of two workers that fails", patience, () => {
  it("ends with exit code 2 if the port is busy", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": twoWorkers });
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;

    const { exitCode, printed } = serve(folder.path, port);
    const code = await exitCode;
    other.close();

    expect(code).toBe(2);
    expect(printed()).toContain(`Cannot listen on port ${port}`);
    expect(printed().match(/ERROR/g)).toHaveLength(1);
  });
});

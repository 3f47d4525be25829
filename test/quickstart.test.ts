import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { describe, expect, it } from "vitest";

// The command itself, with a gateway and a third-party server below it: three processes in a row take
// seconds to start on a busy machine.
const patience = 30_000;

const root = resolve(import.meta.dirname, "..");

interface Started {
  readonly process: ChildProcess;
  readonly printed: () => string;
  readonly code: Promise<number | null>;
}

function start(...args: readonly string[]): Started {
  const child = spawn(execPath, ["scripts/start.ts", ...args], { cwd: root });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const code = new Promise<number | null>((done) => {
    child.once("close", (ended) => done(ended));
  });
  return { process: child, printed: () => text, code };
}

describe("npm start", () => {
  it(
    "says how to connect, and answers a real client",
    async () => {
      const started = start("--once", "--port", "0");

      expect(await started.code).toBe(0);
      expect(started.printed()).toMatch(/"type":"http","url":"http:\/\/127\.0\.0\.1:\d+\/mcp"/);
      expect(started.printed()).toContain('"message":"Hello, Ada!"');
    },
    patience,
  );

  it(
    "stops when it is interrupted, as if nothing had happened",
    async () => {
      const started = start("--port", "0");
      while (!started.printed().includes("Ctrl-C stops it.")) {
        await once(started.process.stdout ?? started.process, "data");
      }
      started.process.kill("SIGINT");

      expect(await started.code).toBe(0);
    },
    patience,
  );

  it(
    "says how to choose another port when somebody has this one",
    async () => {
      const other = createServer().listen(0, "127.0.0.1");
      await once(other, "listening");
      const address = other.address();
      const taken = typeof address === "object" && address !== null ? address.port : 0;

      const started = start("--port", String(taken));

      expect(await started.code).toBe(2);
      expect(started.printed()).toContain("npm start -- --port 0");
      other.close();
    },
    patience,
  );

  it(
    "knows its flags",
    async () => {
      const started = start("--prot", "0");

      expect(await started.code).toBe(2);
      expect(started.printed()).toContain("Usage: npm start");
    },
    patience,
  );
});

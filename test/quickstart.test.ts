import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { execPath, kill, platform } from "node:process";
import { describe, expect, it } from "vitest";

// The command itself with a gateway and a third-party server: three processes take seconds to start
// on a busy machine.
const patience = 30_000;

const root = resolve(import.meta.dirname, "..");

interface Started {
  readonly process: ChildProcessWithoutNullStreams;
  readonly printed: () => string;
  readonly code: Promise<number | null>;
}

function start(...args: readonly string[]): Started {
  return watch(spawn(execPath, ["scripts/start.ts", ...args], { cwd: root }));
}

function watch(child: ChildProcessWithoutNullStreams): Started {
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

/** Returns the address once it listens. */
async function listening({ process, printed }: Started): Promise<string> {
  while (!printed().includes("Ctrl-C stops it.")) await once(process.stdout, "data");
  return /http:\S+/.exec(printed())?.[0] ?? "";
}

describe("npm start", () => {
  it(
    "prints how to connect, and answers a real client",
    async () => {
      const started = start("--once", "--port", "0");

      expect(await started.code).toBe(0);
      expect(started.printed()).toMatch(/"type":"http","url":"http:\/\/127\.0\.0\.1:\d+\/mcp"/);
      expect(started.printed()).toContain('"message":"Hello, Ada!"');
    },
    patience,
  );

  it(
    "stops cleanly on an interrupt",
    async () => {
      const started = start("--port", "0");
      await listening(started);
      started.process.kill("SIGINT");

      expect(await started.code).toBe(0);
    },
    patience,
  );

  it(
    "leaves no process behind when npm is terminated and its shell does not forward the signal",
    async () => {
      const started = watch(spawn("npm", ["start", "--", "--port", "0"], { cwd: root }));
      const address = await listening(started);
      started.process.kill("SIGTERM");

      // Its output closes when its last child process has ended.
      await started.code;
      await expect(fetch(address)).rejects.toThrow("fetch failed");
    },
    patience,
  );

  it.runIf(platform === "linux")(
    "exits with the signal's code if the gateway was killed",
    async () => {
      const started = start("--port", "0");
      await listening(started);
      const { pid } = started.process;
      kill(Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")), "SIGKILL");

      expect(await started.code).toBe(128 + 9);
    },
    patience,
  );

  it(
    "suggests another port if this one is in use",
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
    "validates its flags",
    async () => {
      const started = start("--prot", "0");

      expect(await started.code).toBe(2);
      expect(started.printed()).toContain("Usage: npm start");
    },
    patience,
  );
});

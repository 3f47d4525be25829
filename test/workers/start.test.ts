import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { resolve } from "node:path";
import { env, execPath, kill } from "node:process";
import { describe, expect, it, vi } from "vitest";
import { openFolder } from "../../packages/testing/src/folder.ts";

const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");
// Three processes take seconds to start on a busy machine.
const patience = { timeout: 60_000 };

interface Started {
  readonly child: ChildProcess;
  readonly printed: () => string;
  /** Resolves with the exit code. Null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

function serve(folder: string, port: number, more: Readonly<Record<string, string>> = {}): Started {
  const child = spawn(execPath, [bin, "serve", "--port", String(port)], {
    cwd: folder,
    env: { ...env, ...more },
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
  const ended = new Promise<number | null>((done) => child.once("close", done));
  return { child, printed: () => printed, ended };
}

const server = { workers: 2 };
const twoWorkers = JSON.stringify({ server, toolbox: {} });

/** Listens on a free port, and answers nothing. */
async function openSilent() {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
  const asked = once(silent, "connection");
  await once(silent, "listening");
  const address = silent.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const cut = (): void => {
    silent.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, asked, cut, [Symbol.dispose]: cut };
}

/** Returns the processes of both workers. Undefined if not both run yet. */
function workersOf(pid = 0): readonly [number, number] | undefined {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  const [first, second] = text.split(" ").filter(Boolean).map(Number);
  return first === undefined || second === undefined ? undefined : [first, second];
}

/** A module that starts a process, which outlives a worker and keeps its stderr. */
const leftBehind = `
import { spawn } from "node:child_process";
if (process.env.TOOLCOURT_WORKER !== undefined) {
  spawn("sleep", ["50"], { stdio: ["ignore", "ignore", "inherit"], detached: true }).unref();
}
`;

/** Waits for a line of the log. */
async function logged({ printed }: Started, line: RegExp): Promise<void> {
  await vi.waitUntil(() => line.test(printed()), { timeout: 40_000 });
}

function isAlive(pid: number): boolean {
  return spawnSync("kill", ["-0", String(pid)]).status === 0;
}

describe("a start of two workers that fails", patience, () => {
  it("ends with exit code 2 if the port is busy", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": twoWorkers });
    using other = await openSilent();
    const { port } = other;

    const { ended, printed } = serve(folder.path, port);
    const code = await ended;

    expect(code).toBe(2);
    expect(printed()).toContain(`Cannot listen on port ${port}`);
    expect(printed().match(/ERROR/g)).toHaveLength(1);
  });

  it("logs the signal that ended a worker", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": twoWorkers });
    const { child, ended, printed } = serve(folder.path, 0);
    const workers = await vi.waitUntil(() => workersOf(child.pid), { timeout: 20_000 });
    kill(workers[1], "SIGKILL");

    expect(await ended).toBe(2);
    expect(printed()).toMatch(/Worker 2 ended before it served \(SIGKILL\)/);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it("ends the second worker at once if it is interrupted while the first one opens", async () => {
    using upstream = await openSilent();
    const url = `http://127.0.0.1:${upstream.port}/mcp`;
    const crm = { name: "crm", url, transport: "streamable_http", mode: "dynamic" };
    const text = JSON.stringify({
      server,
      toolbox: { mcps: [{ ...crm, default_tool_config: {} }] },
    });
    await using folder = await openFolder({ "toolcourt.yaml": text });
    const { child, ended } = serve(folder.path, 0);
    await upstream.asked;
    const workers = await vi.waitUntil(() => workersOf(child.pid), { timeout: 20_000 });
    child.kill("SIGTERM");
    await vi.waitUntil(() => !isAlive(workers[1]), { timeout: 5_000 });
    upstream.cut();

    expect(await ended).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
  });
});

describe("a worker that starts again", patience, () => {
  it("serves the configuration of the others, not a changed one", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": twoWorkers });
    const file = `${folder.path}/toolcourt.yaml`;
    const started = serve(folder.path, 0);
    await logged(started, /Toolcourt listens on/);
    const [, victim] = await vi.waitUntil(() => workersOf(started.child.pid));
    writeFileSync(file, JSON.stringify({ server, toolbox: {}, stores: { url: "sqlite:b.db" } }));
    kill(victim, "SIGKILL");
    await logged(started, /Worker 2 serves again/);
    started.child.kill("SIGTERM");

    expect(await started.ended).toBe(0);
    expect(existsSync(`${folder.path}/b.db`)).toBe(false);
  });

  it("does so although a process that it started has its log open", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": twoWorkers, "left.mjs": leftBehind });
    const NODE_OPTIONS = `--import=${folder.path}/left.mjs`;
    const started = serve(folder.path, 0, { NODE_OPTIONS });
    await logged(started, /Toolcourt listens on/);
    const [, victim] = await vi.waitUntil(() => workersOf(started.child.pid));
    kill(victim, "SIGKILL");
    await logged(started, /Worker 2 serves again/);
    started.child.kill("SIGTERM");

    expect(await started.ended).toBe(0);
  });
});

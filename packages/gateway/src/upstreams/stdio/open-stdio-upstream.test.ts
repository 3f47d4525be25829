import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, mkdtempDisposable, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { env, execPath, kill, pid as ownPid, platform } from "node:process";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { isJsonArray, isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { EraMemory } from "../connection.ts";
import type { Asking, CallerChannel, LogMessage, Progress, Stray, Upstream } from "../upstream.ts";
import {
  assertPinned,
  NotAsPinned,
  openStdioUpstream,
  type StdioTransport,
} from "./open-stdio-upstream.ts";
import { resolveCommand } from "./resolve-command.ts";

// Each test starts several real processes on a busy machine. The clock is real, because the
// processes have no other.
const slow = { timeout: 20_000 };
const programs = resolve(import.meta.dirname, "../../../../testing/src/programs");
const odd = resolve(programs, "odd-server.ts");
const noAbort = new AbortController().signal;
/** The one variable that every child gets, so that its descendants can be found. */
const marked = { TOOLCOURT_CHILD: expect.stringMatching(/^\d+-\d+$/) as unknown };

interface Setting {
  readonly habit?: string;
  readonly transport?: Partial<StdioTransport>;
  readonly toolsChanged?: () => void;
  readonly strayed?: (what: Stray) => void;
  readonly memory?: EraMemory;
  readonly signal?: AbortSignal;
  readonly allowedRequests?: readonly Asking[];
  readonly searchPath?: string;
}

function open({ habit = "", transport, ...setting }: Setting = {}): Promise<Upstream> {
  const { toolsChanged = () => undefined, strayed, ...rest } = setting;
  const args = [odd, habit];
  return openStdioUpstream(
    { kind: "stdio", command: execPath, args, env: {}, ...transport },
    {
      clock: systemClock,
      listeners: { toolsChanged, ...(strayed && { strayed }) },
      signal: noAbort,
      memory: new EraMemory(systemClock),
      searchPath: env["PATH"] ?? "",
      ...rest,
    },
  );
}

async function call(upstream: Upstream, name: string, input: JsonObject = {}): Promise<unknown> {
  return textOf(await upstream.callTool({ name, arguments: input }, noAbort));
}

/** Parses the odd server's answer: JSON in one text block. */
function textOf(result: JsonObject): unknown {
  const content = own(result, "content");
  const block = isJsonArray(content) ? content[0] : undefined;
  const text = isJsonObject(block) ? own(block, "text") : undefined;
  return typeof text === "string" ? parseJson(text) : undefined;
}

/** Returns the codes of an error and its causes. */
function codesIn(error: unknown): readonly unknown[] {
  if (!(error instanceof Error)) return [];
  return [Reflect.get(error, "code"), ...codesIn(error.cause)];
}

/** Counts the watchdog shells among our child processes. */
async function watchdogs(): Promise<number> {
  const listed = execFileSync("ps", ["-o", "args=", "--ppid", String(ownPid)], {
    encoding: "utf8",
  });
  return listed.split("\n").filter((line) => line.includes("read -r farewell")).length;
}

describe("a server as a child process", slow, () => {
  it("is listed page by page, with all unusual fields", async () => {
    await using upstream = await open();

    expect(upstream.era).toBe("legacy");
    expect(await upstream.listTools(noAbort)).toEqual([
      { name: "echo", inputSchema: { type: "object" }, annotations: { color: "red" } },
      { name: "broken", inputSchema: 7 },
      "not even an object",
    ]);
  });

  it("answers each call with its own answer", async () => {
    await using upstream = await open();

    const matcher = await Promise.all(
      [1, 2, 3].map((n) => upstream.callTool({ name: "echo", arguments: { n } }, noAbort)),
    );

    expect(matcher.map(textOf)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it("returns results as received, including content of unknown type", async () => {
    await using upstream = await open();

    expect(await upstream.callTool({ name: "hologram", arguments: {} }, noAbort)).toEqual({
      content: [{ type: "hologram", depth: 3 }],
      odd: true,
    });
  });

  it("sends progress", async () => {
    await using upstream = await open();
    const seen: Progress[] = [];

    const onProgress = (progress: Progress): unknown => seen.push(progress);
    await upstream.callTool(
      { name: "progress", arguments: {}, channel: { capabilities: {}, onProgress } },
      noAbort,
    );

    expect(seen).toEqual([{ progress: 1, total: 2 }]);
  });

  it("has its question answered by the only caller, but by none if there are two", async () => {
    await using upstream = await open({ allowedRequests: ["elicitation"] });
    const channel: CallerChannel = { capabilities: {}, ask: async () => ({ action: "accept" }) };
    const asks = { name: "asks", arguments: {}, channel };
    const alone = await upstream.callTool(asks, noAbort);
    const caller = new AbortController();
    const other = upstream.callTool({ name: "silence", arguments: {} }, caller.signal);
    const beside = await upstream.callTool(asks, noAbort);
    caller.abort(new Error("enough"));

    await expect(other).rejects.toThrow("enough");
    expect([alone, beside].map(textOf)).toEqual([{ action: "accept" }, { action: "cancel" }]);
  });

  it("has its log lines sent to the only caller", async () => {
    await using upstream = await open();
    const received: LogMessage[] = [];
    const log = { level: "info", onMessage: (line: LogMessage) => received.push(line) };
    await upstream.callTool(
      { name: "logs", arguments: {}, channel: { capabilities: {}, log } },
      noAbort,
    );

    expect(received).toEqual([{ level: "error", data: "disk full" }]);
  });

  it("announces changed tools", async () => {
    const changed = Promise.withResolvers<void>();
    await using upstream = await open({ toolsChanged: changed.resolve });

    await call(upstream, "changes");

    await expect(changed.promise).resolves.toBeUndefined();
  });

  it("SECURITY 32: sees no environment variable except its own and the search path", async () => {
    await using upstream = await open({ transport: { env: { GREETING: "hello" } } });

    expect(await call(upstream, "environment")).toEqual({
      ...marked,
      PATH: env["PATH"],
      GREETING: "hello",
    });
  });

  it("keeps the search path it was given", async () => {
    await using upstream = await open({ transport: { env: { PATH: "/nowhere" } } });

    expect(await call(upstream, "environment")).toEqual({ ...marked, PATH: "/nowhere" });
  });

  it("may be a script with an interpreter line", async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "toolcourt-"));
    const script = join(folder.path, "server");
    await writeFile(script, `#!/usr/bin/env node\nimport(${JSON.stringify(odd)});\n`, {
      mode: 0o755,
    });
    const searchPath = `${dirname(execPath)}:/usr/bin:/bin`;
    await using upstream = await open({
      transport: { command: script, args: [] },
      searchPath,
    });

    expect(await call(upstream, "environment")).toEqual({ ...marked, PATH: searchPath });
  });

  it("is notified when a caller leaves, and the caller does not wait for it", async () => {
    await using upstream = await open();
    const caller = new AbortController();
    const answer = upstream.callTool({ name: "silence", arguments: {} }, caller.signal);
    caller.abort(new Error("enough"));

    await expect(answer).rejects.toThrow("enough");
    expect(await call(upstream, "cancelled")).toEqual([expect.any(Number)]);
  });
});

describe("SECURITY 32: a misbehaving child", slow, () => {
  it.each([
    { tool: "fails", fault: { kind: "rpc", code: -32099 } },
    { tool: "nothing", fault: { kind: "garbled" } },
    { tool: "dies", fault: { kind: "lost" } },
    { tool: "huge", fault: { kind: "garbled" } },
    { tool: "endless", fault: { kind: "garbled" } },
    { tool: "noise", fault: { kind: "garbled" } },
  ])("by '$tool' is classified as $fault.kind", async ({ tool, fault }) => {
    await using upstream = await open();

    await expect(call(upstream, tool)).rejects.toMatchObject({
      message: `The server did not answer as it should (${fault.kind}).`,
      fault,
    });
  });

  it("by an answer with too many values fails one call, and is called again", async () => {
    await using upstream = await open();

    const [failed, echoed] = await Promise.allSettled([
      call(upstream, "complex"),
      call(upstream, "echo"),
    ]);

    expect(failed).toMatchObject({ reason: { fault: { kind: "too-complex", excess: "values" } } });
    expect(echoed.status).toBe("fulfilled");
    expect(await call(upstream, "complains")).toBe("said");
  });

  it.each([
    { tool: "noisy", said: "heard" },
    { tool: "complains", said: "said" },
  ])("by '$tool' is answered all the same", async ({ tool, said }) => {
    await using upstream = await open();

    expect(await call(upstream, tool)).toBe(said);
  });

  it("is reported for stray output, except for blank lines", async () => {
    const strays: Stray[] = [];
    await using upstream = await open({ strayed: (what) => strays.push(what) });
    await call(upstream, "noisy");
    await call(upstream, "stammers");

    expect(strays).toEqual([
      "line",
      "line",
      "line",
      "line",
      "line",
      "unasked-answer",
      "second-answer",
      "unasked-answer",
    ]);
  });

  it.each([
    { habit: "2025-03-26", received: 1, stray: ["line", "line"] },
    { habit: "", received: 0, stray: ["line", "line", "line"] },
  ])("may send batches in version 2025-03-26 only: $habit", async (version) => {
    const strays: Stray[] = [];
    let changes = 0;
    await using upstream = await open({
      habit: version.habit,
      strayed: (what) => strays.push(what),
      toolsChanged: () => {
        changes += 1;
      },
    });

    expect(await call(upstream, "batches")).toBe("all at once");
    expect(await call(upstream, "echo", { more: true })).toMatchObject({ more: true });
    expect(strays).toEqual(version.stray);
    expect(changes).toBe(version.received);
  });

  it("may send a long answer within the limit", async () => {
    await using upstream = await open();

    expect(String(await call(upstream, "large"))).toHaveLength(5 * 1024 * 1024);
  });

  it("is gone once it has ended, and gets no more requests", async () => {
    await using upstream = await open();
    await call(upstream, "dies").catch(() => undefined);
    await upstream.lost;

    await expect(call(upstream, "echo")).rejects.toMatchObject({ fault: { kind: "unreachable" } });
  });

  it.each<[string, Partial<StdioTransport>, string]>([
    ["there is no such program", { command: "no-such-program-anywhere" }, "ENOENT"],
    ["there is no such folder", { cwd: "/no/such/folder" }, "ENOTDIR"],
    ["it ends at once", { args: ["-e", ""] }, "EXITED"],
  ])("cannot be opened, with a reason, when %s", async (_, transport, code) => {
    const failure = await open({ transport }).catch((error: unknown) => error);

    expect(failure).toMatchObject({ fault: { kind: "unreachable" } });
    expect(codesIn(failure)).toContain(code);
  });

  it("leaves no watchdog for a program that cannot even be tried", async () => {
    const before = await watchdogs();
    const failure = open({ transport: { args: ["\0"] } });

    await expect(failure).rejects.toMatchObject({ fault: { kind: "unreachable" } });
    await expect.poll(watchdogs, { timeout: 5_000 }).toBe(before);
  });

  it("that ends at once cannot be opened", async () => {
    await expect(open({ habit: "exit" })).rejects.toMatchObject({ fault: { kind: "unreachable" } });
  });

  it("that ends on the era probe is opened as legacy, and not probed again", async () => {
    const memory = new EraMemory(systemClock);
    await using upstream = await open({ habit: "shy", memory });

    expect(await call(upstream, "echo", { n: 1 })).toEqual({ n: 1 });
    expect(memory.recall()).toEqual({ kind: "legacy" });
  });

  it.each(["there-is-no-such-program", "./there/is/none", import.meta.dirname])(
    "that is no program cannot be opened: %s",
    async (command) => {
      await expect(open({ transport: { command } })).rejects.toMatchObject({
        fault: { kind: "unreachable" },
      });
    },
  );
});

// A child that left its process group is found through `/proc`, which only Linux has.
const parents = platform === "linux" ? ["parent", "runaway"] : ["parent"];

describe("SECURITY 32: disposing of a child", slow, () => {
  it("ends one that ignores the signal", async () => {
    const upstream = await open({ habit: "stubborn" });
    const { pid } = await pidsOf(upstream);

    await upstream[Symbol.asyncDispose]();

    expect(isRunning(pid)).toBe(false);
    await expect(upstream.lost).resolves.toBeUndefined();
  });

  it("happens when opening is given up", async () => {
    const giving = new AbortController();
    const opening = open({ habit: "mute", signal: giving.signal });
    giving.abort(new Error("enough"));

    await expect(opening).rejects.toThrow("enough");
  });

  it.each(parents)("ends the children of a %s, even if they ignore the signal", async (habit) => {
    const upstream = await open({ habit });
    const { pid, grandchild } = await pidsOf(upstream);

    await upstream[Symbol.asyncDispose]();

    expect([pid, grandchild].map(isRunning)).toEqual([false, false]);
  });

  it.each(parents)("ends processes that a dead %s leaves behind", async (habit) => {
    await using upstream = await open({ habit });
    const { grandchild } = await pidsOf(upstream);
    await call(upstream, "dies").catch(() => undefined);
    await upstream.lost;

    expect(isRunning(grandchild)).toBe(false);
  });

  it.each(parents)("ends a %s even if we are killed without warning", async (habit) => {
    const parent = spawn(
      execPath,
      ["--conditions=@toolcourt/source", resolve(programs, "opens-upstream.ts"), odd, habit],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const said: readonly unknown[] = await once(parent.stdout, "data");
    const { pid, grandchild } = readPids(textOf(objectIn(String(said[0]))));
    expect([pid, grandchild].map(isRunning)).toEqual([true, true]);

    parent.kill("SIGKILL");

    await untilEnded([pid, grandchild]);
    expect([pid, grandchild].map(isRunning)).toEqual([false, false]);
  });
});

interface Pids {
  readonly pid: number;
  readonly grandchild: number;
}

async function pidsOf(upstream: Upstream): Promise<Pids> {
  return readPids(await call(upstream, "pids"));
}

function readPids(said: unknown): Pids {
  const { pid, grandchild } = isJsonObject(said) ? said : {};
  return { pid: Number(pid), grandchild: Number(grandchild) };
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

/** Returns whether a process runs. A zombie does not. */
function isRunning(pid: number): boolean {
  try {
    kill(pid, 0);
    const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
    return !state.startsWith("Z");
  } catch {
    return false;
  }
}

async function untilEnded(pids: readonly number[]): Promise<void> {
  for (let tries = 0; tries < 100 && pids.some(isRunning); tries += 1) {
    await systemClock.sleep(100);
  }
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function inFolder(pins: Record<string, string>) {
  await using folder = await openFolder({ run: "#!/bin/sh\n", "lib.js": "1" });
  const program = { command: "run", path: join(folder.path, "run"), cwd: folder.path };
  await assertPinned(pins, program);
}

it("accepts files that match their pins, in upper or lower case", async () => {
  const pins = { run: hashOf("#!/bin/sh\n"), "lib.js": hashOf("1").toUpperCase() };

  await expect(inFolder(pins)).resolves.toBeUndefined();
});

it.each([
  { what: "another program", pins: { run: hashOf("#!/bin/bash\n") } },
  { what: "another file beside it", pins: { "./lib.js": hashOf("2") } },
  { what: "a file that is not there", pins: { "gone.js": hashOf("") } },
  { what: "a folder", pins: { ".": hashOf("") } },
])("refuses $what", async ({ pins }) => {
  await expect(inFolder(pins)).rejects.toThrow(NotAsPinned);
});

async function setUp() {
  const root = await mkdtemp(join(tmpdir(), "toolcourt-"));
  await mkdir(join(root, "bin/folder"), { recursive: true });
  await writeFile(join(root, "bin/tool"), "#!/bin/sh\n");
  await chmod(join(root, "bin/tool"), 0o755);
  await writeFile(join(root, "bin/notes"), "text");
  const lookup = {
    searchPath: ["", join(root, "none"), join(root, "bin")].join(delimiter),
    cwd: root,
  };
  return { root, lookup, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) };
}

describe("resolveCommand", () => {
  it.each(["tool", "./bin/tool", "bin/tool"])("finds %s", async (command) => {
    await using place = await setUp();

    expect(resolveCommand(command, place.lookup)).toBe(join(place.root, "bin/tool"));
  });

  it.each(["notes", "folder", "absent", "./tool", ""])(
    "finds no program in '%s'",
    async (command) => {
      await using place = await setUp();

      expect(resolveCommand(command, place.lookup)).toBeUndefined();
    },
  );
});

import { randomInt, randomUUID } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { chmod, copyFile, readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { arch, getuid, pid } from "node:process";
import type { Tool, ToolContext } from "@toolcourt/sdk";
import {
  openPlainTool,
  type PlainOptions,
  plainContext,
} from "@toolcourt/testing/boxed/plain-tool";
import { boxesOf } from "@toolcourt/testing/boxes";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it, onTestFinished, vi } from "vitest";

// A local discovery tool that means harm, with all that Node and programs of its own can do.

const { inBox } = boxesOf();

/** Opens a tool that tries this, and returns what it says. */
async function trying(attempt: string, options: PlainOptions = {}): Promise<unknown> {
  const tool = await openPlainTool(
    `const tried = await (async () => { ${attempt} })().catch((error) => error.code ?? String(error));
     return { data: { tried: tried ?? null }, ...rest };`,
    options,
  );
  const { data } = await tool.invoke({}, plainContext);
  return data;
}

/** Opens a folder whose tools have these programs of the system beside them. */
async function withPrograms(...names: readonly string[]): Promise<Folder> {
  const folder = await openFolder({ "tools/package.json": "{}" });
  for (const name of names) await copyFile(`/usr/bin/${name}`, `${folder.path}/tools/${name}`);
  // The box may run as another user.
  await chmod(folder.path, 0o755);
  return folder;
}

/** Runs a program beside the module, and returns what it wrote. */
function running(folder: Folder, program: string, ...args: readonly string[]): string {
  return `const { execFileSync } = await import("node:child_process");
    return String(execFileSync(${JSON.stringify(`${folder.path}/tools/${program}`)},
      ${JSON.stringify(args)}, { stdio: ["ignore", "pipe", "ignore"] }));`;
}

const answering = "return { data: {}, ...rest };";
const waiting = "await new Promise(() => undefined);";
/** How a module writes to the gateway without its runner. */
const toGateway = `const { writeSync } = await import("node:fs");
  const say = (text) => {
    for (;;) try { return writeSync(4, text); } catch (error) { if (error.code !== "EAGAIN") throw error; }
  };`;

/** Cancels a call as soon as its tool sends a request. Returns also what was seen before. */
async function cancelled<T>(tool: Tool, look: () => Promise<readonly T[]>) {
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const request = async () => {
    started.resolve();
    return { status: 200, headers: {}, body: "", url: "https://a.example/", isPartial: false };
  };
  const context: ToolContext = { ...plainContext, egress: { request }, signal: stop.signal };
  const stopped = tool.invoke({}, context);
  stopped.catch(() => undefined);
  await started.promise;
  const before = await look();
  stop.abort(new Error("The caller left."));
  await stopped.catch(() => undefined);
  return { stopped, before };
}

/** Returns the processes of this machine with the mark in their command line. */
async function processesOf(mark: string): Promise<readonly string[]> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    names.map((name) => readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "")),
  );
  return lines.filter((line) => line.includes(mark));
}

/** Root has no limit of processes, so the box of a test runs as another user. */
async function asUser(folder: Folder): Promise<string> {
  const program = `${folder.path}/unshare`;
  const become =
    getuid?.() === 0 ? "/usr/bin/setpriv --reuid=65534 --regid=65534 --clear-groups" : "";
  await folder.write("unshare", `#!/bin/sh\nexec ${become} /usr/bin/unshare "$@"\n`);
  await chmod(program, 0o755);
  return program;
}

describe.runIf(inBox)("a hostile tool in a box", { timeout: 60_000 }, () => {
  it("sends no datagram to this machine", async () => {
    const socket = createSocket("udp4");
    onTestFinished(() => void socket.close());
    let received = 0;
    socket.on("message", () => (received += 1));
    await new Promise<void>((resolve) => void socket.bind(0, "127.0.0.1", resolve));
    const { port } = socket.address();

    const data = await trying(`const { createSocket } = await import("node:dgram");
      const socket = createSocket("udp4");
      await new Promise((resolve, reject) =>
        socket.send("x", ${port}, "127.0.0.1", (error) => error ? reject(error) : resolve()));
      return "sent";`);

    expect(data).toEqual({ tried: "ENETUNREACH" });
    expect(received).toBe(0);
  });

  it.each([
    ["a raw socket", "socket(my $s, 2, 3, 1)"],
    ["a packet socket", "socket(my $s, 17, 3, 768)"],
  ])("does not open %s", async (_, attempt) => {
    const folder = await withPrograms("perl");
    const script = `print((${attempt}) ? "opened" : "refused: " . ($! + 0))`;

    const data = await trying(running(folder, "perl", "-e", script), { folder });
    expect(data).toEqual({ tried: "refused: 1" });
  });

  it("has no capability, and gets none from a program", async () => {
    const data = await trying(`const { execFileSync } = await import("node:child_process");
      return String(execFileSync("/setpriv", ["--dump"]));`);

    expect(JSON.stringify(data)).toMatch(/Capability bounding set: \[none\]/);
    expect(JSON.stringify(data)).toMatch(/no_new_privs: 1/);
  });

  it("reaches no socket that lies in its own folder", async () => {
    const folder = await openFolder({ "tools/package.json": "{}" });
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    onTestFinished(() => void server.close());
    server.listen({ path: `${folder.path}/tools/socket` });
    await once(server, "listening");

    const data = await trying(
      `const { connect } = await import("node:net");
       return new Promise((resolve, reject) =>
         connect(${JSON.stringify(`${folder.path}/tools/socket`)})
           .once("connect", () => resolve("connected")).once("error", reject));`,
      { folder },
    );
    expect(data).toEqual({ tried: "ECONNREFUSED" });
    expect(connections).toBe(0);
  });

  it("sees no process of the gateway", async () => {
    const data = await trying(`return (await import("node:fs")).readdirSync("/proc/${pid}");`);

    expect(data).toEqual({ tried: "ENOENT" });
  });

  it("cannot mount a view of processes", async () => {
    const folder = await withPrograms("perl");
    const number = arch === "arm64" ? 40 : 165;
    const script = `my ($from, $to) = ("proc", "/tmp");
      print(syscall(${number}, $from, $to, $from, 0, 0) == 0 ? "mounted" : "refused: " . ($! + 0))`;

    const data = await trying(running(folder, "perl", "-e", script), { folder });
    expect(data).toEqual({ tried: "refused: 1" });
  });

  it("has no variable of the gateway, so none of Node's breaks it", async () => {
    const theirs = {
      NODE_EXTRA_CA_CERTS: "/nowhere/ca.pem",
      NODE_OPTIONS: "--require=/nowhere/hook.cjs",
      NODE_PATH: "/nowhere",
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      NODE_REPL_EXTERNAL_MODULE: "/nowhere/repl.cjs",
      NODE_V8_COVERAGE: "/nowhere/coverage",
      LD_PRELOAD: "/nowhere/hook.so",
      TOOLCOURT_SECRET_OF_THIS_TEST: "secret",
    };
    for (const [name, value] of Object.entries(theirs)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());

    const data = await trying("return Object.keys(process.env).toSorted();");
    expect(data).toEqual({ tried: ["PATH", "TOOLCOURT_CHILD"] });
  });

  it("sends no signal to the gateway", async () => {
    const data = await trying(`process.kill(${pid}, 0); return "sent";`);

    expect(data).toEqual({ tried: "ESRCH" });
  });

  it.each([
    ["its process group", 0],
    ["every process that it sees", -1],
  ])("that kills %s ends no other call", async (_, whom) => {
    const other = await openPlainTool(answering);
    const killer = await openPlainTool(`process.kill(${whom}, "SIGKILL"); ${answering}`);
    const calls = [killer, other].map((tool) => tool.invoke({}, plainContext));

    const [, answer] = await Promise.allSettled(calls);
    expect(answer).toMatchObject({ status: "fulfilled", value: { data: {} } });
  });

  it("may write to its own terminal without end, and no reader waits for it", async () => {
    const data = await trying(`const { writeSync } = await import("node:fs");
      for (let mb = 0; mb < 256; mb += 1) writeSync(1, "x".repeat(2 ** 20));
      return "written";`);

    expect(data).toEqual({ tried: "written" });
  });

  it.each([
    ["a result of many megabytes", `return { data: "x".repeat(11 * 2 ** 20), ...rest };`],
    ["a line without an end", `${toGateway} for (;;) say("x".repeat(2 ** 16));`],
    ["lines without an end", `${toGateway} for (;;) say("{}\\n".repeat(2 ** 14));`],
    [
      "its list of tools again",
      `${toGateway} say(JSON.stringify({ kind: "tools", tools: [] }) + "\\n"); ${waiting}`,
    ],
    ["its start again", `${toGateway} say(JSON.stringify({ kind: "ready" }) + "\\n"); ${waiting}`],
    [
      "an order of the gateway",
      `${toGateway} say(JSON.stringify({ kind: "answer", ask: 1, answer: {} }) + "\\n"); ${waiting}`,
    ],
  ])("fails its call by %s", async (_, invoke) => {
    const tool = await openPlainTool(invoke);

    await expect(tool.invoke({}, plainContext)).rejects.toMatchObject({
      fault: { kind: "garbled" },
    });
  });

  it("sends no request before its call, or after its result", async () => {
    const ask = { kind: "egress", ask: 7, request: { method: "GET", url: "https://a.example/" } };
    const folder = await openFolder();
    const tool = await openPlainTool(
      `${toGateway}
       const lines = [{ kind: "result", result: { data: {}, ...rest } }, ${JSON.stringify(ask)}];
       say(lines.map((each) => JSON.stringify(each) + "\\n").join("")); ${waiting}`,
      { folder },
    );
    let requests = 0;
    const request = async (): Promise<never> => {
      requests += 1;
      throw new Error("A request after the result.");
    };

    await tool.invoke({}, { ...plainContext, egress: { request } });
    expect(requests).toBe(0);
  });

  it.each([
    ["waits", waiting],
    ["spins", "for (;;);"],
  ])("that never answers and %s is gone when its call is cancelled", async (_, never) => {
    const mark = `box-${randomUUID()}`;
    const tool = await openPlainTool(
      `process.title = ${JSON.stringify(mark)}; await context.egress.request({ method: "GET", url: "https://a.example/" }); ${never}`,
    );
    const { stopped, before } = await cancelled(tool, () => processesOf(mark));

    await expect(stopped).rejects.toThrow("The caller left.");
    expect(before).toHaveLength(1);
    // A busy system removes a killed process a moment later.
    await expect.poll(() => processesOf(mark)).toEqual([]);
  });
});

describe.runIf(inBox)("a tool in a box that forks", { timeout: 60_000 }, () => {
  it("has 128 processes at most", async () => {
    const folder = await withPrograms("sleep");
    const data = await trying(
      `const { spawn } = await import("node:child_process");
       let started = 0;
       for (; started < 200; started += 1) {
         const child = spawn(${JSON.stringify(`${folder.path}/tools/sleep`)}, ["60"]);
         const error = await new Promise((resolve) => child.once("spawn", resolve).once("error", resolve));
         if (error !== undefined) return { error: error.code, isBounded: started < 128 };
       }
       return started;`,
      { folder, unshare: await asUser(folder) },
    );

    expect(data).toEqual({ tried: { error: "EAGAIN", isBounded: true } });
  });

  it("without end is stopped with all of its processes when its call is cancelled", async () => {
    const folder = await withPrograms("sleep");
    const mark = `${pid}.${randomInt(1_000_000_000)}`;
    const tool = await openPlainTool(
      `const { spawn } = await import("node:child_process");
       process.on("uncaughtException", () => undefined);
       const fork = () => {
         for (let each = 0; each < 10; each += 1) {
           spawn(${JSON.stringify(`${folder.path}/tools/sleep`)}, ["${mark}"], { detached: true })
             .on("error", () => undefined);
         }
         setImmediate(fork);
       };
       fork();
       await context.egress.request({ method: "GET", url: "https://a.example/" });
       await new Promise(() => undefined);`,
      { folder, unshare: await asUser(folder) },
    );
    const { stopped, before } = await cancelled(tool, () => processesOf(mark));

    await expect(stopped).rejects.toThrow("The caller left.");
    expect(before.length).toBeGreaterThan(0);
    expect(await processesOf(mark)).toEqual([]);
  });
});

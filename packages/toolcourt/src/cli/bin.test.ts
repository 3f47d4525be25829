import { execFileSync, type StdioOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { watch } from "node:fs/promises";
import { env, execPath, pid } from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { version } from "@toolcourt/contracts/internal/kernel/version";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";

const slow = { timeout: 20_000 };

const everything = fileURLToPath(
  new URL(
    "../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
    import.meta.url,
  ),
);
const bin = fileURLToPath(new URL("../../bin/toolcourt.js", import.meta.url));

// Only these tests start real processes: the shell's view cannot be tested otherwise.
it("runs from a checkout without a build", async () => {
  const { code, output } = await start(["--version"], (child) => child.stdin.end());

  expect({ code, output }).toEqual({ code: 0, output: `${version}\n` });
});

it("survives a reader that closes the pipe early", async () => {
  const { code, errors } = await start(["rules"], (child) => {
    child.stdout.destroy();
    child.stdin.end();
  });

  expect({ code, errors }).toEqual({ code: 0, errors: "" });
});

it.skipIf(!existsSync("/dev/full"))("says that its output could not be written", async () => {
  const full = openSync("/dev/full", "w");
  const stdio: StdioOptions = ["ignore", full, "pipe"];
  const { status, stderr } = spawnSync(execPath, [bin, "rules"], { stdio, encoding: "utf8" });
  closeSync(full);

  expect([status, stderr]).toEqual([
    2,
    "The output could not be written (ENOSPC), so it is incomplete.\n",
  ]);
});

it("leaves no server behind when interrupted during a call", slow, async () => {
  const mark = `toolcourt-test-${pid}`;
  await using folder = await openFolder({
    "toolcourt.yaml": `toolbox:
  mcps:
    - name: everything
      transport: stdio
      command: ${execPath}
      args: [${everything}, stdio, ${mark}]
      mode: dynamic
      default_tool_config: { timeout: PT1M }
      profile: [registry]
`,
  });
  const call = ["call", "trigger-long-running-operation", "--args", '{"duration":60}'];

  const child = launch(call, folder.path);
  const ended = once(child, "close");
  // The lock is written last before the call.
  for await (const { filename } of watch(folder.path)) if (filename === "toolcourt.lock") break;
  child.kill("SIGINT");

  expect(await ended).toEqual([null, "SIGINT"]);
  expect(execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })).not.toContain(mark);
});

it("opens no debugger on Node's debug signal", slow, async () => {
  await using folder = await openFolder({ "toolcourt.yaml": "toolbox: { local: [] }\n" });
  const child = launch(["serve", "--port", "0"], folder.path);
  const ended = once(child, "close");
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += String(chunk);
  });
  const said = await once(child.stdout, "data");
  const url = said.join("").trim().replace("Toolcourt listens on ", "");

  child.kill("SIGUSR1");
  // Node would open the debugger before this answer.
  const { status } = await fetch(url);
  child.kill("SIGTERM");

  expect(status).toBe(405);
  expect(await ended).toEqual([0, null]);
  expect(errors).not.toMatch(/debugger|inspector/i);
});

it.each(["SIGTERM", "SIGINT"] as const)("stops cleanly on %s", slow, async (signal) => {
  await using folder = await openFolder({ "toolcourt.yaml": "toolbox: { local: [] }\n" });
  const child = launch(["serve", "--port", "0"], folder.path);
  const ended = once(child, "close");
  child.stderr.resume();
  await once(child.stdout, "data");

  child.kill(signal);

  expect(await ended).toEqual([0, null]);
});

it("reads its files again on SIGHUP, and goes on", slow, async () => {
  await using folder = await openFolder({ "toolcourt.yaml": "toolbox: { local: [] }\n" });
  const child = launch(["serve", "--port", "0"], folder.path);
  const ended = once(child, "close");
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  await once(child.stdout, "data");

  child.kill("SIGHUP");
  await expect.poll(() => log, { timeout: 10_000 }).toContain("read again (on SIGHUP");
  child.kill("SIGTERM");

  expect(await ended).toEqual([0, null]);
});

it("goes on when the reader of its log is gone", slow, async () => {
  await using folder = await openFolder({ "toolcourt.yaml": "toolbox: { local: [] }\n" });
  const child = launch(["serve", "--port", "0", "--verbose"], folder.path);
  const ended = once(child, "close");
  const said = await once(child.stdout, "data");
  const url = said.join("").trim().replace("Toolcourt listens on ", "");

  child.stderr.destroy();
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "unknown" } };
  const statuses = [];
  for (let time = 0; time < 5; time += 1) {
    const { status } = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(call),
    });
    statuses.push(status);
  }
  child.kill("SIGTERM");

  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  expect(await ended).toEqual([0, null]);
});

it("does not serve while certificates are not checked", slow, async () => {
  await using folder = await openFolder({ "toolcourt.yaml": "toolbox: { local: [] }\n" });
  const child = spawn(execPath, [bin, "serve", "--port", "0"], {
    cwd: folder.path,
    env: { ...env, NODE_TLS_REJECT_UNAUTHORIZED: "0" },
  });
  const [ended, errors] = await Promise.all([once(child, "close"), text(child.stderr)]);

  expect(ended).toEqual([2, null]);
  expect(errors).toContain("Node was started with NODE_TLS_REJECT_UNAUTHORIZED=0");
});

type Child = ReturnType<typeof launch>;

function launch(args: readonly string[], cwd?: string) {
  return spawn(execPath, [bin, ...args], { stdio: "pipe", cwd });
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

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock as clock } from "../packages/contracts/src/kernel/clock.ts";
import { openDurableStores } from "../packages/gateway/src/compose/open-durable-stores.ts";

// npm run audit:push [-- --short]
// Calls a tool of real `serve` processes and kills them, while they push rows to a receiver. The
// receiver is a process too: it is killed, slow, full and lying.
// Exit 1: a row did not arrive, a duplicate was not marked, or the received rows cannot be verified.

const isShort = process.argv[2] === "--short";
if (process.argv.length > 3 || (process.argv.length === 3 && !isShort)) {
  console.error("Expected npm run audit:push [-- --short].");
  process.exit(2);
}
const { wanted, kills } = isShort ? { wanted: 60, kills: 2 } : { wanted: 10_000, kills: 50 };
const limitMs = isShort ? 120_000 : 2_400_000;
/** Every so many kills the lease of the dead gateway runs out by itself. Else an operator ends it. */
const waitsEvery = 10;
/** A gateway signs after a thousand rows, and a call has two. */
const callsOfCheckpoint = 550;
const root = resolve(import.meta.dirname, "..");
const folder = await mkdtemp(join(tmpdir(), "audit-push-"));
const children = new Set<ChildProcess>();
process.on("SIGTERM", () => process.exit(143));
process.on("SIGINT", () => process.exit(130));
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});
const began = performance.now();

/** Starts a program of ours, and calls back for each line that it prints. */
function start(args: readonly string[], onLine: (line: string) => void): ChildProcess {
  const all = ["--conditions=@toolcourt/source", ...args];
  const child = spawn(process.execPath, all, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  child.once("exit", () => children.delete(child));
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on("line", onLine);
  }
  return child;
}

/** How often the receiver reported each word. */
const figures = new Map<string, number>();
const countOf = (word: string): number => figures.get(word) ?? 0;
let isOver = false;

/** Starts the receiver, and again whenever it has killed itself. Returns its port. */
function startReceiver(port: number): Promise<number> {
  const listening = Promise.withResolvers<number>();
  const program = join(root, "scripts/audit-push-receiver.ts");
  const child = start([program, folder, String(port), String(countOf("request"))], (line) => {
    const [word = "", number] = line.split(" ");
    figures.set(word, countOf(word) + 1);
    if (word === "port") listening.resolve(Number(number));
  });
  child.once("close", () => {
    if (!isOver) void listening.promise.then(startReceiver);
  });
  return listening.promise;
}

const port = await startReceiver(0);
const tools = ["hello", "read_repo_file", "write_memory_entry"].map((name) => ({ name }));
const push = {
  name: "storm",
  kind: "webhook",
  url: `http://127.0.0.1:${port}/`,
  max_rows: isShort ? 50 : 100,
};
const config = {
  toolbox: { local: ["workspace"], tools },
  stores: { url: "sqlite:state.db" },
  audit: { receipts: true, push: [push] },
};
await writeFile(join(folder, "toolcourt.yaml"), JSON.stringify(config));

interface Gateway {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Starts as a supervisor would: a store that is slow on a loaded machine prevents a start. */
async function startGateway(attempts = 5): Promise<Gateway> {
  const started = await tryGateway();
  if (typeof started !== "string") return started;
  if (attempts === 0 || !started.includes("did not answer in time")) fail(started);
  return startGateway(attempts - 1);
}

async function tryGateway(): Promise<Gateway | string> {
  const listening = Promise.withResolvers<string>();
  const printed: string[] = [];
  const program = join(root, "packages/toolcourt/src/bin.ts");
  const child = start([program, "serve", "--port", "0"], (line) => {
    printed.push(line);
    const url = /^Toolcourt listens on (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) listening.resolve(url);
  });
  child.once("close", () => listening.reject(new Error("It ended.")));
  return listening.promise.then(
    (url) => ({ child, url }),
    () => printed.join("\n"),
  );
}

async function kill({ child }: Gateway): Promise<void> {
  const ended = child.exitCode === null ? once(child, "exit") : undefined;
  child.kill("SIGKILL");
  await ended;
}

/** The receipts of all answers, by row: their rows must arrive. */
const receipts = new Map<number, string>();
const body = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "hello", arguments: {} },
});
const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
};

/** Calls until `enough`, or until the gateway is killed. */
async function callWhile(url: string, enough: () => boolean): Promise<void> {
  while (!enough()) {
    const answer = await fetch(url, { method: "POST", headers, body }).then(
      (response) => response.text(),
      () => "killed",
    );
    if (answer === "killed") return;
    // Refused because the store was too slow: such a call counts as not made.
    if (answer.includes('"audit-failed"')) continue;
    const found = /"dev\.toolcourt\/receipt":\{"row":(\d+),"hash":"([0-9a-f]{64})"\}/.exec(answer);
    if (found?.[2] === undefined) fail(`An answer has no receipt: ${answer.slice(0, 500)}`);
    receipts.set(Number(found[1]), found[2]);
  }
}

let resumed = 0;

/** What an operator does with `toolcourt audit push storm --resume`. It also ends a dead lease. */
async function resume(isAlways: boolean): Promise<{ readonly rows: number; readonly row: number }> {
  const opening = { clock, folder, deadlineMs: 10_000 };
  await using stores = await openDurableStores("sqlite:state.db", opening);
  const rows = (await stores.audit.last())?.sequence ?? 0;
  const [delivery] = await stores.deliveries.list();
  if (delivery === undefined) return { rows, row: 0 };
  const isStopped = delivery.stopped !== null;
  if (isStopped) resumed += 1;
  if (isStopped || isAlways) await stores.deliveries.reset({ ...delivery, stopped: null });
  return { rows, row: delivery.row };
}

const share = Math.ceil(wanted / kills);
for (let killed = 0; killed < kills; killed += 1) {
  if (performance.now() - began > limitMs) fail("The calls took too long.");
  const gateway = await startGateway();
  const target = Math.min(wanted, (killed + 1) * share);
  // Callers go on until the kill, so that it meets calls on their way.
  const calling = Array.from({ length: 8 }, () =>
    callWhile(gateway.url, () => gateway.child.signalCode !== null),
  );
  while (receipts.size < target) {
    if (gateway.child.exitCode !== null) fail("A gateway ended by itself.");
    await sleep(20);
  }
  await kill(gateway);
  await Promise.all(calling);
  await resume((killed + 1) % waitsEvery !== 0);
  if (!isShort) process.stdout.write(".");
}

// No more kills. Enough calls for a checkpoint, and then all rows must arrive.
const last = await startGateway();
let state = await resume(false);
for (let round = 1; countOf("checkpoint") === 0 || state.row < state.rows; round += 1) {
  const enough = receipts.size + (round === 1 || state.row === state.rows ? callsOfCheckpoint : 0);
  const isEnough = (): boolean => receipts.size >= enough;
  await Promise.all(Array.from({ length: 8 }, () => callWhile(last.url, isEnough)));
  if (performance.now() - began > limitMs) fail(`Row ${state.row + 1} did not arrive.`);
  await sleep(500);
  state = await resume(false);
}
await kill(last);
isOver = true;

const received = (await readFile(join(folder, "received.jsonl"), "utf8")).trimEnd().split("\n");
const rows = received.slice(1);
const seconds = Math.round((performance.now() - began) / 1_000);
console.log(
  `${receipts.size} calls answered, ${state.rows} rows, ${kills} gateways killed, ${resumed} stops resumed, ${seconds} s.`,
);
const killedReceivers = countOf("killed-before") + countOf("killed-after");
console.log(
  `Receiver: ${countOf("request")} requests, ${rows.length} rows kept, ${countOf("duplicate")} duplicates, all marked; killed ${killedReceivers}, slow ${countOf("slow")}, full ${countOf("full")}, lied ${countOf("lies")} times.`,
);
for (const word of ["unmarked", "other", "gap"]) {
  if (countOf(word) > 0) fail(`The receiver reported "${word}" ${countOf(word)} times.`);
}
if (rows.length !== state.rows) fail("The receiver lacks rows.");
for (const [row, hash] of receipts) {
  if (rows[row - 1]?.startsWith(`{"sequence":${row},"hash":"${hash}"`) === true) continue;
  fail(`Row ${row} of an answer is not among the received rows.`);
}
console.log(`Every row arrived, in order, with those of all ${receipts.size} receipts.`);
console.log(verified());
await rm(folder, { recursive: true });
process.exit(0);

/** Verifies what the receiver has, with its own files and the public key only. */
function verified(): string {
  const cli = (...args: readonly string[]): string => {
    const program = join(root, "packages/toolcourt/src/bin.ts");
    const all = ["--conditions=@toolcourt/source", program, "audit", ...args];
    return execFileSync(process.execPath, all, { cwd: folder, encoding: "utf8" }).trimEnd();
  };
  const key = cli("key");
  const files = ["received.jsonl", "--key", key, "--checkpoint", "checkpoints.txt"];
  const verdict = cli("verify", ...files);
  if (!/match an external checkpoint/.test(verdict)) fail(verdict);
  const program = join(root, "tools/verify-audit/verify_audit.py");
  const independent = ["received.jsonl", key, "checkpoints.txt"];
  const options = { cwd: folder, encoding: "utf8" } as const;
  return `${verdict}\nverify_audit.py: ${execFileSync("python3", [program, ...independent], options).trimEnd()}`;
}

function fail(because: string): never {
  console.error(because);
  console.error(`What is left: ${folder}`);
  process.exit(1);
}

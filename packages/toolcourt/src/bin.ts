import { randomBytes, randomFillSync, randomInt } from "node:crypto";
import { availableParallelism, tmpdir, userInfo } from "node:os";
import { setFlagsFromString } from "node:v8";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createNewId } from "@toolcourt/contracts/internal/kernel/new-id";
import { askHidden } from "./cli/ask-hidden.ts";
import { boundedLines } from "./cli/bounded-lines.ts";
import { createDrained } from "./cli/drained.ts";
import { openScreen } from "./cli/open-screen.ts";
import {
  exposingOptions,
  operatorName,
  programName,
  restingFlags,
  startCommand,
} from "./cli/process-facts.ts";
import { runToolcourt } from "./cli/run.ts";
import { tuneEngine } from "./cli/tune-engine.ts";
import { createWorkerMeans, ownWorkerOf } from "./cli/worker-process.ts";

const { stdin, stdout, stderr, env, argv, versions } = process;
const stopped = new AbortController();

for (const flag of restingFlags(versions.v8)) setFlagsFromString(flag);

// The reader of our output may leave early, as `head` does. That is not a failure: the work stops
// quietly. Output lost for any other reason is one.
const unread = new AbortController();
stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Every later write fails too.
  if (unread.signal.aborted) return;
  unread.abort();
  stopped.abort();
  if (error.code === "EPIPE") return;
  process.exitCode = 2;
  stderr.write(`The output could not be written (${error.code}), so it is incomplete.\n`);
});
// The log may lose its reader while a gateway serves. Calls go on: the audit log records them.
stderr.on("error", () => undefined);
for (const name of ["SIGINT", "SIGTERM"] as const) {
  process.once(name, () => stopped.abort(name));
}
let hangup = (): void => stopped.abort("SIGHUP");
process.on("SIGHUP", () => hangup());

const logTo = boundedLines(stderr);
const ownWorker = ownWorkerOf(process);
const askSecret = (question: string): Promise<string> =>
  askHidden(question, {
    input: stdin,
    output: stderr,
    signal: stopped.signal,
    interrupted: () => process.kill(process.pid, "SIGINT"),
  });

/** A terminal sends whole lines. While it is read, it keeps the process alive. */
const onEnter = (listener: () => void): Disposable => {
  stdin.on("data", listener);
  return {
    [Symbol.dispose]: () => {
      stdin.off("data", listener);
      stdin.pause();
    },
  };
};

const code = await runToolcourt(argv.slice(2), {
  terminal: {
    out: (text) => stdout.write(`${text}\n`),
    drained: createDrained(stdout, stopped.signal),
    err: logTo,
    errAll: (texts) => logTo(texts.join("\n")),
    isWatched: stderr.isTTY,
    progress: (text) => stderr.isTTY && stderr.write(`\r\u001b[K${text}`),
    columns: stdout.isTTY ? stdout.columns : 100,
    color: stdout.isTTY && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb",
  },
  signal: stopped.signal,
  clock: systemClock,
  folder: process.cwd(),
  environment: env,
  newId: createNewId(randomFillSync),
  random: () => randomInt(2 ** 32) / 2 ** 32,
  randomBytes,
  operator: operatorName(userInfo, process.getuid?.()),
  program: programName(argv[1] ?? "", process.cwd()),
  startCommand: startCommand(process.execPath, argv[1]),
  uid: process.getuid?.(),
  readInput: () => stdin,
  nodeVersion: versions.node,
  ...(stdin.isTTY && stderr.isTTY && { askSecret }),
  ...(stdin.isTTY && stdout.isTTY && { onEnter }),
  ...(stdin.isTTY &&
    stdout.isTTY &&
    env["TERM"] !== "dumb" && { openScreen: () => openScreen({ input: stdin, output: stdout }) }),
  exposedBy: exposingOptions(process.execArgv, env),
  tuneEngine: () =>
    tuneEngine({
      v8: versions.v8,
      setFlag: setFlagsFromString,
      nextTick: (tick) => process.nextTick(tick),
    }),
  onHangup: (listener) => {
    hangup = listener;
  },
  pid: process.pid,
  debug: env["TOOLCOURT_DEBUG"] === "1",
  workers: createWorkerMeans(
    { cores: availableParallelism(), temporary: tmpdir() },
    { clock: systemClock, print: logTo },
  ),
  ownWorker,
});
process.exitCode ??= code;
// The channel of a worker to its primary process would keep it alive.
process.channel?.unref();
// An idle pipe can block even `process.exit`, so the signal's default action applies again.
const reason: unknown = stopped.signal.reason;
// A command that stopped cleanly on request is not killed.
if (typeof reason === "string" && code !== 0) process.kill(process.pid, reason);
// A worker that failed ends even if something of it is still open: its primary process waits for it.
if (ownWorker !== undefined && code !== 0) stderr.write("", () => process.exit());
// A client that does not read would keep us alive with the output that waits for it.
if (unread.signal.aborted) process.exit();

import type cluster from "node:cluster";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { withTimeout } from "@toolcourt/contracts/internal/kernel/with-timeout";
import type {
  OwnWorker,
  WorkerProcess,
  WorkerSettings,
} from "@toolcourt/gateway/internal/compose/workers/protocol";
import type { WorkerMeans } from "./command.ts";
import { wholeLines } from "./whole-lines.ts";

/** Set by the primary process, and removed as soon as it is read. */
const variable = "TOOLCOURT_WORKER";

export interface MachineFacts {
  readonly cores: number;
  /** Where temporary folders are made. */
  readonly temporary: string;
}

interface LogDeps extends Pick<Runtime, "clock"> {
  /** Gets the whole lines of a worker's log. */
  readonly print: (text: string) => void;
}

/** How long the last lines of an ended worker may take. */
const drainMs = 1_000;

/** Creates the means to start this program again. */
export function createWorkerMeans({ cores, temporary }: MachineFacts, log: LogDeps): WorkerMeans {
  return {
    cores,
    open: async () => {
      // Loaded lazily: most commands need one process.
      const { default: processes } = await import("node:cluster");
      // Workers accept connections themselves. Handed over ones may hang if their worker is killed.
      processes.schedulingPolicy = processes.SCHED_NONE;
      // Our reader, so that lines of different processes are never mixed.
      processes.setupPrimary({ stdio: ["ignore", "inherit", "pipe", "ipc"] });
      const folder = await mkdtemp(join(temporary, "toolcourt-"));
      return {
        folder,
        fork: (settings) => fork(processes, settings, log),
        [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
      };
    },
  };
}

function fork(
  processes: typeof cluster,
  settings: WorkerSettings,
  { clock, print }: LogDeps,
): WorkerProcess {
  const worker = processes.fork({ [variable]: JSON.stringify(settings) });
  const { process: child } = worker;
  const { stderr } = child;
  const drained = new Promise((resolve) => stderr?.once("close", resolve));
  if (stderr) wholeLines(stderr, print);
  // Not `close`: a process that the worker started may keep its stderr open.
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const ended = exited.then(async (because) => {
    await withTimeout({ clock, ms: drainMs }, () => drained).catch(() => undefined);
    stderr?.destroy();
    return because;
  });
  return {
    port: {
      // A worker that is gone gets no more messages. Its end is reported apart.
      send: (message) => worker.isConnected() && child.send({ message }, () => undefined),
      onMessage: (listener) => void worker.on("message", within(listener)),
      closed: ended,
    },
    ended,
    kill: (signal) => void child.kill(signal),
  };
}

/** Returns this process as a worker. Undefined if it was started by itself. */
export function ownWorkerOf(own: NodeJS.Process): OwnWorker | undefined {
  const { env } = own;
  const text = env[variable];
  delete env[variable];
  if (text === undefined || own.send === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the primary process wrote it
  const settings = JSON.parse(text) as WorkerSettings;
  return {
    settings,
    port: {
      send: (message) => own.connected && own.send?.({ message }, () => undefined),
      onMessage: (listener) => void own.on("message", within(listener)),
      // Without its primary process a worker has no port, and Node ends it.
      closed: new Promise((resolve) => own.once("disconnect", resolve)),
    },
  };
}

/** Takes a message out of its envelope: Node wants an object, and other programs may send some. */
function within(listener: (message: unknown) => void): (envelope: unknown) => void {
  return (envelope) => {
    if (typeof envelope === "object" && envelope !== null && "message" in envelope) {
      listener(envelope.message);
    }
  };
}

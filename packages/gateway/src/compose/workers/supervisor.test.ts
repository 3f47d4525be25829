import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ForkWorker, WorkerSettings } from "./protocol.ts";
import { Supervisor } from "./supervisor.ts";

const url = "http://127.0.0.1:7420/mcp";

/** A started worker, in the hands of the test. */
interface FakeWorker extends WorkerSettings {
  readonly serve: () => void;
  /** Asks something of the primary process, and returns the answer. */
  readonly ask: (ask: string, ...values: readonly unknown[]) => Promise<unknown>;
  readonly end: (because: string) => void;
  readonly kills: string[];
  /** What it answers, by what is asked. Default: nothing. */
  readonly answers: Map<string, unknown>;
}

const asked = z.looseObject({
  id: z.number(),
  ask: z.string().optional(),
  value: z.unknown().optional(),
});

/** What a worker enforces, as far as the supervisor looks at it. */
function enforcing(config: string) {
  return { config, overlays: {}, answered: [] };
}

function setUp(count = 2) {
  const clock = createFakeClock();
  const workers: FakeWorker[] = [];
  const lines: string[] = [];
  const fork: ForkWorker = (settings) => {
    const ended = Promise.withResolvers<string>();
    const listeners: ((message: unknown) => void)[] = [];
    const kills: string[] = [];
    const answers = new Map<string, unknown>();
    const told = new Map<number, (value: unknown) => void>();
    const askFor: FakeWorker["ask"] = (ask, ...values) =>
      new Promise((resolve) => {
        const id = told.size + 2;
        told.set(id, resolve);
        for (const listener of listeners) listener({ id, ask, values });
      });
    const send = (message: unknown): void => {
      const { id, ask, value } = asked.parse(message);
      if (ask === undefined) told.get(id)?.(value);
      if (ask === undefined || !answers.has(ask)) return;
      for (const listener of listeners) listener({ id, value: answers.get(ask) });
    };
    const serve = (): void => {
      for (const listener of listeners) listener({ id: 1, ask: "ready", values: [url] });
    };
    workers.push({ ...settings, serve, ask: askFor, end: ended.resolve, kills, answers });
    return {
      port: {
        send,
        onMessage: (listener) => void listeners.push(listener),
        closed: ended.promise,
      },
      ended: ended.promise,
      kill: (signal) => {
        kills.push(signal);
        if (signal === "SIGKILL") ended.resolve(signal);
      },
    };
  };
  const supervisor = new Supervisor({
    stopMs: 10_000,
    clock,
    count,
    fork,
    folder: "/sockets",
    configDigest: "0a",
    elsewhere: [],
    isWatched: false,
    log: (event, fields) => void lines.push(`${event} ${JSON.stringify(fields)}`),
  });
  const settle = (): Promise<void> => clock.advance(0);
  return { clock, workers, lines, supervisor, settle };
}

async function started(count?: number) {
  const place = setUp(count);
  const starting = place.supervisor.start();
  for (const worker of place.workers) worker.serve();
  return { ...place, found: await starting };
}

const plan = { settings: [], files: [], servers: {}, tools: {} };
const full = { kind: "refused", code: "write-failed", message: "Disk full.", next: "df" };

/** Lets each worker prepare a reload, and end it as given. */
function reloading({ workers }: Pick<Awaited<ReturnType<typeof started>>, "workers">) {
  return (...ends: readonly unknown[]): void => {
    for (const [index, { answers }] of workers.entries()) {
      answers.set("prepareReload", { kind: "ready", digest: "0b", plan });
      answers.set("endReload", ends[index]);
    }
  };
}

describe("a reload of workers", () => {
  it("starts a worker again that could not apply what the others did", async () => {
    const place = await started();
    reloading(place)(undefined, full);
    await place.workers[1]?.ask("accepted", enforcing("old"));
    await place.workers[0]?.ask("accepted", enforcing("new"));

    expect(await place.supervisor.reload({ cause: "command" })).toEqual(plan);
    await place.settle();
    await place.clock.advance(250);
    expect(place.workers.map(({ kills }) => kills)).toEqual([[], ["SIGKILL"], []]);
    expect(place.workers[2]?.number).toBe(2);
    expect(await place.workers[2]?.ask("turn")).toEqual(enforcing("new"));
    expect(place.lines).toContain(
      'worker.ended {"worker":2,"because":"Disk full.","nextInMs":250}',
    );
  });

  it("is refused if no worker could apply it", async () => {
    const place = await started();
    reloading(place)(full, full);

    await expect(place.supervisor.reload({ cause: "command" })).rejects.toThrow("Disk full.");
    place.workers[0]?.end("SIGKILL");
    await place.settle();
    await place.clock.advance(250);
    expect(place.workers.map(({ kills }) => kills)).toEqual([[], [], []]);
    expect(place.workers[2]).toMatchObject({ number: 1, configDigest: "0a" });
  });
});

describe("what workers enforce", () => {
  it("is told to a worker that starts again, also after all of them ended", async () => {
    const { workers, clock, settle } = await started();
    await workers[0]?.ask("accepted", enforcing("first"));
    await workers[1]?.ask("accepted", enforcing("narrower"));
    workers[0]?.end("SIGKILL");
    await settle();
    await clock.advance(250);
    const beside = await workers[2]?.ask("turn");
    workers[2]?.end("SIGKILL");
    workers[1]?.end("SIGKILL");
    await settle();
    await clock.advance(500);

    expect(beside).toEqual(enforcing("narrower"));
    expect(await workers[3]?.ask("turn")).toEqual(enforcing("narrower"));
  });

  it("is told at the start to all workers but the first one", async () => {
    const { workers, supervisor } = setUp();
    const starting = supervisor.start();
    const first = await workers[0]?.ask("turn");
    await workers[0]?.ask("accepted", enforcing("first"));
    workers[0]?.serve();
    const second = await workers[1]?.ask("turn");
    workers[1]?.serve();
    await starting;

    expect([first, second]).toEqual([undefined, enforcing("first")]);
  });
});

describe("Supervisor", () => {
  it("starts all workers, and returns their address when all of them serve", async () => {
    const { workers, supervisor } = setUp(3);
    const starting = supervisor.start();
    const early = workers.map(({ number, isRestart }) => [number, isRestart]);
    for (const worker of workers) worker.serve();

    expect((await starting).href).toBe(url);
    expect(early).toEqual([
      [1, false],
      [2, false],
      [3, false],
    ]);
  });

  it("does not start if one worker cannot", async () => {
    const { workers, supervisor } = setUp();
    const starting = supervisor.start();
    workers[0]?.serve();
    workers[1]?.end("exit code 2");

    await expect(starting).rejects.toMatchObject({ name: "WorkerFailedError" });
  });

  it("logs why the start failed, except if the worker has logged it", async () => {
    const killed = setUp();
    const starting = killed.supervisor.start();
    killed.workers[1]?.end("SIGKILL");
    await expect(starting).rejects.toThrow("worker 2: SIGKILL");
    const failed = setUp();
    const failing = failed.supervisor.start();
    failed.workers[0]?.end("exit code 2");
    await expect(failing).rejects.toThrow("worker 1: exit code 2");

    expect(killed.lines).toEqual(['worker.failed {"worker":2,"because":"SIGKILL"}']);
    expect(failed.lines).toEqual([]);
  });

  it("kills a worker that is not ready in time, at the start and later", async () => {
    const stuck = setUp();
    const starting = stuck.supervisor.start();
    starting.catch(() => undefined);
    await stuck.clock.advance(600_000);
    const later = await started();
    later.workers[0]?.end("SIGKILL");
    await later.settle();
    await later.clock.advance(250);
    await later.clock.advance(600_000);

    await expect(starting).rejects.toThrow("worker 1: not ready after 600 s");
    expect(stuck.workers.map(({ kills }) => kills)).toEqual([["SIGKILL"], []]);
    expect(later.lines.at(-1)).toContain('"because":"not ready after 600 s"');
  });

  it("gives up if no worker serves for 30 seconds", async () => {
    const { workers, lines, clock, supervisor, settle } = await started();
    const lost = supervisor.lost.then(() => "lost");
    for (const worker of workers) worker.end("SIGKILL");
    await settle();
    await clock.advance(29_000);
    workers.at(-1)?.serve();
    await settle();
    await clock.advance(60_000);
    const before = lines.filter((line) => line.startsWith("workers.lost"));
    workers.at(-1)?.end("SIGKILL");
    await settle();
    await clock.advance(30_000);

    expect(before).toEqual([]);
    expect(await lost).toBe("lost");
    expect(lines).toContain('workers.lost {"afterMs":30000}');
  });

  it("starts an ended worker again, with longer pauses while it keeps ending", async () => {
    const { workers, lines, clock, settle } = await started();
    workers[0]?.end("SIGKILL");
    await settle();
    await clock.advance(250);
    workers.at(-1)?.end("exit code 1");
    await settle();
    await clock.advance(499);
    const before = workers.length;
    await clock.advance(1);
    workers.at(-1)?.serve();
    await settle();

    expect([before, workers.length]).toEqual([3, 4]);
    expect(workers.at(-1)).toMatchObject({ number: 1, isRestart: true });
    expect(lines).toEqual([
      'worker.ended {"worker":1,"because":"SIGKILL","nextInMs":250}',
      'worker.ended {"worker":1,"because":"exit code 1","nextInMs":500}',
      'worker.restarted {"worker":1,"restarts":1}',
    ]);
  });

  it("stops all workers, and kills those that do not end", async () => {
    const { workers, lines, clock, supervisor, settle } = await started();
    const stopping = supervisor[Symbol.asyncDispose]();
    workers[0]?.end("exit code 0");
    await settle();
    await clock.advance(10_000);
    await stopping;

    expect(workers.map(({ kills }) => kills)).toEqual([["SIGTERM"], ["SIGTERM", "SIGKILL"]]);
    expect(lines).toEqual([]);
  });
});

describe("a link to the console", () => {
  it("comes from the first worker", async () => {
    const { workers, supervisor } = await started();
    const link = { kind: "link", url: "http://127.0.0.1:7420/console/#code" };
    workers[0]?.answers.set("consoleLink", link);

    expect(await supervisor.consoleLink()).toEqual(link);
  });

  it("is not there while the first worker starts", async () => {
    const { workers, supervisor, settle } = await started();
    workers[0]?.end("SIGKILL");
    await settle();

    expect(await supervisor.consoleLink()).toEqual({ kind: "none", because: "starting" });
  });
});

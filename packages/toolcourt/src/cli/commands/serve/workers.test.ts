import type { ForkWorker } from "@toolcourt/gateway/internal/compose/workers/protocol";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { machine } from "@toolcourt/testing/serving";
import { describe, expect, it, vi } from "vitest";
import { serveByWorkers, workersAsked } from "./workers.ts";

const flags = { config: undefined, record: undefined };
const open = () => Promise.reject(new Error("not opened"));

describe("the number of workers", () => {
  it.each([
    [2, 2],
    [64, 64],
    [100, 64],
  ])("on %d cores is %d for auto, as many as a number may ask for", async (cores, count) => {
    const text = JSON.stringify({ server: { workers: "auto" }, toolbox: {} });
    await using folder = await openFolder({ "toolcourt.yaml": text });
    const context = machine(folder.path, () => undefined, new AbortController().signal);

    const asked = await workersAsked(undefined, { ...context, workers: { cores, open } });

    expect(asked?.count).toBe(count);
  });
});

/** Starts workers that serve once. Later ones end at once. */
function serveOnce(): ForkWorker {
  return ({ isRestart }) => {
    const ended = Promise.withResolvers<string>();
    if (isRestart) ended.resolve("exit code 1");
    const ready = { id: 1, ask: "ready", values: ["http://127.0.0.1:1/mcp"] };
    const onMessage = (listener: (message: unknown) => void): void =>
      queueMicrotask(() => listener(ready));
    // Ends when it hears that all of them serve.
    const send = (message: unknown): void => {
      if (JSON.stringify(message).includes("allReady")) ended.resolve("SIGKILL");
    };
    const port = {
      send,
      onMessage: isRestart ? () => undefined : onMessage,
      closed: ended.promise,
    };
    return { port, ended: ended.promise, kill: ended.resolve };
  };
}

describe("a gateway that lost its workers", () => {
  it("ends with exit code 2 and a line", async () => {
    const text = JSON.stringify({ server: { workers: 2 }, toolbox: {} });
    await using folder = await openFolder({ "toolcourt.yaml": text });
    const printed: string[] = [];
    const clock = createFakeClock();
    const fork = serveOnce();
    const means = async () => ({
      folder: folder.path,
      fork,
      [Symbol.asyncDispose]: async () => {},
    });
    const signal = new AbortController().signal;
    const machineOf = machine(folder.path, (line) => void printed.push(line), signal);
    const context = { ...machineOf, clock, workers: { cores: 2, open: means } };
    const asked = await workersAsked(undefined, context);
    if (asked === undefined) throw new Error("It asks for no workers.");
    const serving = serveByWorkers(asked, flags, context);
    await vi.waitUntil(() => printed.join("\n").includes("Worker 2 ended"));
    await clock.advance(30_000);

    expect(await serving).toBe(2);
    expect(printed.join("\n")).toContain("No worker has served for 30 seconds");
  });
});

import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import type { Clock } from "../../packages/contracts/src/kernel/clock.ts";
import { connectUpstream } from "../../packages/gateway/src/upstreams/connect.ts";
import { EraMemory } from "../../packages/gateway/src/upstreams/connection.ts";
import { ResponseMatcher } from "../../packages/gateway/src/upstreams/response-matcher.ts";
import type { Child } from "../../packages/gateway/src/upstreams/stdio/child.ts";
import { createStdioConnection } from "../../packages/gateway/src/upstreams/stdio/stdio-connection.ts";
import type { Upstream, UpstreamListeners } from "../../packages/gateway/src/upstreams/upstream.ts";
import { type Exhibit, serve } from "./server.ts";

interface Opening {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly listeners: UpstreamListeners;
}

/** Starts an exhibit in this process and connects to it as to a separate program. */
export function openExhibit(exhibit: Exhibit, opening: Opening): Promise<Upstream> {
  const { clock } = opening;
  const memory = new EraMemory(clock);
  memory.remember({ kind: "legacy" });
  const answers = new ResponseMatcher(opening);
  const wire = createStdioConnection(startHere(exhibit, clock), answers, opening);
  return connectUpstream(wire, answers, { ...opening, memory, searchPath: "" });
}

/** Returns an object that looks like a child process. */
function startHere(exhibit: Exhibit, clock: Clock): Child {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const exited = Promise.withResolvers<void>();
  let hasEnded = false;
  const end = (): undefined => {
    hasEnded = true;
    stdin.destroy();
    stdout.end();
    exited.resolve();
  };
  const write = (line: string): void => {
    if (!hasEnded) stdout.write(`${line}\n`);
  };
  createInterface({ input: stdin }).on("line", serve(exhibit, { write, end, clock }));
  return {
    pid: 0,
    streams: { stdin, stdout, stderr },
    exited: exited.promise,
    closed: once(stdout, "close").then(() => undefined),
    [Symbol.asyncDispose]: async () => end(),
  };
}

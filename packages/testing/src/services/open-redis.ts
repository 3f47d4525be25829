import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRedis } from "./find-redis.ts";
import { type ServerProgram, startServer } from "./start-server.ts";
import type { TestServer } from "./test-server.ts";

/**
 * Starts a dedicated Redis without persistence. It listens on a socket in its folder, so it takes
 * no port.
 */
export async function openRedis(): Promise<TestServer> {
  const found = await findRedis();
  const folder = await mkdtemp(join(tmpdir(), "toolcourt-redis-"));
  const socket = join(folder, "redis.sock");
  const program: ServerProgram = {
    ...found,
    args: ["--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no"],
    folder,
    ready: "eady to accept connections",
    signal: "KILL",
  };
  let running = await startServer(program);
  return {
    url: `redis://localhost?path=${socket}`,
    folder,
    stop: () => running.stop("TERM"),
    crash: () => running.stop("KILL"),
    start: async () => {
      running = await startServer(program);
    },
    [Symbol.asyncDispose]: () => running.end(),
  };
}

import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { findPostgres, postgresUser } from "./find-postgres.ts";
import { runProgram } from "./run-program.ts";
import { type ServerProgram, startServer } from "./start-server.ts";
import type { TestServer } from "./test-server.ts";

/** Power loss is tested elsewhere, so a test server skips syncs by default. */
const defaults = {
  listen_addresses: "",
  fsync: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "16MB",
};

const user = postgresUser === undefined ? {} : { user: postgresUser };

/** Starts a dedicated PostgreSQL. It listens on a socket in its folder, so it takes no port. */
export async function openPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const bin = await findPostgres();
  const folder = await makeCluster(bin);
  const chosen = Object.entries({ ...defaults, ...settings, unix_socket_directories: folder });
  const program: ServerProgram = {
    command: join(bin, "postgres"),
    args: ["-D", folder, ...chosen.flatMap(([key, value]) => ["-c", `${key}=${value}`])],
    env: { ...env, LC_ALL: "C" },
    folder,
    ready: "ready to accept connections",
    signal: "QUIT",
    ...user,
  };
  let running = await startServer(program);
  return {
    url: `postgres://postgres@localhost/postgres?host=${folder}`,
    folder,
    stop: () => running.stop("INT"),
    crash: () => running.stop("QUIT"),
    start: async () => {
      running = await startServer(program);
    },
    [Symbol.asyncDispose]: () => running.end(),
  };
}

async function makeCluster(bin: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "toolcourt-pg-"));
  const how = ["-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"];
  try {
    if (postgresUser !== undefined) await chown(folder, postgresUser.uid, postgresUser.gid);
    await runProgram({ command: join(bin, "initdb"), args: ["-D", folder, ...how], ...user });
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

import { join } from "node:path";
import { env } from "node:process";
import { installOnce } from "./install-once.ts";
import { runProgram } from "./run-program.ts";
import { unpackDebian, withLibraries } from "./unpack-debian.ts";

export interface RedisProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Finds Redis or Valkey on the machine, or unpacks the distribution's package into the cache. */
export async function findRedis(): Promise<RedisProgram> {
  for (const command of ["redis-server", "valkey-server"]) {
    if (await runs({ command, env })) return { command, env };
  }
  const folder = await installOnce("redis-debian", install);
  const unpacked = {
    command: join(folder, "usr/bin/redis-server"),
    env: await withLibraries(folder),
  };
  await runProgram({ ...unpacked, args: ["--version"] });
  return unpacked;
}

function install(folder: string): Promise<void> {
  return unpackDebian(folder, {
    wanted: ["redis-server", "redis-tools"],
    libraries: [
      "liblzf1",
      "libjemalloc2",
      "liblua5.1-0",
      "lua-cjson",
      "lua-bitop",
      "libhiredis0.14",
    ],
  });
}

function runs(program: RedisProgram): Promise<boolean> {
  return runProgram({ ...program, args: ["--version"] }).then(
    () => true,
    () => false,
  );
}

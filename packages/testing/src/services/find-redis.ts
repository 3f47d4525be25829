import { type FoundProgram, findProgram } from "./find-program.ts";

/** Finds Redis or Valkey on the machine, or unpacks the distribution's package into the cache. */
export function findRedis(): Promise<FoundProgram> {
  return findProgram("redis-debian", {
    commands: ["redis-server", "valkey-server"],
    versionFlag: "--version",
    path: "usr/bin/redis-server",
    packages: {
      wanted: ["redis-server", "redis-tools"],
      libraries: [
        "liblzf1",
        "libjemalloc2",
        "liblua5.1-0",
        "lua-cjson",
        "lua-bitop",
        "libhiredis0.14",
      ],
    },
  });
}

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import { installOnce } from "./install-once.ts";
import { runProgram } from "./run-program.ts";

export interface RedisProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A Redis or Valkey of the machine; else one of its distribution, unpacked into the cache. */
export async function findRedis(): Promise<RedisProgram> {
  for (const command of ["redis-server", "valkey-server"]) {
    if (await runs({ command, env })) return { command, env };
  }
  const folder = await installOnce("redis-debian", install);
  const libraries = await librariesIn(join(folder, "usr/lib"));
  const unpacked = {
    command: join(folder, "usr/bin/redis-server"),
    env: { ...env, LD_LIBRARY_PATH: libraries.join(":") },
  };
  await runProgram({ ...unpacked, args: ["--version"] });
  return unpacked;
}

const server = ["redis-server", "redis-tools"];
const needed = [
  "liblzf1",
  "libjemalloc2",
  "liblua5.1-0",
  "lua-cjson",
  "lua-bitop",
  "libhiredis0.14",
];

async function install(folder: string): Promise<void> {
  for (const name of [...server, ...needed]) {
    const download = runProgram({ command: "apt-get", args: ["download", name], cwd: folder });
    // Other releases link fewer or other libraries. Whether enough are there shows when it runs.
    await (server.includes(name) ? download : download.catch(() => ""));
  }
  const files = await readdir(folder);
  for (const file of files.filter((name) => name.endsWith(".deb"))) {
    await runProgram({ command: "dpkg", args: ["-x", file, "."], cwd: folder });
  }
}

async function librariesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

function runs(program: RedisProgram): Promise<boolean> {
  return runProgram({ ...program, args: ["--version"] }).then(
    () => true,
    () => false,
  );
}

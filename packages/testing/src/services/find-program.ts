import { join } from "node:path";
import { env } from "node:process";
import { installOnce } from "./install-once.ts";
import { type Program, runProgram } from "./run-program.ts";
import { type DebianPackages, unpackDebian, withLibraries } from "./unpack-debian.ts";

export type FoundProgram = Required<Pick<Program, "command" | "env">>;

/** A program of the distribution, and how to get it where it is not installed. */
export interface Wanted {
  /** Names or paths under which a machine may have it. */
  readonly commands: readonly string[];
  /** Flag that prints the version and ends. */
  readonly versionFlag: string;
  readonly packages: DebianPackages;
  /** Its path inside the unpacked packages. */
  readonly path: string;
}

/** Finds a program on the machine, or unpacks the distribution's package into the cache. */
export async function findProgram(name: string, wanted: Wanted): Promise<FoundProgram> {
  const { commands, versionFlag, packages, path } = wanted;
  for (const command of commands) {
    const found = { command, env };
    if (await runs(found, versionFlag)) return found;
  }
  const folder = await installOnce(name, (filling) => unpackDebian(filling, packages));
  const unpacked = { command: join(folder, path), env: await withLibraries(folder) };
  await runProgram({ ...unpacked, args: [versionFlag] });
  return unpacked;
}

function runs(program: FoundProgram, versionFlag: string): Promise<boolean> {
  return runProgram({ ...program, args: [versionFlag] }).then(
    () => true,
    () => false,
  );
}

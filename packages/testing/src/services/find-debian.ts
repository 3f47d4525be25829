import { join } from "node:path";
import { env } from "node:process";
import { installOnce } from "./install-once.ts";
import { runProgram } from "./run-program.ts";
import { unpackDebian, withLibraries } from "./unpack-debian.ts";

export interface DebianProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Where Debian has a program, and what shows that it runs. */
export interface DebianNeed {
  readonly program: string;
  readonly package: string;
  /** Default: none. */
  readonly libraries?: readonly string[];
  /** Default: `--version`. */
  readonly probe?: readonly string[];
}

/** Finds a program on the machine, or unpacks the distribution's package into the cache. */
export async function findDebian(need: DebianNeed): Promise<DebianProgram> {
  const args = need.probe ?? ["--version"];
  const here = { command: need.program, env };
  if (
    await runProgram({ ...here, args }).then(
      () => true,
      () => false,
    )
  )
    return here;
  try {
    const folder = await installOnce(`${need.package}-debian`, (place) =>
      unpackDebian(place, { wanted: [need.package], libraries: need.libraries ?? [] }),
    );
    const command = join(folder, "usr/bin", need.program);
    const found = { command, env: await withLibraries(folder).catch(() => env) };
    await runProgram({ ...found, args });
    return found;
  } catch (cause) {
    throw new Error(`There is no ${need.program} here. Run: apt-get install ${need.package}`, {
      cause,
    });
  }
}

import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { env } from "node:process";
import { promisify } from "node:util";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";

export const root = resolve(import.meta.dirname, "../..");

/** The version in names of files, of images and of tags. */
export const versionInName = /(?<=toolcourt[-:]|newTag: )\d+\.\d+\.\d+/g;

/** Returns the commands of a page's section, or of the whole page. */
export async function commandsOf(page: string, section?: string): Promise<string> {
  const text = await readFile(join(root, "docs/deploy", page), "utf8");
  const part =
    section === undefined
      ? text
      : (text.split(/^## /m).find((each) => each.startsWith(section)) ?? "");
  const blocks = [...part.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = ""]) => code);
  if (blocks.length === 0) throw new Error(`${page} has no commands in: ${section ?? "it"}`);
  return blocks.join("");
}

/** A machine of a test: folders of the system lie in a folder, and some programs do nothing. */
export interface Machine extends AsyncDisposable {
  readonly folder: Folder;
  /** Puts the folder in front of the system's folders in a text. */
  readonly mapped: (text: string) => string;
  /** Runs commands in a checkout, and returns their output. */
  readonly run: (commands: string, cwd?: string) => Promise<string>;
}

/** Opens a machine where `sudo` runs its command as it is, and the named programs do nothing. */
export async function openMachine(quiet: readonly string[] = []): Promise<Machine> {
  const folder = await openFolder();
  const bin = join(folder.path, "stand-ins");
  await mkdir(bin);
  const programs = [["sudo", 'exec "$@"'], ...quiet.map((name) => [name, ":"])] as const;
  for (const [name, body] of programs) {
    await writeFile(join(bin, name), `#!/bin/sh\n${body}\n`);
    await chmod(join(bin, name), 0o755);
  }
  const mapped = (text: string): string =>
    text.replaceAll(/(?<![\w./])\/(?:etc|var\/lib|usr\/local)\//g, (path) => folder.path + path);
  const prefix = join(folder.path, "usr/local");
  await mkdir(join(prefix, "bin"), { recursive: true });
  const path = [bin, join(prefix, "bin"), env["PATH"]].join(":");
  // Where `npm install --global` puts its programs.
  const own = { ...env, PATH: path, npm_config_prefix: prefix };
  const run = async (commands: string, cwd = root): Promise<string> => {
    const args = ["-euo", "pipefail", "-c", mapped(commands)];
    return (await promisify(execFile)("bash", args, { cwd, env: own })).stdout;
  };
  return { folder, mapped, run, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

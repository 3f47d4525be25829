import { execFile } from "node:child_process";
import { mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { env, execPath } from "node:process";

const root = resolve(import.meta.dirname, "../..");

/** Node flag that resolves our packages to their sources in the checkout. */
export const fromSource = "--conditions=@toolcourt/source";

/** Links our packages and our installed ones into a new project, in place of `npm install`. */
export async function linkPackages(folder: string): Promise<void> {
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const names = [...manifest.matchAll(/^ {4}"((?:@[\w-]+\/)?[\w-]+)": "\d/gm)].map(
    ([, name = ""]) => name,
  );
  for (const name of names) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(await realpath(join(root, "node_modules", name)), link);
  }
  const config = join(folder, "toolcourt.yaml");
  const text = await readFile(config, "utf8");
  // Commands run as functions here, in another folder than the project's.
  const started = `command: ${JSON.stringify(execPath)}\n      cwd: ${JSON.stringify(folder)}`;
  await writeFile(
    config,
    text
      .replace("command: node", started)
      .replace("args: [server.ts]", `args: ["${fromSource}", server.ts]`),
  );
}

export interface Ended {
  readonly code: number;
  readonly printed: string;
}

/** Runs Node in a project until it exits. */
export function runNode(folder: string, ...args: readonly string[]): Promise<Ended> {
  // A nested test runner would report to the outer one through these variables.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...rest } = env;
  return new Promise((done) => {
    execFile(execPath, args, { cwd: folder, env: rest }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      done({ code, printed: `${stdout}${stderr}` });
    });
  });
}

/** The compiler that a project runs with `npm run types`. */
export const compiler = join(root, "node_modules/typescript/bin/tsc");

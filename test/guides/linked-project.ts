import { execFile } from "node:child_process";
import { mkdir, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { env, execPath } from "node:process";

const root = resolve(import.meta.dirname, "../..");

/** What Node is told so that it takes our packages as they stand in the checkout. */
export const fromSource = "--conditions=@toolcourt/source";

/** Does what `npm install` does in a new project, with our own packages and those that we have ourselves. */
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

/** Runs Node in a project until it ends. */
export function runNode(folder: string, ...args: readonly string[]): Promise<Ended> {
  // A test that runs tests is taken for a part of them, unless nobody tells.
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...rest } = env;
  return new Promise((done) => {
    execFile(execPath, args, { cwd: folder, env: rest }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      done({ code, printed: `${stdout}${stderr}` });
    });
  });
}

/** The compiler, which a project has by its own `npm run types`. */
export const compiler = join(root, "node_modules/typescript/bin/tsc");

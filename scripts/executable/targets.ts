import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { arch, platform } from "node:process";
import { installOnce } from "../../packages/testing/src/services/install-once.ts";
import { runProgram } from "../../packages/testing/src/services/run-program.ts";
import { readLockFile } from "../supply/lock-file.ts";

const root = resolve(import.meta.dirname, "../..");

/** The systems for which npm has a Node of our version. It has none for macOS. */
export const targets = ["linux-x64", "linux-arm64", "win-x64"] as const;

export type Target = (typeof targets)[number];

/** Reports whether this machine can run the executable of a system. */
export function isHere(target: Target): boolean {
  return target === `${platform}-${arch}`;
}

/** Returns the Node binary of a system, as npm has it and the lock file describes it. */
export async function nodeFor(target: Target): Promise<string> {
  const name = `node-${target}`;
  const file = target === "win-x64" ? "bin/node.exe" : "bin/node";
  if (isHere(target)) return join(root, "node_modules", name, file);
  const { version, integrity } = readLockFile(root)[`node_modules/${name}`] ?? {};
  if (version === undefined || integrity === undefined) {
    throw new Error(`package-lock.json: ${name} is not there. Run: npm install`);
  }
  // npm installs only what runs here, so the package is fetched and compared by ourselves.
  const folder = await installOnce(`${name}-${version}`, async (into) => {
    const args = ["pack", `${name}@${version}`, "--silent", "--pack-destination", into];
    const packed = join(into, (await runProgram({ command: "npm", args })).trim());
    const digest = createHash("sha512").update(readFileSync(packed)).digest("base64");
    if (`sha512-${digest}` !== integrity) throw new Error(`${name} is not what the lock file says`);
    await runProgram({ command: "tar", args: ["-xf", packed, "-C", into] });
  });
  return join(folder, "package", file);
}

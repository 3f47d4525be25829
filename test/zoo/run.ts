// A server of the zoo over stdio: node test/zoo/run.ts <name>

import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { argv, exit, stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { type Exhibit, serve } from "./server.ts";

/** Loads only the requested exhibit: a crashing server is restarted often. */
async function exhibitNamed(name: string): Promise<Exhibit | undefined> {
  const files = ["broken", "correct"].map((kind) =>
    resolve(import.meta.dirname, kind, `${name}.ts`),
  );
  const file = /^[a-z-]+$/.test(name) ? files.find((each) => existsSync(each)) : undefined;
  if (file === undefined) return undefined;
  const module: unknown = await import(file);
  const exported: readonly unknown[] = Object.values(module ?? {});
  return exported.find(isExhibit);
}

function isExhibit(value: unknown): value is Exhibit {
  return typeof value === "object" && value !== null && "start" in value;
}

const exhibit = await exhibitNamed(argv[2] ?? "");
if (exhibit === undefined) {
  stderr.write("Name a file of test/zoo/broken or test/zoo/correct, without its ending.\n");
  exit(2);
}
const write = (line: string): void => void stdout.write(`${line}\n`);
const hear = serve(exhibit, { write, end: () => exit(1), clock: systemClock });
createInterface({ input: stdin }).on("line", hear);

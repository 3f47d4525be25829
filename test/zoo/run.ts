// A server of the zoo over stdio: node test/zoo/run.ts <name>

import { argv, exit, stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";
import { systemClock } from "../../packages/gateway/src/kernel/clock.ts";
import { serve } from "./server.ts";
import { zoo } from "./zoo.ts";

const exhibit = zoo.get(argv[2] ?? "");
if (exhibit === undefined) {
  stderr.write(`Name one of: ${[...zoo.keys()].join(", ")}\n`);
  exit(2);
}
const write = (line: string): void => void stdout.write(`${line}\n`);
const hear = serve(exhibit, { write, end: () => exit(1), clock: systemClock });
createInterface({ input: stdin }).on("line", hear);

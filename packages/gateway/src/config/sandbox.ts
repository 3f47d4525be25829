import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { expected } from "@toolcourt/contracts/internal/documents/wording";
import { isJsonArray, type JsonValue, own } from "@toolcourt/sdk";
import { z } from "zod";
import { installerIn, isNpx, type NpxProblem, readNpx } from "../upstreams/npx-command.ts";
import type { Sandbox } from "../upstreams/transport.ts";
import { type Entry, isText, problem } from "./entries.ts";
import { choice, fullText, keysAndValues, listOf, size, wholeBetween } from "./pieces.ts";

/** The sandbox of a stdio server. */
const settings = z.strictObject(
  {
    read: listOf(fullText, "paths").default([]),
    write: listOf(fullText, "paths").default([]),
    network: choice(["none", "all"]).default("none"),
    memory: size.prefault("512MB"),
    processes: wholeBetween("a whole number", 8, 512).default(128),
  },
  keysAndValues,
);

/** `required` stands for all defaults. There is no form that goes on without a sandbox. */
export const sandbox = z.union([z.literal("required"), settings], {
  error: expected("required, or keys and values"),
});

type SandboxFile = z.output<typeof sandbox>;

export function toSandbox(file: SandboxFile | undefined): Sandbox | undefined {
  if (file === undefined) return undefined;
  const { read, write, network, memory, processes } =
    file === "required" ? settings.parse({}) : file;
  return { read, write, network, maxMemory: memory, maxProcesses: processes };
}

const npxProblems: { readonly [Kind in NpxProblem]: string } = {
  "no-package": "In a sandbox `npx` needs a package, such as name@1.2.3.",
  "not-pinned":
    "In a sandbox a package of `npx` needs an exact version, such as name@1.2.3: it is installed before the sandbox closes.",
  option: "In a sandbox `npx` takes only the options -y, -q and -p.",
};

/** Finds commands that cannot run in a sandbox. */
export function* sandboxProblems({ path, value }: Entry): Generator<Problem> {
  const command = own(value, "command");
  if (own(value, "sandbox") === undefined || !isText(command)) return;
  const installer = installerIn(command);
  if (installer !== undefined) {
    const message = `In a sandbox ${installer} cannot install what it runs. Install the program first, and name it as the command.`;
    yield problem([...path, "command"], message);
  }
  if (isNpx(command)) yield* npxProblemsOf(own(value, "args") ?? [], [...path, "args"]);
}

function* npxProblemsOf(args: JsonValue, at: Problem["path"]): Generator<Problem> {
  if (!isJsonArray(args) || !args.every(isText)) return;
  const read = readNpx(args);
  if (typeof read === "string") yield problem(at, npxProblems[read]);
}

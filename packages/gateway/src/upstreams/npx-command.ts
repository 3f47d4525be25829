import { parseArgs } from "node:util";

/** A package of npm with an exact version. */
export interface PinnedPackage {
  readonly name: string;
  readonly version: string;
}

/** What `npx` was asked to run. */
export interface NpxCommand extends PinnedPackage {
  /** The program of the package. Default: its only one, or the one with the name of the package. */
  readonly bin?: string;
  readonly args: readonly string[];
}

/** Why a command of `npx` cannot be run from installed files. */
export type NpxProblem = "no-package" | "not-pinned" | "option";

const namePattern = /^(?:@[a-z\d][\w.~-]*\/)?[a-z\d][\w.~-]*$/i;
const versionPattern = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;

/** Programs that install what they run, and so need the network at each start. */
const installers = new Set(["uvx", "uv", "pipx", "bunx", "pnpm", "pnpx", "yarn", "npm"]);

/** Reports whether a command is `npx`, at any path. */
export function isNpx(command: string): boolean {
  return baseName(command) === "npx";
}

/** Returns the name of a command that installs what it runs, `npx` left out. */
export function installerIn(command: string): string | undefined {
  const name = baseName(command);
  return installers.has(name) ? name : undefined;
}

function baseName(command: string): string {
  return command.slice(command.lastIndexOf("/") + 1);
}

/** Reads the arguments of `npx`: `[-y] name@1.2.3 args…` or `[-y] -p name@1.2.3 program args…`. */
export function readNpx(given: readonly string[]): NpxCommand | NpxProblem {
  const options = readOptions(given);
  if (options === "option") return options;
  const [first, ...args] = options.rest;
  if (first === undefined) return "no-package";
  const { named } = options;
  const pinned = readPackage(named ?? first);
  if (pinned === undefined) return "not-pinned";
  return { ...pinned, ...(named !== undefined && { bin: first }), args };
}

interface Options {
  /** The package of `-p`. */
  readonly named: string | undefined;
  readonly rest: readonly string[];
}

const known = {
  yes: { type: "boolean", short: "y" },
  quiet: { type: "boolean", short: "q" },
  package: { type: "string", short: "p" },
} as const;

/** Reads the options before the first other word. All later ones are of the program. */
function readOptions(args: readonly string[]): Options | "option" {
  const parsing = { args: [...args], options: known, strict: false, allowPositionals: true };
  const { tokens } = parseArgs({ ...parsing, tokens: true });
  const end = tokens.find(({ kind }) => kind !== "option");
  const at = end?.index ?? args.length;
  const rest = args.slice(end?.kind === "option-terminator" ? at + 1 : at);
  const options = tokens
    .filter((token) => token.kind === "option")
    .filter(({ index }) => index < at);
  if (options.some(({ name }) => !Object.hasOwn(known, name))) return "option";
  const named = options.findLast(({ name }) => name === "package");
  return { named: named && (named.value ?? ""), rest };
}

function readPackage(text: string): PinnedPackage | undefined {
  const at = text.lastIndexOf("@");
  const [name, version] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  return namePattern.test(name) && versionPattern.test(version) ? { name, version } : undefined;
}

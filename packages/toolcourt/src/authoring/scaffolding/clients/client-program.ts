import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, own } from "@toolcourt/sdk";
import { type Concealment, isHarmless } from "./conceal.ts";
import type { FoundServer, SkippedServer } from "./found-server.ts";
import { isPlainArgument, startsContainers } from "./plain-argument.ts";

export interface ClientProgram {
  readonly name: string;
  readonly command: string;
  /** The client's whole entry. */
  readonly entry: JsonObject;
  readonly notes: readonly string[];
}

/** Replaces a value that is not copied and cannot become a variable. */
export const leftOut = "LEFT-OUT";

/** Reads a server that a client starts as a program. */
export function readProgram(
  { name, command, entry, notes }: ClientProgram,
  conceal: Concealment,
): FoundServer | SkippedServer {
  if (!isPlainCommand(command)) {
    return { name, because: "its command is no plain name or path of a program" };
  }
  const given = argumentsIn(own(entry, "args"));
  const inner = dockerVariables(command, given.args);
  const named = variablesIn({ ...inner.env, ...textValuesIn(own(entry, "env")) });
  const concealed = named.env.map(
    ([key, value]) =>
      [key, isHarmless(key, value) ? value : conceal.reference(key, value, name)] as const,
  );
  const args = inner.args.map(localPath);
  const first = args.findIndex((arg) => !arg.startsWith("-"));
  const isPlain = args.map((arg, index) =>
    isPlainArgument(arg, { command, earlier: args.slice(0, index), isFirst: index === first }),
  );
  const cwd = own(entry, "cwd");
  const file = envFileIn(own(entry, "envFile"));
  return {
    name,
    transport: {
      kind: "stdio",
      command,
      args: args.map((arg, index) => (isPlain[index] === true ? arg : leftOut)),
      env: Object.fromEntries(concealed),
      ...(file.path !== undefined && { envFile: file.path }),
      ...(typeof cwd === "string" && cwd !== "" && { cwd: localPath(cwd) }),
    },
    notes: [...notes, ...given.notes, ...named.notes, ...file.notes],
    leftOut: isPlain.flatMap((is, index) => (is ? [] : [`ARGS__${index}`])),
    unfinished: isPlain.includes(false),
  };
}

/** Accepts a name or a path. Anything else cannot be started, and may contain a secret. */
function isPlainCommand(command: string): boolean {
  const standing = { command: "node", earlier: [], isFirst: true };
  return /^[^\s=]+$|^[^=]*[\\/][^=]*$/.test(command) && isPlainArgument(command, standing);
}

interface GivenArguments {
  readonly args: readonly string[];
  readonly notes: readonly string[];
}

function argumentsIn(value: JsonValue | undefined): GivenArguments {
  if (value === undefined) return { args: [], notes: [] };
  if (!isJsonArray(value)) return { args: [], notes: ["Not taken over: args, which is no list."] };
  // A program takes only text arguments, so other values are converted.
  return {
    args: value.map((each) => (typeof each === "string" ? each : JSON.stringify(each))),
    notes: [],
  };
}

interface GivenFile {
  readonly path?: string;
  readonly notes: readonly string[];
}

/** The file itself is not read here: its values stay where they are. */
function envFileIn(value: JsonValue | undefined): GivenFile {
  if (value === undefined || value === "") return { notes: [] };
  const path = typeof value === "string" ? localPath(value).replace(/^\.[\\/]/, "") : "";
  // The client would fill these in.
  if (path === "" || /^~|\$\{|[\p{C}\p{Zl}\p{Zp}]/u.test(path)) {
    return { notes: ["Not taken over: envFile, whose path only the client knows."] };
  }
  return {
    path,
    notes: [`Its variables are read from ${path}, which only you may read (mode 0600).`],
  };
}

interface NamedVariables {
  readonly env: readonly (readonly [string, string])[];
  readonly notes: readonly string[];
}

/** An invalid variable name would keep the program from starting. */
function variablesIn(env: Readonly<Record<string, string>>): NamedVariables {
  const entries = Object.entries(env);
  const named = entries.filter(([key]) => /^[A-Za-z_][\w.()-]{0,200}$/.test(key));
  const odd = entries.length - named.length;
  return {
    env: named,
    notes:
      odd === 0 ? [] : [`Not taken over: ${odd} of env, which no system takes for a variable.`],
  };
}

/** Docker reads `-e NAME` as "inherit", so the value need not be an argument. */
function dockerVariables(
  command: string,
  args: readonly string[],
): { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  if (!startsContainers(command)) return { args, env: {} };
  const env: Record<string, string> = {};
  const kept = args.map((arg, index) => {
    const [, flag, name, value] = /^(--env=|-e)?([A-Za-z_]\w*)=(.*)$/s.exec(arg) ?? [];
    const before = args[index - 1];
    if (name === undefined || value === undefined) return arg;
    if (flag === undefined && before !== "-e" && before !== "--env") return arg;
    env[name] = value;
    return `${flag ?? ""}${name}`;
  });
  return { args: kept, env };
}

function localPath(text: string): string {
  return text.replaceAll(/\$\{(workspaceFolder|workspaceRoot)\}/g, ".");
}

function textValuesIn(value: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      each === null || typeof each === "object" ? [] : [[key, localPath(String(each))]],
    ),
  );
}

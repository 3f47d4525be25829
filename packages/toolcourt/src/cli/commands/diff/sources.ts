import { basename, extname } from "node:path";
import { readToolList } from "@toolcourt/contracts/internal/judge/read-tools";
import { parseLock } from "@toolcourt/contracts/internal/lock/parse-lock";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import { isJsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { type CommandContext, usage } from "../../command.ts";
import { isLive, liveServerOf, type NamedServer } from "../../live-server.ts";
import { refuseUnreached, whileConnected } from "../../live-targets.ts";
import { liveItems, lockedItems } from "./items.ts";

/** One of the two versions, as named on the command line. */
export type Side =
  | { readonly kind: "named"; readonly named: string }
  | { readonly kind: "command"; readonly command: readonly string[] };

/** The old version and the new one. */
export type Sides = readonly [Side, Side];

/**
 * Reads the two sides from the command line. They are two names, a name and a command, or two
 * commands. A command after `--` is the new version. Two commands are separated by another `--`,
 * the old version first.
 */
export function sidesOf(
  names: readonly string[],
  behindDashes: readonly string[] | undefined,
): Sides {
  const sides: readonly Side[] = [
    ...names.map((named) => ({ kind: "named", named }) as const),
    ...commandsIn(names, behindDashes).map((command) => ({ kind: "command", command }) as const),
  ];
  const [old, now, other] = sides;
  if (old === undefined || names.includes("")) throw usage("Name the old version and the new one.");
  if (now === undefined) throw usage(`Name the new version too, ${howToCommand(old)}.`);
  if (other !== undefined) throw usage("Name two versions; a command behind -- is the new one.");
  if ([old, now].every((side) => side.kind === "named" && side.named === "-")) {
    throw usage("Only one of the two can be standard input.");
  }
  return [old, now];
}

function howToCommand({ kind }: Side): string {
  return kind === "command" ? "behind another --" : "or a command behind --";
}

/**
 * Splits the words after `--` into commands. If one side is named, all of them are one command,
 * further `--` included.
 */
function commandsIn(
  names: readonly string[],
  words: readonly string[] | undefined,
): readonly (readonly string[])[] {
  if (words === undefined) return [];
  const at = names.length > 0 ? -1 : words.indexOf("--");
  const commands = at === -1 ? [words] : [words.slice(0, at), words.slice(at + 1)];
  if (commands.some(([program = ""]) => program === "")) throw usage("Name a command behind --.");
  if (at !== -1 && commands[1]?.includes("--") === true) {
    throw usage("Several -- could divide the two commands. Put one of them in a script.");
  }
  return commands;
}

/** A tool on one side of the comparison. */
export interface OfferedTool {
  readonly server: string;
  readonly tool: JsonValue;
}

/** One side of a comparison. */
export interface DiffSource {
  /** The name in messages and reports. */
  readonly label: string;
  readonly tools: readonly OfferedTool[];
  /**
   * Prompts and resource templates, written as tools. Default: unknown, so they are not compared.
   */
  readonly items?: readonly OfferedTool[] | undefined;
  /**
   * Whether the source names the server of each tool, as a lock does. Otherwise server names are
   * guesses.
   */
  readonly namesServers: boolean;
}

/** Reads a tool list, a lock, or the tools of a server by its address. */
export async function readDiffSource(named: string, context: CommandContext): Promise<DiffSource> {
  if (isLive(named)) {
    return ofServer({ address: named }, context);
  }
  const text = await readText(named, context);
  const label = labelOf(named);
  return looksLikeLock(text, named) ? ofLock(text, label) : ofList(text, named, context);
}

/** Starts the server of a command, lists its tools and stops it. */
export function readDiffCommand(
  command: readonly string[],
  context: CommandContext,
): Promise<DiffSource> {
  return ofServer({ command }, context);
}

async function ofServer(
  named: Pick<NamedServer, "address" | "command">,
  context: CommandContext,
): Promise<DiffSource> {
  const live = liveServerOf({ ...named, server: undefined }, context.folder);
  const { label, server, transport } = live;
  const { tools, items } = await whileConnected(transport, context, async (upstream, signal) => ({
    tools: await upstream.listTools(signal),
    items: await liveItems(upstream, server, signal).catch(() => undefined),
  })).catch((error: unknown) => refuseUnreached(error, live, context));
  if (items === undefined) context.terminal.err(`${label}: ${uncompared}`);
  const offered = tools.map((tool) => ({ server, tool }));
  return { label, tools: offered, items, namesServers: false };
}

const uncompared = "its prompts and resource templates could not be listed, and are not compared.";

function ofLock(text: string, label: string): DiffSource {
  const { servers, items } = parseLock(text, label);
  const tools = [...servers].flatMap(([server, locked]) =>
    [...locked.values()].map(({ contract }) => ({ server, tool: contract })),
  );
  return { label, tools, items: items && lockedItems(items), namesServers: true };
}

function ofList(text: string, named: string, { terminal }: CommandContext): DiffSource {
  const label = labelOf(named);
  const { entries, hasMore } = readToolList(text, label);
  if (hasMore) {
    terminal.err(
      `${label} is one page of a longer list: it has a nextCursor, and the pages after it are not compared.`,
    );
  }
  const fallback = named === "-" ? "stdin" : basename(named, extname(named));
  return {
    label,
    tools: entries.map(({ tool, server = fallback }) => ({ server, tool })),
    namesServers: entries.length > 0 && entries.every(({ server }) => server !== undefined),
  };
}

/** Recognizes a lock by name or by shape, since old locks are kept under other names. */
function looksLikeLock(text: string, named: string): boolean {
  if (extname(named) === ".lock") return true;
  try {
    const value = parseJson(text);
    return isJsonObject(value) && Object.hasOwn(value, "servers") && !Object.hasOwn(value, "tools");
  } catch {
    return false;
  }
}

import { basename, extname } from "node:path";
import { isJsonObject, type JsonValue, parseJson } from "@toolcourt/sdk";
import { labelOf, readText } from "../boundary/files/read-file.ts";
import { readToolList } from "../contracts/judge/read-tools.ts";
import { parseLock } from "../contracts/lock/parse-lock.ts";
import type { Surroundings } from "./command.ts";
import { liveServerOf, type NamedServer } from "./live-server.ts";
import { isLive, targetsOf } from "./live-targets.ts";

/** One tool as one side has it. */
export interface OfferedTool {
  readonly server: string;
  readonly tool: JsonValue;
}

/** One side of a comparison. */
export interface DiffSource {
  /** How messages and reports call it. */
  readonly label: string;
  readonly tools: readonly OfferedTool[];
  /** Whether the source itself says which tool is whose, as a lock does. Otherwise the servers are guesses. */
  readonly namesServers: boolean;
}

/** A list of tools, a lock, or the address of a server. */
export async function readDiffSource(
  named: string,
  surroundings: Surroundings,
): Promise<DiffSource> {
  if (isLive(named)) {
    return ofServer({ address: named }, surroundings);
  }
  const text = await readText(named, surroundings);
  const label = labelOf(named);
  return looksLikeLock(text, named) ? ofLock(text, label) : ofList(text, named, surroundings);
}

/** The server that a command starts, for as long as it takes to list its tools. */
export function readDiffCommand(
  command: readonly string[],
  surroundings: Surroundings,
): Promise<DiffSource> {
  return ofServer({ command }, surroundings);
}

const help = "toolcourt diff --help";

async function ofServer(
  named: Pick<NamedServer, "address" | "command">,
  surroundings: Surroundings,
): Promise<DiffSource> {
  const live = liveServerOf({ ...named, server: undefined, help }, surroundings.folder);
  const tools = await targetsOf(live, help, surroundings);
  return { label: live.label, tools, namesServers: false };
}

function ofLock(text: string, label: string): DiffSource {
  const { servers } = parseLock(text, label);
  const tools = [...servers].flatMap(([server, locked]) =>
    [...locked.values()].map(({ contract }) => ({ server, tool: contract })),
  );
  return { label, tools, namesServers: true };
}

function ofList(text: string, named: string, { terminal }: Surroundings): DiffSource {
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

/** A lock is known by its name or by its shape, since people keep old ones under other names. */
function looksLikeLock(text: string, named: string): boolean {
  if (extname(named) === ".lock") return true;
  try {
    const value = parseJson(text);
    return isJsonObject(value) && Object.hasOwn(value, "servers") && !Object.hasOwn(value, "tools");
  } catch {
    return false;
  }
}

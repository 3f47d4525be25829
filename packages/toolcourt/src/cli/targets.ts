import { basename, extname } from "node:path";
import {
  createPositions,
  offsetsOf,
  type Position,
  toToolPointer,
} from "@toolcourt/contracts/internal/judge/position";
import { readToolList } from "@toolcourt/contracts/internal/judge/read-tools";
import { labelOf, readText } from "@toolcourt/gateway/internal/boundary/files/read-file";
import type { JsonValue, Overlay } from "@toolcourt/sdk";
import type { CommandContext } from "./command.ts";

/** One tool of a named file, not parsed yet. */
export interface Target {
  readonly file: string;
  readonly server: string;
  readonly tool: JsonValue;
  readonly overlay?: Overlay;
  /** Finds the positions of contract pointers. */
  readonly locate: (pointers: readonly string[]) => ReadonlyMap<string, Position>;
}

/** Reads the tools of a file. The server name is given, or comes from the row or the file. */
export async function readTargets(
  file: string,
  server: string | undefined,
  context: CommandContext,
): Promise<readonly Target[]> {
  const text = await readText(file, context);
  const locateIn = createLocate(text);
  const label = labelOf(file);
  const { entries, hasMore } = readToolList(text, label);
  if (hasMore) {
    context.terminal.err(
      `${label} is one page of a longer list: it has a nextCursor, and the pages after it are not judged.`,
    );
  }
  return entries.map((entry) => ({
    file: label,
    server: server ?? entry.server ?? serverNameOf(file),
    tool: entry.tool,
    locate: (pointers) => locateIn(entry.offset, pointers),
  }));
}

/** Returns the default server name. */
export function serverNameOf(file: string): string {
  return file === "-" ? "stdin" : basename(file, extname(file));
}

type Locate = (from: number, pointers: readonly string[]) => ReadonlyMap<string, Position>;

function createLocate(text: string): Locate {
  // Computed lazily: most reports do not need positions, and a large file has many lines.
  let positions: ((offset: number) => Position) | undefined;
  return (from, pointers) => {
    positions ??= createPositions(text);
    const positionAt = positions;
    const offsets = offsetsOf(text, from, new Set(pointers.map(toToolPointer)));
    return new Map(
      pointers.map((each) => [each, positionAt(offsets.get(toToolPointer(each)) ?? from)]),
    );
  };
}

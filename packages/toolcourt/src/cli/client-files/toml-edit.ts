import { tomlTable } from "@toolcourt/gateway/internal/edge/clients/gateway-entry";
import type { JsonObject } from "@toolcourt/sdk";
import { parseToml, type TomlPart } from "./toml.ts";

// Edits of valid TOML in place: comments, spacing and the order of tables stay.

/** Adds the table `[key.name]` at the end, in place of an older one. */
export function withTomlEntry(
  text: string,
  key: string,
  [name, entry]: readonly [string, JsonObject],
): string {
  const kept = withoutTomlEntry(text, key, name);
  const line = kept.includes("\r\n") ? "\r\n" : "\n";
  const gap = kept.trim() === "" ? "" : kept.endsWith("\n") ? line : `${line}${line}`;
  return `${kept}${gap}${tomlTable(key, [name, entry]).join(line)}${line}`;
}

/** Takes the tables and keys of an entry out, if they are there. */
export function withoutTomlEntry(text: string, key: string, name: string): string {
  return parseToml(text)
    .parts.flatMap((part) => rangesOf(part, [key, name]))
    .toReversed()
    .reduce((rest, range) => withoutLines(rest, range), text);
}

type Range = readonly [from: number, to: number];

/** Returns the table if it is of the entry, or the keys in it that are. */
function rangesOf(part: TomlPart, entry: readonly string[]): readonly Range[] {
  if (isWithin(part.path, entry)) return [part.range];
  return part.keys.filter(({ path }) => isWithin(path, entry)).map(({ range }) => range);
}

function isWithin(path: readonly (string | number)[], entry: readonly string[]): boolean {
  return entry.every((step, at) => path[at] === step);
}

/** Removes the lines of a range and one empty line behind it. A comment on the last line stays. */
function withoutLines(text: string, [from, to]: Range): string {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const head = text.slice(start, from).trim() === "" ? start : from;
  const [behind = ""] = /^[ \t]*(?:\r?\n(?:[ \t]*\r?\n)?)?/.exec(text.slice(to)) ?? [];
  return text.slice(0, head) + text.slice(to + behind.length);
}

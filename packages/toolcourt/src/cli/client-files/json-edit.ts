import { scanJson, skipBlanks } from "@toolcourt/contracts/internal/judge/scan-json";
import type { JsonValue } from "@toolcourt/sdk";
import { plainJson, withoutComments } from "../../authoring/scaffolding/clients/plain-json.ts";

// Edits of valid JSON in place: comments, spacing, trailing commas and the order of keys stay.

/** Adds an entry to the object at `path`, or replaces it. Undefined if the path leads to no object. */
export function withJsonEntry(
  text: string,
  path: readonly string[],
  [name, entry]: readonly [string, JsonValue],
): string | undefined {
  if (skipBlanks(text, startOf(text)) === text.length) {
    return withJsonEntry(`${text}{}\n`, path, [name, entry]);
  }
  const view = viewOf(text);
  let holder = objectAt(view, skipBlanks(view.plain, startOf(text)));
  for (const [at, key] of path.entries()) {
    if (holder === undefined) return undefined;
    const member = holder.members.find((each) => each.key === key);
    if (member === undefined)
      return added(view, holder, [key, nested(path.slice(at + 1), name, entry)]);
    holder = objectAt(view, member.valueFrom);
  }
  if (holder === undefined) return undefined;
  const same = holder.members.find(({ key }) => key === name);
  return same === undefined ? added(view, holder, [name, entry]) : replaced(view, same, entry);
}

/** Takes an entry out of the object at `path`, if it is there. */
export function withoutJsonEntry(text: string, path: readonly string[], name: string): string {
  const view = viewOf(text);
  const members = holderAt(view, path)?.members ?? [];
  const at = members.findIndex(({ key }) => key === name);
  const member = members[at];
  if (member === undefined) return text;
  return cutsOf(view, member, members[at - 1])
    .toSorted((one, other) => other.from - one.from)
    .reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
}

/** The last member takes the comma before it along. */
function cutsOf(view: View, { from, end }: Member, before: Member | undefined): readonly Cut[] {
  const comma = commaAfter(view, end);
  if (comma !== undefined) return [lineOf(view.text, { from, to: comma + 1 })];
  const own = lineOf(view.text, { from, to: end });
  const dangling = before && commaAfter(view, before.end);
  return dangling === undefined ? [own] : [own, { from: dangling, to: dangling + 1 }];
}

function holderAt(view: View, path: readonly string[]): ObjectPlace | undefined {
  let holder = objectAt(view, skipBlanks(view.plain, startOf(view.text)));
  for (const key of path) {
    const member = holder?.members.find((each) => each.key === key);
    holder = member && objectAt(view, member.valueFrom);
  }
  return holder;
}

interface View {
  readonly text: string;
  /** The text with blanks for comments. */
  readonly bare: string;
  /** The text with blanks for comments and trailing commas: JSON at the same offsets. */
  readonly plain: string;
}

function viewOf(text: string): View {
  return { text, bare: withoutComments(text), plain: plainJson(text) };
}

function startOf(text: string): number {
  return text.startsWith("\uFEFF") ? 1 : 0;
}

interface Member {
  readonly key: string;
  readonly from: number;
  readonly valueFrom: number;
  readonly end: number;
}

interface ObjectPlace {
  readonly open: number;
  readonly close: number;
  readonly members: readonly Member[];
}

/** Finds the members of the object that opens at an offset. Undefined if no object does. */
function objectAt({ plain }: View, open: number): ObjectPlace | undefined {
  if (plain[open] !== "{") return undefined;
  const members: Member[] = [];
  let at = skipBlanks(plain, open + 1);
  while (plain[at] === '"') {
    const keyEnd = endOf(plain, at);
    const valueFrom = skipBlanks(plain, skipBlanks(plain, keyEnd) + 1);
    const end = endOf(plain, valueFrom);
    members.push({ key: String(JSON.parse(plain.slice(at, keyEnd))), from: at, valueFrom, end });
    at = skipBlanks(plain, end);
    if (plain[at] === ",") at = skipBlanks(plain, at + 1);
  }
  return { open, close: at, members };
}

function endOf(plain: string, from: number): number {
  const scanned = scanJson(plain, from);
  if (scanned.kind === "flaw") throw new TypeError("a text that is not JSON was let through");
  return scanned.end;
}

function commaAfter({ bare }: View, end: number): number | undefined {
  const at = skipBlanks(bare, end);
  return bare[at] === "," ? at : undefined;
}

function nested(path: readonly string[], name: string, entry: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>((value, key) => ({ [key]: value }), { [name]: entry });
}

function replaced({ text }: View, { from, valueFrom, end }: Member, entry: JsonValue): string {
  const indent = indentAt(text, from);
  const value = indent === undefined ? JSON.stringify(entry) : shown(text, entry, indent);
  return text.slice(0, valueFrom) + value + text.slice(end);
}

function added(view: View, holder: ObjectPlace, member: readonly [string, JsonValue]): string {
  const last = holder.members.at(-1);
  return last === undefined ? addedFirst(view, holder, member) : addedBehind(view, last, member);
}

/** Adds a member on a line of its own, or on the line of the others if they share one. */
function addedBehind(view: View, last: Member, [key, value]: readonly [string, JsonValue]): string {
  const { text } = view;
  const indent = indentAt(text, last.from);
  const comma = commaAfter(view, last.end);
  const behind = comma === undefined ? last.end : comma + 1;
  const closing = comma === undefined ? "" : ",";
  const name = JSON.stringify(key);
  const [at, line] =
    indent === undefined
      ? [behind, ` ${name}: ${JSON.stringify(value)}${closing}`]
      : [
          endOfLine(view, behind),
          `${lineBreak(text)}${indent}${name}: ${shown(text, value, indent)}${closing}`,
        ];
  const separator = comma === undefined ? "," : "";
  return text.slice(0, last.end) + separator + text.slice(last.end, at) + line + text.slice(at);
}

/** Returns the end of the line, behind a comment on it. Stays if anything else follows there. */
function endOfLine({ text, bare }: View, from: number): number {
  const found = text.indexOf("\n", from);
  if (found === -1 || bare.slice(from, found).trim() !== "") return from;
  // A comment of several lines starts here, and a line of our own would become part of it.
  const comments = bare.slice(0, found) + text.slice(found);
  if (withoutComments(comments) !== bare) return from;
  return text[found - 1] === "\r" ? found - 1 : found;
}

function addedFirst(
  { text }: View,
  { open, close }: ObjectPlace,
  [key, value]: readonly [string, JsonValue],
): string {
  const outer = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", open) + 1))?.[0] ?? "";
  const indent = outer + unitOf(text);
  const inside = text.slice(open + 1, close);
  const at = open + 1 + inside.trimEnd().length;
  const line = `${lineBreak(text)}${indent}${JSON.stringify(key)}: ${shown(text, value, indent)}`;
  const rest = text.slice(at, close).includes("\n")
    ? text.slice(at)
    : `${lineBreak(text)}${outer}${text.slice(close)}`;
  return text.slice(0, at) + line + rest;
}

function shown(text: string, value: JsonValue, indent: string): string {
  const lines = JSON.stringify(value, undefined, unitOf(text)).split("\n");
  return lines.join(`${lineBreak(text)}${indent}`);
}

/** Returns the blanks before an offset, if nothing else stands before it on its line. */
function indentAt(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*$/.test(before) && text.lastIndexOf("\n", offset - 1) !== -1 ? before : undefined;
}

function unitOf(text: string): string {
  return /\n([ \t]+)[^\s]/.exec(text)?.[1]?.slice(0, 8) ?? "  ";
}

function lineBreak(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** Widens a cut to the whole line if nothing else stands there, else to the blanks behind it. */
function lineOf(text: string, { from, to }: Cut): Cut {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const [blanks = "", lineEnd] = /^[ \t]*(\r?\n)?/.exec(text.slice(to)) ?? [];
  const isAlone = start > 0 && text.slice(start, from).trim() === "" && lineEnd !== undefined;
  return isAlone
    ? { from: start, to: to + blanks.length }
    : { from, to: to + blanks.length - (lineEnd?.length ?? 0) };
}

import { type Method, methods } from "../draft.ts";
import { namesIn, whyNotPath } from "../path-template.ts";
import type { Layout, Paragraph, Table } from "./layout.ts";
import { partOf } from "./vocabulary.ts";

/** A line with a method and a path, and what stands under it. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly line: Paragraph;
  readonly paragraphs: readonly Paragraph[];
  readonly tables: readonly Table[];
}

/** A line that looks like an endpoint and is none, and the reason. */
export interface NoEndpoint {
  readonly line: Paragraph;
  readonly reason: string;
}

export interface Endpoints {
  readonly endpoints: readonly Endpoint[];
  readonly refused: readonly NoEndpoint[];
}

const holeName = /^[A-Za-z_][\w.-]{0,63}$/;

/** Finds the endpoints of a document: lines that are exactly a method and a path. */
export function findEndpoints(layout: Layout): Endpoints {
  const endpoints: Endpoint[] = [];
  const refused: NoEndpoint[] = [];
  const known = new Set<string>();
  for (const line of layout.paragraphs) {
    const found = requestIn(line.text);
    if (found === undefined) continue;
    const { method, path } = found;
    const name = `${method} ${path}`;
    const reason = whyNot(path) ?? (known.has(name) ? "The document has it twice." : undefined);
    if (reason === undefined) endpoints.push({ method, path, line, ...under(line, layout) });
    else refused.push({ line, reason });
    known.add(name);
  }
  return { endpoints, refused };
}

function requestIn(text: string): { readonly method: Method; readonly path: string } | undefined {
  const [, verb, path = ""] = /^([A-Z]{3,7})\s+(\S+)$/.exec(text) ?? [];
  const method = methods.find((each) => each === verb);
  return method && { method, path };
}

function whyNot(path: string): string | undefined {
  const names = namesIn(path);
  if (!names.every((name) => holeName.test(name)) || new Set(names).size < names.length) {
    return "The path has a parameter whose name is none, or is there twice.";
  }
  return whyNotPath(path);
}

/** Returns what follows a line, up to the next endpoint or the next heading that is no part of it. */
function under(
  line: Paragraph,
  { paragraphs, tables }: Layout,
): Pick<Endpoint, "paragraphs" | "tables"> {
  const following = paragraphs.filter(({ start }) => start > line.start);
  const next = following.find((each) => ends(each, line));
  const end = next?.start ?? Infinity;
  return {
    paragraphs: following.filter(({ start }) => start < end),
    tables: tables.filter(({ start }) => start > line.start && start < end),
  };
}

function ends({ text, level }: Paragraph, line: Paragraph): boolean {
  if (requestIn(text) !== undefined) return true;
  if (level === undefined || partOf(text) !== undefined) return false;
  return line.level === undefined || level <= line.level;
}

import type { IncomingMessage } from "node:http";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type ToolState, toolStates } from "../../catalog/tool-state.ts";
import { readQuery } from "./approval-requests.ts";
import { matcherOf } from "./match-route.ts";
import type { ToolFilter } from "./tool-list.ts";

/** A request about tools. */
export type ToolAsk =
  | { readonly kind: "list"; readonly page: ToolPage }
  | {
      readonly kind: "show" | "drift";
      readonly server: string;
      /** The server's own name of the tool. */
      readonly name: string;
    };

/** The requested part of the list. */
export interface ToolPage extends ToolFilter {
  readonly max: number;
  /** The public name after which the page begins. Default: the first. */
  readonly behind?: string;
}

const root = "/admin/v1/tools";
const one = `${root}/{server}/{name}`;

/** All paths of tools. Public: never renamed, never reused. */
export const toolRoutes = [
  { method: "GET", path: root, kind: "list" },
  { method: "GET", path: one, kind: "show" },
  { method: "GET", path: `${one}/drift`, kind: "drift" },
] as const;

const match = matcherOf<(typeof toolRoutes)[number]>(toolRoutes);

/** Other parts have the paths further below a tool. */
export function isAboutTools({ url = "" }: IncomingMessage): boolean {
  return /^\/admin\/v1\/tools(?:\/[^/?]*\/[^/?]*(?:\/drift)?)?(?:\?|$)/.test(url);
}

/** Determines the request from the path, the method and the query. */
export function toolAskIn({ url = "", method }: IncomingMessage): ToolAsk {
  const [path = "", ...queries] = url.split("?");
  const { route, parts } = match(path, method);
  const { kind } = route;
  if (queries.length > (kind === "list" ? 1 : 0)) {
    throw new Refusal("request-invalid", { because: "query" });
  }
  if (kind === "list") return { kind, page: pageIn(queries.join("")) };
  const [server = "", name = ""] = parts.map(decodedPart);
  return { kind, server, name };
}

/** Decodes a part of a path. Names of tools may have a slash. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal("request-invalid", { because: "path" });
  }
}

const maxListed = 100;
const maxWords = 200;
const expected = `server, state (${toolStates.join(", ")}), q (at most ${maxWords} characters), cursor and limit (1 to ${maxListed}), each once`;

type Wish = (value: string) => Partial<ToolPage> | undefined;

const wishes: ReadonlyMap<string, Wish> = new Map<string, Wish>([
  ["server", (server) => ({ server })],
  ["state", stateIn],
  ["q", (value) => (value.length > maxWords ? undefined : { words: wordsOf(value) })],
  ["cursor", cursorIn],
  ["limit", limitIn],
]);

function stateIn(value: string): Partial<ToolPage> | undefined {
  const state = toolStates.find((each: ToolState) => each === value);
  return state && { state };
}

function wordsOf(value: string): readonly string[] {
  return value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

const maxCursorLength = 2_000;

function cursorIn(value: string): Partial<ToolPage> | undefined {
  if (value.length > maxCursorLength || !/^[\w-]+$/.test(value)) return undefined;
  return { behind: Buffer.from(value, "base64url").toString("utf8") };
}

/** Returns the cursor for the tools after one. */
export function cursorBehind(publicName: string): string {
  return Buffer.from(publicName, "utf8").toString("base64url");
}

function limitIn(value: string): Partial<ToolPage> | undefined {
  const max = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  return max >= 1 && max <= maxListed ? { max } : undefined;
}

function pageIn(query: string): ToolPage {
  const wanted = readQuery<Partial<ToolPage>>(query, wishes);
  if (wanted === undefined) throw new Refusal("request-invalid", { because: "query", expected });
  return { max: 50, words: [], ...wanted };
}

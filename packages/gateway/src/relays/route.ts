import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { shownName } from "../pipeline/call.ts";
import type { ListName } from "./read-list.ts";
import { mayHave } from "./relays.ts";
import type { ServerLists } from "./server-lists.ts";

/**
 * Returns the server that lists the address, else one whose template matches, else the only
 * candidate.
 */
export async function homeOfResource<RelayHome extends ServerLists>(
  servers: readonly RelayHome[],
  uri: string,
): Promise<RelayHome> {
  const listing = await first(servers, "resources", (key) => key === uri);
  const home = listing ?? (await first(servers, "templates", (key) => matchesTemplate(key, uri)));
  if (home !== undefined) return home;
  const [only, ...others] = servers.filter(({ server }) => mayHave(server, "resources"));
  if (only !== undefined && others.length === 0 && uri !== "") return only;
  throw new Refusal("resource-unknown", { uri: shownName(uri) });
}

/** Returns the server that lists the template. Accepts an address as well. */
export async function homeOfTemplate<RelayHome extends ServerLists>(
  servers: readonly RelayHome[],
  template: string,
): Promise<RelayHome> {
  const listing = await first(servers, "templates", (key) => key === template);
  return listing ?? homeOfResource(servers, template);
}

export async function homeOfPrompt<RelayHome extends ServerLists>(
  servers: readonly RelayHome[],
  name: string,
): Promise<RelayHome> {
  const home = await first(servers, "prompts", (key) => key === name);
  if (home !== undefined) return home;
  throw new Refusal("prompt-unknown", { prompt: shownName(name) });
}

/**
 * Returns the first server with such an entry. Queries all at once, and does not wait for servers
 * after the match.
 */
async function first<RelayHome extends ServerLists>(
  servers: readonly RelayHome[],
  list: ListName,
  isWanted: (key: string) => boolean,
): Promise<RelayHome | undefined> {
  const asked = servers.map((home) => ({ home, entries: home.read(list) }));
  for (const { home, entries } of asked) {
    if ((await entries).some(({ key }) => isWanted(key))) return home;
  }
  return undefined;
}

// Matching costs the product of both lengths, and templates are untrusted.
const maxLength = 2_048;
const maxExpressions = 8;

/**
 * Tells whether an address may come from a template (RFC 6570). A simple expression matches one
 * path segment, one with an operator any text. Unlike the regular expression of the protocol's SDK,
 * this has no catastrophic backtracking.
 */
export function matchesTemplate(template: string, uri: string): boolean {
  if (template.length > maxLength || uri.length > maxLength) return false;
  const parts = template.split(/(\{[^{}]*\})/);
  if (parts.length > maxExpressions * 2 + 1) return false;

  let reached: ReadonlySet<number> = new Set([0]);
  for (const [index, part] of parts.entries()) {
    const isExpression = index % 2 === 1;
    reached = isExpression ? afterExpression(part, uri, reached) : afterText(part, uri, reached);
  }
  return reached.has(uri.length);
}

type Places = ReadonlySet<number>;

function afterText(text: string, uri: string, starts: Places): Places {
  const matching = [...starts].filter((at) => uri.startsWith(text, at));
  return new Set(matching.map((at) => at + text.length));
}

function afterExpression(expression: string, uri: string, starts: Places): Places {
  return /^\{\w/.test(expression) ? afterStep(uri, starts) : afterAnything(uri, starts);
}

function afterStep(uri: string, starts: Places): Places {
  const ends = new Set<number>();
  let isInside = false;
  for (let at = 0; at < uri.length; at += 1) {
    isInside = (isInside || starts.has(at)) && uri[at] !== "/";
    if (isInside) ends.add(at + 1);
  }
  return ends;
}

function afterAnything(uri: string, starts: Places): Places {
  const from = Math.min(...starts);
  const ends = new Set<number>();
  for (let at = from; at <= uri.length; at += 1) ends.add(at);
  return ends;
}

import type { PolicyItem, PolicyPrincipal, PolicyTool } from "./question.ts";
import type { LimitEntry, StatementEntry } from "./schema.ts";
import type { SequenceEntry } from "./sequence-schema.ts";

// The keys of an entry are combined with AND, the items of a list with OR. An omitted key matches
// everything.

interface Who {
  readonly principals?: readonly string[];
  readonly kinds?: readonly string[];
  readonly tenants?: readonly string[];
}

/** Tells whether the principal matches the entry's principals, kinds and tenants. */
export function isAmong(principal: PolicyPrincipal, { principals, kinds, tenants }: Who): boolean {
  return (
    (principals?.includes("*") === true || namesOne(principals, principal.id)) &&
    namesOne(kinds, principal.kind ?? "user") &&
    namesOne(tenants, principal.tenant)
  );
}

/** Tells whether an entry applies to a principal with these roles, regardless of the tool. */
export function isFor(
  entry: StatementEntry | LimitEntry | SequenceEntry,
  principal: PolicyPrincipal,
  roles: ReadonlySet<string>,
): boolean {
  return (
    isAmong(principal, entry) &&
    (entry.roles === undefined || entry.roles.some((role) => roles.has(role)))
  );
}

/**
 * Tells whether a statement applies to a tool, regardless of the principal. One that selects only
 * resources or prompts applies to no tool.
 */
export function isAbout(entry: StatementEntry, tool: PolicyTool): boolean {
  return selectsTools(entry) && concerns(entry, tool);
}

/** Selects tools by what they are. */
type ToolSelection = Pick<LimitEntry, "tools" | "effects" | "tags" | "categories">;

/** Tells whether an entry selects a tool. One without selectors selects all of them. */
export function concerns(entry: ToolSelection, tool: PolicyTool): boolean {
  const { effect, terms } = tool.contract;
  return (
    (entry.tools === undefined || entry.tools.some((pattern) => isNamed(pattern, tool))) &&
    namesOne(entry.effects, effect) &&
    namesAny(entry.tags, terms.tags) &&
    namesOne(entry.categories, terms.category)
  );
}

/** Tells whether a statement is about tools at all. */
export function selectsTools({ tools, effects, tags, categories }: StatementEntry): boolean {
  return [tools, effects, tags, categories].some((selector) => selector !== undefined);
}

/** Tells whether a statement applies to a resource or a prompt, regardless of the principal. */
export function isAboutItem(entry: StatementEntry, { kind, server, name }: PolicyItem): boolean {
  return patternsOf(entry, kind).some(
    (pattern) => fits(serverIn(pattern), server) && fits(nameIn(pattern), name),
  );
}

/** Tells whether a statement names resources, or prompts, of a server. */
export function isAboutServer(
  entry: StatementEntry,
  { kind, server }: Pick<PolicyItem, "kind" | "server">,
): boolean {
  return patternsOf(entry, kind).some((pattern) => fits(serverIn(pattern), server));
}

function patternsOf(entry: StatementEntry, kind: PolicyItem["kind"]): readonly string[] {
  return (kind === "resource" ? entry.resources : entry.prompts) ?? [];
}

// Only `*` has no slash. It stands for both parts.
function serverIn(pattern: string): string {
  const slash = pattern.indexOf("/");
  return slash === -1 ? pattern : pattern.slice(0, slash);
}

function nameIn(pattern: string): string {
  return pattern.slice(pattern.indexOf("/") + 1);
}

// A pattern with a slash also pins the server, so no other server can claim the name.
function isNamed(pattern: string, { publicName, contract: { server, name } }: PolicyTool): boolean {
  const slash = pattern.indexOf("/");
  if (slash === -1) return fits(pattern, publicName);
  return fits(pattern.slice(0, slash), server) && fits(pattern.slice(slash + 1), name);
}

function namesOne(list: readonly string[] | undefined, value: string | undefined): boolean {
  return list === undefined || (value !== undefined && list.includes(value));
}

export function namesAny(
  list: readonly string[] | undefined,
  values: readonly string[] | undefined,
): boolean {
  return list === undefined || values?.some((value) => list.includes(value)) === true;
}

/**
 * Tests a text against a pattern in which `*` matches any characters, or none. Linear in the text.
 */
export function fits(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  // The suffix must not overlap the part already matched.
  return at + last.length <= text.length;
}

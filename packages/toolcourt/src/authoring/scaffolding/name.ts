import { type Effect, readContract } from "@toolcourt/sdk";
import { builtinRules, lintContract } from "@toolcourt/sdk/rules";

/** A validated name in the forms that files and texts need. */
export interface ToolName {
  /** As callers use it: `get-card-v2`. */
  readonly name: string;
  /** As code uses it: `getCardV2`. */
  readonly variable: string;
  readonly verb: string;
  /** The object of the verb, with dashes between words: `card`. */
  readonly thing: string;
}

export type NameReading<Name> =
  | { readonly kind: "name"; readonly name: Name }
  | { readonly kind: "refused"; readonly problem: string };

/** Clients that prefix the server's name truncate longer names. */
const maxLength = 48;

/** The words after a preposition are a qualifier, not the object. */
const prepositions = new Set("as at by for from in into of on per to with".split(" "));

const nameRules = builtinRules.filter(({ id }) => id === "meta/name-kebab-verb-noun");

/** Parses a tool name: a verb and its object in kebab case, optionally followed by `-v2`. */
export function readToolName(given: string): NameReading<ToolName> {
  if (given.length > maxLength) {
    return refused(`Name the tool in at most ${maxLength} characters.`);
  }
  const problem = given === "" ? "Name a verb and a noun, for example get-card." : objection(given);
  if (problem !== undefined) return refused(problem);
  if (imported.has(camel(given))) {
    return refused("Name the tool differently: code that is imported has this name.");
  }
  const [verb = "", ...words] = given.split("-").filter((word) => !/^v\d+$/.test(word));
  return { kind: "name", name: { name: given, variable: camel(given), verb, thing: thing(words) } };
}

/** Parses a server name, which is also the name of its folder and package. */
export function readServerName(given: string): NameReading<string> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(given)) {
    return refused("Name the server in kebab case: lower case words joined by single dashes.");
  }
  if (given.length > maxLength - "get-".length) {
    return refused(`Name the server in at most ${maxLength - "get-".length} characters.`);
  }
  // The configuration reserves one name for local tools. npm cannot install the others.
  if (reserved.has(given)) return refused("Name the server differently: this name is taken.");
  return { kind: "name", name: given };
}

/** Names that the files of a tool import. */
const imported = new Set(
  "checkTool createToolRegistry defineTool hintsForChange hintsForNothing hintsForPage".split(" "),
);

const reserved = new Set(["local", "toolcourt", "zod", "typescript", "favicon"]);

// Applies the same rule that will judge the tool later.
function objection(name: string): string | undefined {
  const reading = readContract({
    server: "scaffold",
    tool: { name, description: "", inputSchema: { type: "object" } },
  });
  if (reading.kind === "unreadable") return "Write the name in kebab case, for example get-card.";
  const [finding] = lintContract(reading.contract, {
    rules: nameRules,
    profiles: ["agent-hints"],
    scene: { namesakes: () => 1, now: 0 },
  });
  return finding?.message;
}

function thing(words: readonly string[]): string {
  const at = words.findIndex((word) => prepositions.has(word));
  return (at < 1 ? words : words.slice(0, at)).join("-");
}

function camel(name: string): string {
  return name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function refused(problem: string): { readonly kind: "refused"; readonly problem: string } {
  return { kind: "refused", problem };
}

const reading = new Set(
  `analyze assess browse calculate check classify compare compute count describe detect diagnose diff
  estimate evaluate examine explain explore fetch find forecast get identify inspect list look lookup
  measure predict preview query rank read recommend retrieve review search show suggest summarize validate
  verify view`.split(/\s+/),
);

const destroying = new Set(
  "delete destroy drop erase kill purge remove revoke terminate truncate uninstall unlink wipe".split(
    " ",
  ),
);

/** Guesses the effect of a tool from its verb. An unknown verb counts as a write. */
export function effectOfVerb(verb: string): Effect {
  if (destroying.has(verb)) return "destroy";
  return reading.has(verb) ? "read" : "write";
}

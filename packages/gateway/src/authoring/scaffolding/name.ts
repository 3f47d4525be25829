import { readContract } from "@toolcourt/sdk";
import { builtinRules, lintContract } from "@toolcourt/sdk/rules";

/** A name that has been checked, in the forms that files and texts need it in. */
export interface ToolName {
  /** As callers say it: `get-card-v2`. */
  readonly name: string;
  /** As code says it: `getCardV2`. */
  readonly variable: string;
  readonly verb: string;
  /** What the tool is about, with a dash between words: `card`. */
  readonly thing: string;
}

export type NameReading<Name> =
  | { readonly kind: "name"; readonly name: Name }
  | { readonly kind: "refused"; readonly problem: string };

/** Longer names are cut by clients that put a server's name before them. */
const maxLength = 48;

/** What follows these words says which one, and not what. */
const prepositions = new Set("as at by for from in into of on per to with".split(" "));

const nameRules = builtinRules.filter(({ id }) => id === "meta/name-kebab-verb-noun");

/** Reads the name of a tool: a verb and what it is done to, in kebab case, with `-v2` behind it or not. */
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

/** Reads the name of a server, which is that of its folder and of its package too. */
export function readServerName(given: string): NameReading<string> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(given)) {
    return refused("Name the server in kebab case: lower case words joined by single dashes.");
  }
  if (given.length > maxLength - "get-".length) {
    return refused(`Name the server in at most ${maxLength - "get-".length} characters.`);
  }
  // Local tools go by that name in the configuration, and npm installs nothing called like the others.
  if (reserved.has(given)) return refused("Name the server differently: this name is taken.");
  return { kind: "name", name: given };
}

/** What the files of a tool import. */
const imported = new Set([
  "checkTool",
  "defineTool",
  "hintsForChange",
  "hintsForNothing",
  "hintsForPage",
]);

const reserved = new Set(["local", "toolcourt", "zod", "typescript", "favicon"]);

// The rule that will judge the tool is the one that its name is held to here.
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

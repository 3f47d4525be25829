import type { Problem } from "@toolcourt/contracts/internal/documents/problems";
import { isJsonObject, type JsonValue, own } from "@toolcourt/sdk";
import {
  type HiddenHeaders,
  hideHeaders,
  isReserved,
  isSound,
} from "../boundary/egress/request-headers.ts";
import { type Entry, isText, problem } from "./entries.ts";
import { type Environment, expanded, expandVariables } from "./variables.ts";

/** Shorter values are not treated as secrets: redacting them would damage ordinary text. */
const minSecret = 8;

/** The body and the protocol determine these. */
const ofMessages = /^(?:accept|content-type|last-event-id|mcp-.*)$/;

/** Wraps the headers of an MCP server. Undefined if it has none. */
export function toHeaders(
  given: Readonly<Record<string, string>> | undefined,
  environment: Environment,
): HiddenHeaders | undefined {
  if (given === undefined) return undefined;
  const values = Object.entries(given).map(
    ([name, text]) => [name.toLowerCase(), expanded(text, environment)] as const,
  );
  const secrets = Object.values(given).flatMap((text) => secretsOf(text, environment));
  return hideHeaders(Object.fromEntries(values), secrets);
}

/** Returns what a server could repeat: the value without its scheme, and each variable in it. */
function secretsOf(text: string, environment: Environment): readonly string[] {
  const references = text.match(/(?<!\$)\$\{[^}]*\}/g) ?? [];
  const whole = expanded(text, environment).replace(/^\w+ (?=\S+$)/, "");
  const parts = references.map((each) => expanded(each, environment));
  // Digits in the file itself are an id or a count, which occurs in results as well.
  const isPlain = references.length === 0 && /^\d+$/.test(whole);
  return isPlain ? [] : [whole, ...parts].filter((value) => value.length >= minSecret);
}

/** Finds headers that could not be sent as written. */
export function* headerProblems(entry: Entry, environment: Environment): Generator<Problem> {
  const given = own(entry.value, "headers");
  if (!isJsonObject(given)) return;
  const seen = new Set<string>();
  for (const [name, text] of Object.entries(given)) {
    const at = [...entry.path, "headers", name];
    const lower = name.toLowerCase();
    const flaw = nameFlaw(lower, seen) ?? userFlaw(lower, own(entry.value, "url"));
    if (flaw !== undefined) yield problem(at, flaw, "key");
    seen.add(lower);
    const wrong = isText(text) ? valueFlaw(text, environment) : undefined;
    if (wrong !== undefined) yield problem(at, wrong);
  }
}

function nameFlaw(name: string, seen: ReadonlySet<string>): string | undefined {
  if (!isSound(name, "")) return "This cannot be the name of a header.";
  if (isReserved(name) || ofMessages.test(name)) return "The gateway sets this header itself.";
  return seen.has(name)
    ? "This header is given twice; upper and lower case are the same."
    : undefined;
}

function userFlaw(name: string, url: JsonValue | undefined): string | undefined {
  const address = name === "authorization" && isText(url) ? URL.parse(url) : null;
  const isGiven = address !== null && `${address.username}${address.password}` !== "";
  return isGiven ? "The `url` has a user already; give one of the two." : undefined;
}

function valueFlaw(text: string, environment: Environment): string | undefined {
  const expansion = expandVariables(text, environment);
  if (expansion.kind === "refused") return expansion.problem;
  return /^[\t -~]*$/.test(expansion.text)
    ? undefined
    : "A header is one line of ASCII characters.";
}

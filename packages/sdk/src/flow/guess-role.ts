import type { Effect } from "../contract/contract.ts";
import type { Role } from "../contract/flow.ts";
import { namesSecret } from "../contract/secret-names.ts";
import { wordParts } from "../contract/word-parts.ts";
import type { FieldFacts } from "./field-facts.ts";
import {
  addressByDescription,
  addressByForm,
  guessAddress,
  idKind,
  namesId,
  singularWords,
} from "./guess-kind.ts";
import * as known from "./role-words.ts";

/** An inferred role, and what shows it. */
export interface RoleGuess {
  readonly role: Role;
  readonly kind: string | undefined;
  /** A reason that completes "because". Has words of ours only: names come from strangers. */
  readonly because: string;
}

/** An argument as its contract describes it. */
export interface Argument {
  readonly name: string;
  readonly owner: string;
  readonly facts: FieldFacts;
}

/** The tool that takes the argument. */
export interface GuessedTool {
  readonly name: string;
  readonly effect: Effect;
}

interface Question extends Argument {
  readonly tool: GuessedTool;
  /** In the singular. */
  readonly words: readonly string[];
  readonly last: string;
  readonly isRead: boolean;
  readonly mayBeText: boolean;
}

type Guesser = (question: Question) => RoleGuess | undefined;

// The first that answers wins. What decides more comes first, but for names that end in a property.
const guessers: readonly Guesser[] = [
  guessCredential,
  guessPrivilege,
  guessProgram,
  guessReceiver,
  guessByForm,
  guessId,
  guessContent,
  guessQuery,
  guessAmount,
  guessAddressed,
  guessObject,
  guessDescribed,
];

/**
 * Infers what an argument does from its name, type, format, pattern and description. A guess stands
 * where the contract says nothing, so it can only add to what is checked.
 */
export function guessRole(argument: Argument, tool: GuessedTool): RoleGuess | undefined {
  const said = singularWords(argument.name);
  // A phone number is a phone, as far as this goes.
  const words = said.length > 1 && said.at(-1) === "number" ? said.slice(0, -1) : said;
  const types = [...argument.facts.types].filter((type) => type !== "null");
  const question: Question = {
    ...argument,
    tool,
    words,
    last: words.at(-1) ?? "",
    isRead: tool.effect === "read",
    mayBeText: types.length === 0 || types.some((type) => !plainTypes.has(type)),
  };
  for (const guess of guessers) {
    const found = guess(question);
    if (found !== undefined) return found;
  }
  return undefined;
}

const plainTypes = new Set(["boolean", "integer", "number"]);

function guessCredential({ name, facts, mayBeText }: Question): RoleGuess | undefined {
  if (facts.formats.includes("password")) {
    return { role: "credential", kind: undefined, because: "its format is password" };
  }
  if (!mayBeText || !namesSecret(wordParts(name), facts.description)) return undefined;
  return { role: "credential", kind: undefined, because: "its name is one of a secret" };
}

function guessPrivilege({ words, last, isRead }: Question): RoleGuess | undefined {
  if (isRead) return undefined;
  const before = words.at(-2) ?? "";
  const named = known.privilegeEndings.has(last) ? before : last;
  return byWord("privilege", words.includes("admin") ? ["admin"] : [named], known.privilegeWords);
}

function guessProgram({ words, last, mayBeText }: Question): RoleGuess | undefined {
  if (!mayBeText) return undefined;
  if (known.programWords.has(last)) return byWord("code", [last], known.programWords);
  const before = words.at(-2);
  const isProgram = last === "code" && (before === undefined || known.programKinds.has(before));
  return isProgram ? { role: "code", kind: undefined, because: wordReason(last) } : undefined;
}

function guessByForm(question: Question): RoleGuess | undefined {
  const address = addressByForm(question.facts);
  return address && addressed(question, address);
}

// A channel is where data goes, also by its id.
function guessId({ name, owner, words, tool, facts, isRead }: Question): RoleGuess | undefined {
  if (!namesId(name) || isSwitch(facts)) return undefined;
  const kind = idKind(name, owner, tool.name);
  if (isRead) return { role: "identifier", kind, because: "its name is one of an id" };
  const receives = words.some((word) => known.receiverWords.has(word) || meetingWords.has(word));
  const role = receives ? "destination" : "target";
  return { role, kind, because: "its name is one of an id, and the tool changes something" };
}

const meetingWords = new Set([
  "account",
  "channel",
  "chat",
  "conversation",
  "inbox",
  "room",
  "thread",
]);

function isSwitch({ types }: FieldFacts): boolean {
  return types.size > 0 && [...types].every((type) => type === "boolean" || type === "null");
}

function guessReceiver(question: Question): RoleGuess | undefined {
  const { name, owner, last, facts, isRead, tool } = question;
  const word = known.contentWords.has(last) ? undefined : receiverWord(question);
  if (word === undefined) return undefined;
  const kind = idKind(name, owner, tool.name) ?? guessAddress(name, facts)?.kind;
  const role = isRead && !known.sendingWords.has(word) ? "identifier" : "destination";
  return { role, kind, because: wordReason(word) };
}

function receiverWord(question: Question): string | undefined {
  const { words, last } = question;
  if (!mayHoldAddress(question) || known.plainEndings.has(last)) return undefined;
  return isTo(question) ? "to" : words.find((each) => known.receiverWords.has(each));
}

/** Not the end of a period or of a route, which a read may be asked for. */
function isTo({ words, last, isRead }: Question): boolean {
  if (isRead || words.includes("date") || words.includes("time")) return false;
  return words[0] === "to" || last === "to";
}

function guessContent({ last, mayBeText }: Question): RoleGuess | undefined {
  return mayBeText ? byWord("content", [last], known.contentWords) : undefined;
}

function guessQuery({ last }: Question): RoleGuess | undefined {
  return byWord("query", [last], known.queryWords);
}

function guessAmount({ words, last, facts }: Question): RoleGuess | undefined {
  if (isSwitch(facts) || known.plainEndings.has(last)) return undefined;
  return byWord("amount", words, known.amountWords);
}

function guessAddressed(question: Question): RoleGuess | undefined {
  const { name, words, last, facts } = question;
  if (!mayHoldAddress(question) || known.plainEndings.has(last)) return undefined;
  const word = words.findLast((each) => known.addressWords.has(each));
  if (word === undefined) return undefined;
  return addressed(question, { kind: guessAddress(name, facts)?.kind, because: wordReason(word) });
}

/** The thing acted upon often has the name that the tool has: `reserve_hotel(hotel)`. */
function guessObject(question: Question): RoleGuess | undefined {
  const { name, words, tool, facts } = question;
  if (!mayNameThing(question)) return undefined;
  const kind = guessAddress(name, facts)?.kind;
  const person = words.find((each) => known.personWords.has(each));
  if (person !== undefined) return { role: "target", kind, because: wordReason(person) };
  const about = singularWords(tool.name);
  const isNamed = words.length > 0 && words.every((each) => about.includes(each));
  return isNamed ? { role: "target", kind, because: "the tool has its name" } : undefined;
}

function mayNameThing({ isRead, facts, mayBeText, last }: Question): boolean {
  return !isRead && !facts.isListed && mayBeText && !known.plainEndings.has(last);
}

function guessDescribed(question: Question): RoleGuess | undefined {
  if (!mayHoldAddress(question) || !question.mayBeText) return undefined;
  const address = addressByDescription(question.facts);
  return address && addressed(question, address);
}

/** A read looks up what has an address, unless it is one that the network leads to. */
function addressed(
  { words, isRead }: Question,
  { kind, because }: { readonly kind: string | undefined; readonly because: string },
): RoleGuess {
  const leadsOut =
    kind === "url" || kind === "host" || words.some((word) => known.networkWords.has(word));
  return { role: isRead && !leadsOut ? "identifier" : "destination", kind, because };
}

// Dates and listed values are no addresses, and only phones and accounts are numbers.
function mayHoldAddress({ facts, words, mayBeText }: Question): boolean {
  if (facts.isListed || facts.formats.some((format) => /^(?:date|time|duration)/.test(format))) {
    return false;
  }
  if (isSwitch(facts)) return false;
  return mayBeText || words.some((word) => numbered.has(word));
}

const numbered = new Set([
  "account",
  "channel",
  "chat",
  "fax",
  "mobile",
  "phone",
  "recipient",
  "id",
]);

function byWord(
  role: Role,
  words: readonly string[],
  list: ReadonlySet<string>,
): RoleGuess | undefined {
  const word = words.findLast((each) => list.has(each));
  return word === undefined ? undefined : { role, kind: undefined, because: wordReason(word) };
}

function wordReason(word: string): string {
  return `its name has the word "${word}"`;
}

import { type Sensitivity, sensitivities } from "@toolcourt/sdk";

/** Who said what was seen. `unknown` is for values that a call wrote. */
export type Voice = "user" | "claimed" | "first-party" | "third-party" | "unknown";

/** What was seen in one field: its pointer, who wrote it, fingerprints, and a contract's kind. */
export type SeenField = readonly [
  pointer: string,
  voice: Voice,
  atoms: string,
  kind?: string | undefined,
];

/** What is kept of a result, a message, a text or a write. None of its values can be read. */
export interface OriginEntry {
  readonly tool: string;
  /** The id of the call. */
  readonly call: string;
  readonly at: number;
  readonly fields: readonly SeenField[];
  readonly labels?: readonly Sensitivity[] | undefined;
  /** Some values were left out. Default: none. */
  readonly isCut?: boolean | undefined;
}

const letters: Readonly<Record<Voice, string>> = {
  user: "u",
  claimed: "c",
  "first-party": "f",
  "third-party": "t",
  unknown: "n",
};
const voices = new Map<string, Voice>([
  ["u", "user"],
  ["c", "claimed"],
  ["f", "first-party"],
  ["t", "third-party"],
  ["n", "unknown"],
]);

const version = "o1";
const nothing = "-";

/** Writes an entry as one line of ASCII, without quotes and backslashes. */
export function writeOriginEntry(entry: OriginEntry): string {
  const { tool, call, at, fields, labels = [], isCut = false } = entry;
  return [
    version,
    escaped(tool),
    escaped(call),
    at,
    labels.length === 0 ? nothing : labels.join("+"),
    isCut ? "cut" : "whole",
    ...fields.map(writtenField),
  ].join(" ");
}

function writtenField([pointer, voice, atoms, kind]: SeenField): string {
  const named = kind === undefined ? "" : `:${escaped(kind)}`;
  return `${letters[voice]}${escaped(pointer)}${named}=${atoms}`;
}

function escaped(text: string): string {
  return /^[\w/$*~.-]+$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

const fieldForm = /^([ucftn])([^:= ]*)(?::([^= ]+))?=((?:[\w-]{9})*)$/;

const head = /^o1 ([^ ]*) ([^ ]*) (-?\d{1,16}(?:\.\d{1,9})?) (-|[a-z+]{1,40}) (cut|whole)(?![^ ])/;

/**
 * Reads what `writeOriginEntry` wrote.
 *
 * @throws TypeError with the place of the first fault.
 */
export function readOriginEntry(text: string): OriginEntry {
  const found = head.exec(text);
  if (found === null) throw unreadable("words 1 to 6 are", "the head of an entry");
  const [whole, tool = "", call = "", at, labels = "", extent] = found;
  const fields = text.length === whole.length ? [] : text.slice(whole.length + 1).split(" ");
  return {
    tool: plain(tool),
    call: plain(call),
    at: Number(at),
    fields: fields.map(readField),
    ...(labels !== nothing && { labels: readLabels(labels) }),
    ...(extent === "cut" && { isCut: true }),
  };
}

function readLabels(text: string): readonly Sensitivity[] {
  return text.split("+").map((label) => {
    const known = sensitivities.find((each) => each === label);
    if (known === undefined) throw unreadable("word 5 is", sensitivities.join(" or "));
    return known;
  });
}

function readField(text: string, at: number): SeenField {
  const [, letter = "", pointer = "", kind, atoms = ""] = fieldForm.exec(text) ?? [];
  const voice = voices.get(letter);
  if (voice === undefined) throw unreadable(`word ${at + 7} is`, "a field of an entry");
  return kind === undefined
    ? [plain(pointer), voice, atoms]
    : [plain(pointer), voice, atoms, plain(kind)];
}

function plain(text: string): string {
  return text.includes("%") ? decodeURIComponent(text) : text;
}

/** Names no part of the text, because a damaged row may hold anything. */
function unreadable(place: string, expected: string): TypeError {
  return new TypeError(
    `An entry of a history cannot be read: ${place} not ${expected}. Run "toolcourt doctor" to check the store.`,
  );
}

import { z } from "zod";
import { fieldOrigins, roles, sensitivities } from "./flow.ts";
import { isJsonObject, type JsonValue, own } from "./json.ts";
import { pointerToken } from "./pointer.ts";

/** An invalid term, and its expected form. */
export interface TermsProblem {
  readonly pointer: string;
  readonly message: string;
}

interface Word {
  readonly schema: z.ZodType;
  readonly expected: string;
}

/** Returns whether a value can be a kind. */
export function isKind(value: JsonValue): value is string {
  return kind.schema.safeParse(value).success;
}

type Words = Readonly<Record<string, Word>>;

const kind: Word = {
  schema: z
    .string()
    .regex(/^[a-z\d]+(?:-[a-z\d]+)*$/)
    .max(64),
  expected: "a kind in lower case, such as email or file-id",
};

const argumentWords: Words = {
  role: { schema: z.enum(roles), expected: `one of ${roles.join(", ")}` },
  kind,
};

const resultWords: Words = {
  origin: { schema: z.enum(fieldOrigins), expected: `one of ${fieldOrigins.join(", ")}` },
  kind,
  sensitivity: { schema: z.enum(sensitivities), expected: `one of ${sensitivities.join(", ")}` },
};

/** The keywords of schemas that say the same as marks, by their part of the contract. */
export const flowKeywords = {
  input: keywordsOf(argumentWords),
  output: keywordsOf(resultWords),
} as const;

function keywordsOf(words: Words): Words {
  return Object.fromEntries(Object.entries(words).map(([word, each]) => [`x-${word}`, each]));
}

/** Returns what is wrong with the marks of arguments. A mark without a role has no effect. */
export function problemsInArgumentMarks(value: JsonValue): readonly TermsProblem[] {
  return problemsInMarks(value, { words: argumentWords, required: "role" });
}

/** Returns what is wrong with the marks of a result. */
export function problemsInResultMarks(value: JsonValue): readonly TermsProblem[] {
  return problemsInMarks(value, { words: resultWords });
}

/** Far more than any contract needs. A lookup takes longer the more of them there are. */
const maxMarks = 500;

interface Grammar {
  readonly words: Words;
  readonly required?: string;
}

function problemsInMarks(value: JsonValue, grammar: Grammar): readonly TermsProblem[] {
  if (!isJsonObject(value)) {
    return [{ pointer: "", message: "Give marks by JSON pointer, such as `/to: { … }`." }];
  }
  const marks = Object.entries(value);
  if (marks.length > maxMarks) {
    return [
      { pointer: "", message: `Give at most ${maxMarks} marks; a mark covers what is below.` },
    ];
  }
  return marks.flatMap(([pointer, mark]) => {
    const message = problemWithPointer(pointer);
    if (message !== undefined) return [{ pointer: pointerToken(pointer), message }];
    return problemsInMark(mark, grammar).map((problem) => ({
      ...problem,
      pointer: pointerToken(pointer) + problem.pointer,
    }));
  });
}

const maxSteps = 32;

function problemWithPointer(pointer: string): string | undefined {
  if (pointer !== "" && !pointer.startsWith("/")) {
    return "Begin the pointer with a slash, as in `/mails/*/body`.";
  }
  if (/~(?![01])/.test(pointer)) return "Write `~0` for a tilde and `~1` for a slash.";
  return pointer.split("/").length - 1 > maxSteps
    ? `Give at most ${maxSteps} steps; a mark covers what is below.`
    : undefined;
}

function problemsInMark(mark: JsonValue, { words, required }: Grammar): readonly TermsProblem[] {
  const names = Object.keys(words).join(", ");
  if (!isJsonObject(mark) || Object.keys(mark).length === 0) {
    return [{ pointer: "", message: `Give a mark as an object with ${names}.` }];
  }
  if (required !== undefined && own(mark, required) === undefined) {
    return [{ pointer: "", message: `Give a ${required}, ${words[required]?.expected ?? ""}.` }];
  }
  return Object.entries(mark).flatMap(([key, value]) => {
    const word = Object.hasOwn(words, key) ? words[key] : undefined;
    const pointer = pointerToken(key);
    if (word === undefined) return [{ pointer, message: `A mark here has only ${names}.` }];
    if (word.schema.safeParse(value).success) return [];
    return [{ pointer, message: `Give ${word.expected}.` }];
  });
}

import {
  areMarks,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Overlay,
  own,
  pointerTokens,
  promotions,
  readTerms,
  strayPointers,
  whyNotCanonical,
  withMarksInTerms,
} from "@toolcourt/sdk";
import { type Document, isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { repeatedKeys } from "../documents/document.ts";
import { Refusal } from "../errors/refusal.ts";

/** A parsed overlay. The document keeps comments and order for later additions. */
export interface OverlayReading {
  readonly overlay: Overlay;
  readonly document: Document;
}

/**
 * Parses an overlay. Refuses unknown keys with their position: a misspelled promise would have no
 * effect.
 */
export function readOverlay(text: string, file: string): OverlayReading {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    uniqueKeys: false,
  });
  const refuse = (offset: number, problem: string): never => {
    const { line, col } = lines.linePos(offset);
    throw new Refusal("overlay-invalid", {
      file,
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      problem,
    });
  };
  const [broken] = [...document.errors, ...document.warnings];
  if (broken !== undefined) refuse(broken.pos[0], "Write this as plain YAML.");
  const [repeated] = repeatedKeys(document);
  if (repeated !== undefined) {
    refuse(startOf(repeated), "This key is given twice; remove one of the two.");
  }
  const value = toJson(document, refuse);
  const [problem] = problemsWith(value);
  if (problem !== undefined) refuse(offsetOf(document, problem.path), problem.message);
  return { overlay: withMarksInTerms(value), document };
}

type Refuse = (offset: number, problem: string) => never;

function toJson(document: Document, refuse: Refuse): JsonObject {
  if (document.contents === null) return {};
  let value: unknown;
  try {
    // Aliases can expand a short text without limit, and no overlay needs them.
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    refuse(0, "Write every value out; aliases are not allowed in an overlay.");
  }
  if (!isJsonObject(value)) return refuse(0, "Write an overlay as keys and values.");
  return value;
}

interface Problem {
  readonly path: readonly string[];
  readonly message: string;
}

const isText = (value: JsonValue): boolean => typeof value === "string";

const fields: Readonly<
  Record<keyof Overlay, { readonly fits: (value: JsonValue) => boolean; readonly message: string }>
> = {
  name: {
    fits: isName,
    message: "Write the name as 1 to 128 letters, digits, underscores, dots and dashes.",
  },
  description: { fits: isText, message: "Write the description as text." },
  input: { fits: isJsonObject, message: "Write the input schema as an object." },
  output: { fits: isJsonObject, message: "Write the output schema as an object." },
  result: {
    fits: (value) => promotions.some((each) => each === value),
    message: `Say what the structured content is made of: ${promotions.join(", ")}.`,
  },
  inferred: {
    fits: isInferred,
    message: "Say how many results the output was inferred from: `{ samples: 12 }`.",
  },
  terms: { fits: isJsonObject, message: "Write the terms as an object." },
};

/** The protocol's grammar of names. */
function isName(value: JsonValue): boolean {
  return typeof value === "string" && /^[\w.-]{1,128}$/.test(value);
}

function isInferred(value: JsonValue): boolean {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return false;
  const samples = own(value, "samples");
  return typeof samples === "number" && Number.isSafeInteger(samples) && samples >= 0;
}

function* problemsWith(value: JsonObject): Generator<Problem> {
  for (const [key, child] of Object.entries(value)) {
    if (!isField(key)) {
      yield {
        path: [key],
        message:
          "An overlay has no such key; use name, description, input, output, result, inferred or terms.",
      };
    } else if (!fields[key].fits(child)) {
      yield { path: [key], message: fields[key].message };
    }
  }
  yield* problemsWithTerms(own(value, "terms"));
  yield* problemsWithMarks(value);
  const flaw = whyNotCanonical(value);
  if (flaw !== undefined) yield { path: [], message: flaw.message };
}

function isField(key: string): key is keyof Overlay {
  return Object.hasOwn(fields, key);
}

// A contract would drop invalid terms silently. An overlay must not be ineffective.
function* problemsWithTerms(terms: JsonValue | undefined): Generator<Problem> {
  if (!isJsonObject(terms)) return;
  for (const { pointer, message } of readTerms(terms).problems) {
    const path = ["terms", ...pointerTokens(pointer)];
    const isMark = path.length > 2;
    yield {
      path,
      message: isMark ? message : "There is no such term, or not with such a value.",
    };
  }
}

/** The short form: `input` and `output` hold marks if each of their keys begins with a slash. */
function* problemsWithMarks(overlay: JsonObject): Generator<Problem> {
  for (const part of ["input", "output"]) {
    const written = own(overlay, part);
    const [stray] = strayPointers(written);
    if (stray !== undefined) {
      yield {
        path: [part, stray],
        message: `This is neither a schema nor marks: begin every key with a slash, or write the marks under \`terms: { ${part}: … }\`.`,
      };
    }
    if (!areMarks(written)) continue;
    const terms = own(overlay, "terms");
    if (isJsonObject(terms) && own(terms, part) !== undefined) {
      yield { path: [part], message: "Write the marks in one place, here or under `terms`." };
    }
    for (const { pointer, message } of readTerms({ [part]: written }).problems) {
      yield { path: pointerTokens(pointer), message };
    }
  }
}

/** Returns the offset of a key. */
function offsetOf(document: Document, path: readonly string[]): number {
  const holder: unknown =
    path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (!isMap(holder)) return 0;
  const keys = holder.items.map(({ key }) => key).filter(isScalar);
  return startOf(keys.find(({ value }) => value === path.at(-1)));
}

function startOf(key: unknown): number {
  return isScalar(key) ? (key.range?.[0] ?? 0) : 0;
}

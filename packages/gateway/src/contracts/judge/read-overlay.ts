import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Overlay,
  own,
  promotions,
  readContract,
  termsKey,
  whyNotCanonical,
} from "@toolcourt/sdk";
import { type Document, isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { repeatedKeys } from "../../documents/keys-of-map.ts";
import { Refusal } from "../../foundation/errors/refusal.ts";

/** The text of an overlay, read. The document keeps comments and order for whoever adds to it. */
export interface OverlayReading {
  readonly overlay: Overlay;
  readonly document: Document;
}

/** Reads an overlay. What it does not know is refused with its place: a misspelled promise is none. */
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
  return { overlay: value, document };
}

type Refuse = (offset: number, problem: string) => never;

function toJson(document: Document, refuse: Refuse): JsonObject {
  if (document.contents === null) return {};
  let value: unknown;
  try {
    // An alias can unfold a short text into an endless one, and no overlay needs any.
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
  description: { fits: isText, message: "Write the description as text." },
  input: { fits: isJsonObject, message: "Write the input schema as an object." },
  output: { fits: isJsonObject, message: "Write the output schema as an object." },
  result: {
    fits: (value) => promotions.some((each) => each === value),
    message: `Say what the structured content is made of: ${promotions.join(", ")}.`,
  },
  inferred: {
    fits: isInferred,
    message: "Say how many results the output was worked out from: `{ samples: 12 }`.",
  },
  terms: { fits: isJsonObject, message: "Write the terms as an object." },
};

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
          "An overlay has no such key; use description, input, output, result, inferred or terms.",
      };
    } else if (!fields[key].fits(child)) {
      yield { path: [key], message: fields[key].message };
    }
  }
  yield* problemsWithTerms(own(value, "terms"));
  const flaw = whyNotCanonical(value);
  if (flaw !== undefined) yield { path: [], message: flaw.message };
}

function isField(key: string): key is keyof Overlay {
  return Object.hasOwn(fields, key);
}

// Terms that a contract would leave out have no effect, which is what an overlay must not have.
function* problemsWithTerms(terms: JsonValue | undefined): Generator<Problem> {
  if (!isJsonObject(terms)) return;
  for (const [key, value] of Object.entries(terms)) {
    const tool = { _meta: { [termsKey]: { [key]: value } } };
    const reading = readContract({ server: "", tool });
    if (reading.kind === "unreadable" || !Object.hasOwn(reading.contract.terms, key)) {
      yield { path: ["terms", key], message: "There is no such term, or not with such a value." };
    }
  }
}

/** Where a key stands. */
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

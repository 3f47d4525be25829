import type { JsonSchema, Place } from "@toolcourt/sdk";
import type { OpenApiDocument } from "./document.ts";
import { ImportProblem } from "./follow.ts";
import { type Translation, translateSchema } from "./translate-schema.ts";

/** A schema, and the names of the definitions it refers to. */
export interface Translated {
  readonly schema: JsonSchema;
  readonly refersTo: ReadonlySet<string>;
  /** Approximate size as text. */
  readonly bytes: number;
  /** Pointers of omitted fields that no call could fill. */
  readonly leftOut: readonly string[];
}

/** The referenced schemas of a document, each translated lazily and once. */
export interface Definitions {
  readonly translate: (place: Place) => Translated;
  readonly named: (name: string) => Translated;
  /** Counts the memory held. Throws an `ImportProblem` above the limit. */
  readonly spend: (bytes: number, pointer: string) => void;
}

export interface DefinitionsOptions {
  readonly direction: Translation["direction"];
  readonly maxBytes: number;
}

export function createDefinitions(
  { root, edition }: OpenApiDocument,
  { direction, maxBytes }: DefinitionsOptions,
): Definitions {
  const places = new Map<string, Place>();
  const known = new Map<string, Translated | ImportProblem>();
  let made = 0;

  const spend = (bytes: number, pointer: string): void => {
    if (made > maxBytes) throw new ImportProblem(pointer, "The drafts are too large together.");
    made += bytes;
  };

  const translate = (place: Place): Translated => {
    spend(0, place.pointer);
    const refersTo = new Set<string>();
    const leftOut: string[] = [];
    const translation = { root, edition, direction, places, refersTo, leftOut };
    const schema = translateSchema(place, translation);
    const bytes = JSON.stringify(schema).length;
    spend(bytes, place.pointer);
    return { schema, refersTo, bytes, leftOut };
  };

  return {
    translate,
    spend,
    named: (name) => {
      const translated = known.get(name) ?? attempt(() => translate(places.get(name) ?? nowhere));
      known.set(name, translated);
      if (translated instanceof ImportProblem) throw translated;
      return translated;
    },
  };
}

/** Caches failures too, so that other operations do not retry. */
function attempt(translate: () => Translated): Translated | ImportProblem {
  try {
    return translate();
  } catch (error) {
    return error instanceof ImportProblem
      ? error
      : new ImportProblem("", "The schema is too deep.");
  }
}

const nowhere: Place = { value: {}, pointer: "" };

import { digestOf, type JsonSchema, type Place, pointerTokens } from "@toolcourt/sdk";
import type { OpenApiDocument } from "./document.ts";
import { ImportProblem, targetOf } from "./follow.ts";
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
    const refer = (reference: string, from: string): string => {
      const target = targetOf(root, reference, from);
      const name = nameOf(target.pointer);
      places.set(name, target);
      refersTo.add(name);
      return name;
    };
    const leftOut: string[] = [];
    const leaveOut = (pointer: string): void => void leftOut.push(pointer);
    const schema = translateSchema(place, { edition, direction, refer, leaveOut });
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

const shelf = /^\/(?:components\/schemas|definitions)\/([\w.-]{1,100})$/;

// Stable across imports: the same pointer always gets the same name. Other places than components
// get a character that component names cannot have, so names are unique.
function nameOf(pointer: string): string {
  const plain = shelf.exec(pointer)?.[1];
  if (plain !== undefined) return plain;
  const last =
    pointerTokens(pointer)
      .at(-1)
      ?.replaceAll(/[^\w.-]/g, "") ?? "";
  return `${last.slice(0, 40)}@${digestOf(pointer).slice(7, 23)}`;
}

import { digestOf, type JsonSchema, type Place, stepsOf } from "@toolcourt/sdk";
import type { OpenApiDocument } from "./document.ts";
import { targetOf } from "./follow.ts";
import { ImportProblem } from "./import-problem.ts";
import { type Translation, translateSchema } from "./translate-schema.ts";

/** A schema, and the definitions that it refers to by name. */
export interface Translated {
  readonly schema: JsonSchema;
  readonly refersTo: ReadonlySet<string>;
  /** About what it takes as text. */
  readonly bytes: number;
  /** The places of fields that it goes without, because no call could fill them. */
  readonly leftOut: readonly string[];
}

/** The schemas of a document that others refer to, each translated once and only when it is needed. */
export interface Definitions {
  readonly translate: (place: Place) => Translated;
  readonly named: (name: string) => Translated;
  /** Counts what is held for good. Throws an `ImportProblem` once that is too much. */
  readonly spend: (bytes: number, pointer: string) => void;
}

export interface DefinitionsOptions {
  readonly direction: Translation["direction"];
  readonly mostBytes: number;
}

export function createDefinitions(
  { root, edition }: OpenApiDocument,
  { direction, mostBytes }: DefinitionsOptions,
): Definitions {
  const places = new Map<string, Place>();
  const known = new Map<string, Translated | ImportProblem>();
  let made = 0;

  const spend = (bytes: number, pointer: string): void => {
    if (made > mostBytes) throw new ImportProblem(pointer, "The drafts are too large together.");
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

/** What failed is known too, or every operation that needs it would try again. */
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

// The same pointer has the same name in every import, whatever else the document holds. What is not an
// ordinary component gets a sign that the name of one cannot have, so no two places share a name.
function nameOf(pointer: string): string {
  const plain = shelf.exec(pointer)?.[1];
  if (plain !== undefined) return plain;
  const last =
    stepsOf(pointer)
      .at(-1)
      ?.replaceAll(/[^\w.-]/g, "") ?? "";
  return `${last.slice(0, 40)}@${digestOf(pointer).slice(7, 23)}`;
}

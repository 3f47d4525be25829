import { directSubschemas, type JsonSchema, pointerTokens, type SchemaPlace } from "@toolcourt/sdk";
import { type References, referencesFrom } from "./references.ts";

/** One step of validation: from a schema to another that it applies. */
export interface Link {
  readonly to: JsonSchema;
  readonly keyword: string;
  /** Whether the step descends into the value. Other steps repeat on the same value. */
  readonly descends: boolean;
  /** The one part of the value that it descends to. Default: any part. */
  readonly part?: string;
}

/** Keywords that apply their subschemas to the current value. */
const inPlace = new Set(
  "allOf anyOf oneOf not if then else dependentSchemas dependencies".split(" "),
);

/** Keywords whose subschemas each apply to one part of the value: a property or an item. */
const parted = new Set("properties prefixItems items".split(" "));

/** Containers of definitions, never applied by themselves. */
const shelves = new Set(["$defs", "definitions"]);

export function linksOf(references: References, schema: JsonSchema): readonly Link[] {
  return [...applied(schema), ...referred(references, schema)];
}

function applied(schema: JsonSchema): readonly Link[] {
  return directSubschemas({ schema, pointer: "" }).flatMap(({ schema: to, pointer }) => {
    const [keyword = "", ...names] = pointerTokens(pointer);
    if (shelves.has(keyword)) return [];
    const isOnePart = parted.has(keyword) && names.length > 0;
    return [{ to, keyword, descends: !inPlace.has(keyword), ...(isOnePart && { part: pointer }) }];
  });
}

function referred(references: References, schema: JsonSchema): readonly Link[] {
  return referencesFrom(references, schema).flatMap(({ keyword, target }) =>
    target.kind === "schema" ? [{ to: target.schema, keyword, descends: false }] : [],
  );
}

export interface Expansion {
  /** Number of subschemas after expanding every `$ref`. Counting stops soon after `atMost`. */
  readonly subschemas: number;
  readonly isRecursive: boolean;
  /** Every applied schema, after those that it applies. Incomplete if counting stopped. */
  readonly order: readonly JsonSchema[];
}

interface Frame {
  readonly schema: JsonSchema;
  readonly links: readonly Link[];
  next: number;
  count: number;
}

/** Counts without expanding: a schema referenced twice is measured once and counted twice. */
export function expansionOf(references: References, root: JsonSchema, atMost: number): Expansion {
  const counted = new Map<JsonSchema, number>();
  const open = new Set<JsonSchema>([root]);
  const stack: Frame[] = [{ schema: root, links: linksOf(references, root), next: 0, count: 1 }];
  let isRecursive = false;
  let frame = stack.at(-1);
  while (frame !== undefined && frame.count <= atMost) {
    const link = frame.links[frame.next];
    frame.next += 1;
    if (link === undefined) {
      stack.pop();
      open.delete(frame.schema);
      counted.set(frame.schema, frame.count);
      const parent = stack.at(-1);
      if (parent === undefined) {
        return { subschemas: frame.count, isRecursive, order: [...counted.keys()] };
      }
      parent.count += frame.count;
    } else if (open.has(link.to)) {
      isRecursive = true;
      frame.count += 1;
    } else if (counted.has(link.to)) {
      frame.count += counted.get(link.to) ?? 0;
    } else {
      open.add(link.to);
      stack.push({ schema: link.to, links: linksOf(references, link.to), next: 0, count: 1 });
    }
    frame = stack.at(-1);
  }
  return { subschemas: atMost + 1, isRecursive, order: [...counted.keys()] };
}

/** Returns positions whose validation would recurse on the same value and never end. */
export function endlessPlaces(
  references: References,
  places: Iterable<SchemaPlace>,
): readonly SchemaPlace[] {
  const done = new Set<JsonSchema>();
  const found: SchemaPlace[] = [];
  for (const place of places) {
    if (comesBack(references, place.schema, done)) found.push(place);
  }
  return found;
}

function comesBack(references: References, start: JsonSchema, done: Set<JsonSchema>): boolean {
  if (done.has(start)) return false;
  const open = new Set<JsonSchema>([start]);
  const stack = [{ schema: start, links: staying(linksOf(references, start)), next: 0 }];
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const link = frame.links[frame.next];
    frame.next += 1;
    if (link === undefined) {
      stack.pop();
      open.delete(frame.schema);
      done.add(frame.schema);
    } else if (open.has(link.to)) {
      for (const schema of open) done.add(schema);
      return true;
    } else if (!done.has(link.to)) {
      open.add(link.to);
      stack.push({ schema: link.to, links: staying(linksOf(references, link.to)), next: 0 });
    }
  }
  return false;
}

function staying(links: readonly Link[]): readonly Link[] {
  return links.filter((link) => !link.descends);
}

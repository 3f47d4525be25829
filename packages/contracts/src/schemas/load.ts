import type { JsonSchema } from "@toolcourt/sdk";
import { type Expansion, linksOf } from "./graph.ts";
import { dynamicKeywords, hasAny, unevaluatedKeywords } from "./keywords.ts";
import type { References } from "./references.ts";

/** How often one schema makes an interpreter check a value and the parts of it. */
interface Load {
  /** Checks of the value itself. */
  readonly here: number;
  /** Checks of each named part, and below it of any one value. */
  readonly parts: ReadonlyMap<string, number>;
  /** The same for keywords that apply to any part. */
  readonly anyPart: number;
  /** The most checks of any one value, at any depth. */
  readonly most: number;
}

/** A reference to an enclosing schema counts as one, as in the expansion. */
const returning: Load = { here: 1, parts: new Map(), anyPart: 0, most: 1 };

/**
 * Returns an upper bound of the checks of any one value, so that the cost of a whole value grows
 * with its size alone. Two properties that refer to one definition are two values, so they do not
 * add up as they do in the expansion. Infinite if it takes more than `maxSteps` to count, or if the
 * schemas have keywords whose cost no link shows.
 */
export function loadOf(
  references: References,
  { order }: Pick<Expansion, "order">,
  maxSteps: number,
): number {
  if (order.some((schema) => hasAny(schema, [...dynamicKeywords, ...unevaluatedKeywords]))) {
    return Number.POSITIVE_INFINITY;
  }
  const loads = new Map<JsonSchema, Load>();
  let steps = 0;
  let last = returning;
  for (const schema of order) {
    last = add(references, schema, loads);
    loads.set(schema, last);
    // The maps of a long chain of references grow with every link.
    steps += last.parts.size;
    if (steps > maxSteps) return Number.POSITIVE_INFINITY;
  }
  return last.most;
}

function add(
  references: References,
  schema: JsonSchema,
  loads: ReadonlyMap<JsonSchema, Load>,
): Load {
  let here = 1;
  let anyPart = 0;
  const parts = new Map<string, number>();
  const addPart = (part: string, checks: number): void => {
    parts.set(part, (parts.get(part) ?? 0) + checks);
  };
  for (const { to, descends, part } of linksOf(references, schema)) {
    const load = loads.get(to) ?? returning;
    if (!descends) {
      here += load.here;
      anyPart += load.anyPart;
      for (const [each, checks] of load.parts) addPart(each, checks);
    } else if (part === undefined) {
      anyPart += load.most;
    } else {
      addPart(part, load.most);
    }
  }
  const most = Math.max(here, anyPart + Math.max(0, ...parts.values()));
  return { here, parts, anyPart, most };
}

import { isJsonObject, type JsonValue, own, pointerToken } from "@toolcourt/sdk";
import { identityOf } from "../schemas/identity.ts";
import {
  below,
  choose,
  type DrawDeps,
  isTight,
  leadsToGoal,
  maxDepth,
  type Spot,
} from "./draw-deps.ts";
import { itemsOf, layersOfItem, maxLengthBy } from "./item-schemas.ts";
import { type Layer, type Leaf, numbersBy, refusedBy, saidBy } from "./layer.ts";

/** Maximum array length. */
const maxLength = 2_000;
/** Maximum attempts at an item that must be unique. */
const maxTries = 12;

export function drawArray(
  deps: DrawDeps,
  leaves: readonly Leaf[],
  spot: Spot,
): JsonValue | undefined {
  const demands = demandsOf(leaves);
  const length = lengthFor(deps, spot, { leaves, demands });
  if (length === undefined) return undefined;
  const items: JsonValue[] = [];
  const seen = new Set<JsonValue>();
  for (let index = 0; index < length; index += 1) {
    const layers = layersAt(leaves, index, demands);
    const item = drawItem(
      deps,
      { layers, seen: demands.mustDiffer ? seen : undefined },
      below(spot, pointerToken(index)),
    );
    // A failed item may be optional.
    if (item === undefined) return index >= demands.min ? items : undefined;
    seen.add(identityOf(item));
    items.push(item);
  }
  const [first] = items;
  return demands.mustRepeat && first !== undefined ? [first, ...items.slice(0, length - 1)] : items;
}

interface Demands {
  readonly min: number;
  readonly max: number;
  readonly mustDiffer: boolean;
  readonly mustRepeat: boolean;
  /** Schemas the first items must match, one each. */
  readonly contained: readonly Layer[];
}

function demandsOf(leaves: readonly Leaf[]): Demands {
  const contained = leaves.flatMap((leaf) => containedBy(leaf));
  const mustRepeat = refusedBy(leaves, "uniqueItems").includes(true);
  return {
    min: Math.max(
      0,
      mustRepeat ? 2 : 0,
      contained.length,
      ...numbersBy(leaves, "minItems").map(Math.ceil),
    ),
    max: Math.min(maxLength, maxLengthBy(leaves), ...numbersBy(leaves, "maxItems").map(Math.floor)),
    mustDiffer: saidBy(leaves, "uniqueItems").includes(true),
    mustRepeat,
    contained,
  };
}

function containedBy({ schema, document }: Leaf): readonly Layer[] {
  const contains = own(schema, "contains");
  if (contains === undefined) return [];
  const { minContains = 1 } = schema;
  const times = typeof minContains === "number" ? Math.min(minContains, maxLength) : 1;
  return Array.from({ length: times }, () => ({ schema: contains, document }));
}

function layersAt(
  leaves: readonly Leaf[],
  index: number,
  { contained }: Demands,
): readonly Layer[] {
  const wanted = contained[index];
  const layers = layersOfItem(leaves, index);
  return wanted === undefined ? layers : [...layers, wanted];
}

function lengthFor(
  deps: DrawDeps,
  spot: Spot,
  {
    leaves,
    demands: { min, max },
  }: { readonly leaves: readonly Leaf[]; readonly demands: Demands },
): number | undefined {
  const toGoal = lengthToGoal(deps, leaves);
  const atLeast = Math.max(min, toGoal);
  if (atLeast > max) return undefined;
  if (isTight(deps, spot)) return atLeast;
  const hasItems = leaves.some(({ schema }) => isJsonObject(schema["items"]));
  const sizes = hasItems ? [1, 2, 3] : [1];
  const ends = max <= 20 ? [max] : [];
  const options = [...new Set([atLeast, ...sizes, ...ends])].filter(
    (length) => length >= atLeast && length <= max,
  );
  const owner = leaves[0]?.schema ?? leaves;
  return choose(deps, spot, { owner, label: "length", options });
}

/** Returns how many items are needed to reach the goal. */
function lengthToGoal(deps: DrawDeps, leaves: readonly Leaf[]): number {
  const wanted = leaves.map(({ schema }) => {
    const { heads, rest } = itemsOf(schema);
    const head = heads.findIndex((each) => leadsToGoal(deps, each));
    if (head >= 0) return head + 1;
    return leadsToGoal(deps, rest) ? heads.length + 1 : 0;
  });
  return Math.max(0, ...wanted);
}

interface Item {
  readonly layers: readonly Layer[];
  /** The items it must differ from. */
  readonly seen: ReadonlySet<JsonValue> | undefined;
}

function drawItem(deps: DrawDeps, { layers, seen }: Item, spot: Spot): JsonValue | undefined {
  for (let tries = 0; tries < maxTries; tries += 1) {
    // The smallest item is always the same, so later ones must be larger.
    const isAgain = seen !== undefined && (tries > 0 || seen.size > 0);
    const item = isAgain
      ? deps.draw({ ...deps, measure: "varied" }, layers, {
          ...spot,
          depth: Math.min(spot.depth, maxDepth),
        })
      : deps.draw(deps, layers, spot);
    if (item === undefined || seen?.has(identityOf(item)) !== true) return item;
  }
  return undefined;
}

import { isJsonObject, type JsonValue, own, pointerToken } from "@toolcourt/sdk";
import { identityOf } from "../schemas/identity.ts";
import { itemsOf, layersOfItem, longestBy } from "./item-schemas.ts";
import { type Layer, type Leaf, numbersBy, refusedBy, saidBy } from "./layer.ts";
import { below, choose, deepest, isTight, leadsToGoal, type Scene, type Spot } from "./scene.ts";

/** Maximum array length. */
const longest = 2_000;
/** Maximum attempts at an item that must be unique. */
const mostTries = 12;

export function drawArray(
  scene: Scene,
  leaves: readonly Leaf[],
  spot: Spot,
): JsonValue | undefined {
  const demands = demandsOf(leaves);
  const length = lengthFor(scene, spot, { leaves, demands });
  if (length === undefined) return undefined;
  const items: JsonValue[] = [];
  const seen = new Set<JsonValue>();
  for (let index = 0; index < length; index += 1) {
    const layers = layersAt(leaves, index, demands);
    const item = drawItem(
      scene,
      { layers, seen: demands.mustDiffer ? seen : undefined },
      below(spot, pointerToken(index)),
    );
    // A failed item may be optional.
    if (item === undefined) return index >= demands.least ? items : undefined;
    seen.add(identityOf(item));
    items.push(item);
  }
  const [first] = items;
  return demands.mustRepeat && first !== undefined ? [first, ...items.slice(0, length - 1)] : items;
}

interface Demands {
  readonly least: number;
  readonly most: number;
  readonly mustDiffer: boolean;
  readonly mustRepeat: boolean;
  /** Schemas the first items must match, one each. */
  readonly contained: readonly Layer[];
}

function demandsOf(leaves: readonly Leaf[]): Demands {
  const contained = leaves.flatMap((leaf) => containedBy(leaf));
  const mustRepeat = refusedBy(leaves, "uniqueItems").includes(true);
  return {
    least: Math.max(
      0,
      mustRepeat ? 2 : 0,
      contained.length,
      ...numbersBy(leaves, "minItems").map(Math.ceil),
    ),
    most: Math.min(longest, longestBy(leaves), ...numbersBy(leaves, "maxItems").map(Math.floor)),
    mustDiffer: saidBy(leaves, "uniqueItems").includes(true),
    mustRepeat,
    contained,
  };
}

function containedBy({ schema, document }: Leaf): readonly Layer[] {
  const contains = own(schema, "contains");
  if (contains === undefined) return [];
  const { minContains = 1 } = schema;
  const times = typeof minContains === "number" ? Math.min(minContains, longest) : 1;
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
  scene: Scene,
  spot: Spot,
  {
    leaves,
    demands: { least, most },
  }: { readonly leaves: readonly Leaf[]; readonly demands: Demands },
): number | undefined {
  const toGoal = lengthToGoal(scene, leaves);
  const atLeast = Math.max(least, toGoal);
  if (atLeast > most) return undefined;
  if (isTight(scene, spot)) return atLeast;
  const hasItems = leaves.some(({ schema }) => isJsonObject(schema["items"]));
  const usual = hasItems ? [1, 2, 3] : [1];
  const ends = most <= 20 ? [most] : [];
  const options = [...new Set([atLeast, ...usual, ...ends])].filter(
    (length) => length >= atLeast && length <= most,
  );
  const owner = leaves[0]?.schema ?? leaves;
  return choose(scene, spot, { owner, label: "length", options });
}

/** Returns how many items are needed to reach the goal. */
function lengthToGoal(scene: Scene, leaves: readonly Leaf[]): number {
  const wanted = leaves.map(({ schema }) => {
    const { heads, rest } = itemsOf(schema);
    const head = heads.findIndex((each) => leadsToGoal(scene, each));
    if (head >= 0) return head + 1;
    return leadsToGoal(scene, rest) ? heads.length + 1 : 0;
  });
  return Math.max(0, ...wanted);
}

interface Item {
  readonly layers: readonly Layer[];
  /** The items it must differ from. */
  readonly seen: ReadonlySet<JsonValue> | undefined;
}

function drawItem(scene: Scene, { layers, seen }: Item, spot: Spot): JsonValue | undefined {
  for (let tries = 0; tries < mostTries; tries += 1) {
    // The smallest item is always the same, so later ones must be larger.
    const isAgain = seen !== undefined && (tries > 0 || seen.size > 0);
    const item = isAgain
      ? scene.draw({ ...scene, measure: "varied" }, layers, {
          ...spot,
          depth: Math.min(spot.depth, deepest),
        })
      : scene.draw(scene, layers, spot);
    if (item === undefined || seen?.has(identityOf(item)) !== true) return item;
  }
  return undefined;
}

import { isJsonArray, type JsonValue, pointerToken } from "@toolcourt/sdk";
import { identityOf, memberOf } from "../schemas/identity.ts";
import { drawArray } from "./draw-array.ts";
import { below, choose, type DrawDeps, isTight, leadsToGoal, type Spot } from "./draw-deps.ts";
import { numbersFor } from "./draw-number.ts";
import { textsFor } from "./draw-string.ts";
import { flatten } from "./flatten.ts";
import { commonTypes, isJsonType, type JsonType, jsonTypes, typesOf } from "./json-types.ts";
import { type Layer, type Leaf, refusedBy, saidBy } from "./layer.ts";
import { chooseNames, layersOfMember } from "./member-names.ts";

/** Maximum attempts at one location before the whole value is abandoned. */
const maxTries = 3;

/** Returns a value meant to match all layers at once. The caller must validate it. */
export function draw(deps: DrawDeps, layers: readonly Layer[], spot: Spot): JsonValue | undefined {
  const { reached } = deps.progress;
  for (let tries = 0; tries < maxTries && deps.progress.steps > 0; tries += 1) {
    deps.progress.reached = reached;
    // The minimal value is always the same, so a second attempt must vary.
    const trying: DrawDeps = tries === 0 ? deps : { ...deps, measure: "varied" };
    const leaves = flatten(trying, layers, spot);
    const value = leaves === undefined ? undefined : drawFlat(trying, leaves, spot);
    if (value !== undefined) return value;
  }
  deps.progress.reached = reached;
  return undefined;
}

function drawFlat(deps: DrawDeps, leaves: readonly Leaf[], spot: Spot): JsonValue | undefined {
  const types = typesFor(deps, leaves);
  const listed = listedValues(leaves);
  const isRefused = refusal(leaves);
  const owner = leaves[0]?.schema ?? leaves;
  if (listed !== undefined) {
    const options = listed.filter(
      (value) => typesOf(value).some((type) => types.includes(type)) && !isRefused(value),
    );
    return choose(deps, spot, { owner, label: "listed", options });
  }
  const example = exampleFor(deps, leaves, spot);
  if (example !== undefined && !isRefused(example)) return example;
  const type = choose(deps, spot, { owner, label: "type", options: types });
  return type === undefined ? undefined : makers[type]({ deps, leaves, spot, isRefused });
}

/** Returns an example or the default, when it is their turn. */
function exampleFor(deps: DrawDeps, leaves: readonly Leaf[], spot: Spot): JsonValue | undefined {
  if (isTight(deps, spot) || deps.goal !== undefined) return undefined;
  const examples = saidBy(leaves, "examples").flatMap((list) => (isJsonArray(list) ? list : []));
  const known = [...examples, ...saidBy(leaves, "default")].filter(
    (value) => value !== null && spot.depth > 0,
  );
  if (known.length === 0) return undefined;
  const owner = leaves[0]?.schema ?? leaves;
  return choose(deps, spot, {
    owner,
    label: "example",
    options: [...known, undefined, undefined],
  });
}

/** Returns the values listed by every `enum` and `const`, or undefined if there is neither. */
function listedValues(leaves: readonly Leaf[]): readonly JsonValue[] | undefined {
  const lists = [
    ...saidBy(leaves, "enum").map((list) => (isJsonArray(list) ? list : [])),
    ...saidBy(leaves, "const").map((value) => [value]),
  ];
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => memberOf(list)(value)));
}

function refusal(leaves: readonly Leaf[]): (value: JsonValue) => boolean {
  const refused = [
    ...refusedBy(leaves, "enum").flatMap((list) => (isJsonArray(list) ? list : [])),
    ...refusedBy(leaves, "const"),
  ].map(identityOf);
  if (refused.length === 0) return () => false;
  const known = new Set(refused);
  return (value) => known.has(identityOf(value));
}

/** The type each keyword implies, for schemas without `type`. */
const implied: readonly (readonly [JsonType, readonly string[]])[] = [
  [
    "object",
    "properties required additionalProperties patternProperties propertyNames minProperties maxProperties dependentRequired unevaluatedProperties".split(
      " ",
    ),
  ],
  [
    "array",
    ["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems"],
  ],
  ["string", ["pattern", "minLength", "maxLength", "format"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

function typesFor(deps: DrawDeps, leaves: readonly Leaf[]): readonly JsonType[] {
  const said = saidBy(leaves, "type").map((types) =>
    (isJsonArray(types) ? types : [types]).filter(isJsonType),
  );
  const [first, ...others] = said;
  const toGoal = typeToGoal(deps, leaves);
  if (first !== undefined) {
    const allowed = others.reduce(commonTypes, inOrder(first));
    return toGoal !== undefined && allowed.includes(toGoal) ? [toGoal] : allowed;
  }
  if (listedValues(leaves) !== undefined) return jsonTypes;
  if (toGoal !== undefined) return [toGoal];
  const meant = implied.filter(([, keywords]) =>
    keywords.some((keyword) => saidBy(leaves, keyword).length > 0),
  );
  return meant.length > 0 ? meant.map(([type]) => type) : jsonTypes;
}

/** Keeps the author's order, with `null` last. */
function inOrder(types: readonly JsonType[]): readonly JsonType[] {
  return [...types.filter((type) => type !== "null"), ...types.filter((type) => type === "null")];
}

/** Returns the type the value needs so that the goal can lie below it. */
function typeToGoal(deps: DrawDeps, leaves: readonly Leaf[]): JsonType | undefined {
  const isGoalIn = (keywords: readonly string[]): boolean =>
    keywords.some((keyword) =>
      saidBy(leaves, keyword).some((held) =>
        [held, ...(typeof held === "object" && held !== null ? Object.values(held) : [])].some(
          (each) => leadsToGoal(deps, each),
        ),
      ),
    );
  if (
    isGoalIn(["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"])
  )
    return "object";
  return isGoalIn(["items", "prefixItems", "additionalItems", "unevaluatedItems"])
    ? "array"
    : undefined;
}

interface Making {
  readonly deps: DrawDeps;
  readonly leaves: readonly Leaf[];
  readonly spot: Spot;
  readonly isRefused: (value: JsonValue) => boolean;
}

const makers: Readonly<Record<JsonType, (making: Making) => JsonValue | undefined>> = {
  null: ({ isRefused }) => (isRefused(null) ? undefined : null),
  boolean: (making) => pick(making, "boolean", [true, false]),
  integer: (making) => pick(making, "number", numbersFor(making.leaves, true)),
  number: (making) => pick(making, "number", numbersFor(making.leaves, false)),
  string: (making) => pick(making, "text", textsFor(making.leaves, making.deps)),
  array: ({ deps, leaves, spot, isRefused }) => unless(isRefused, drawArray(deps, leaves, spot)),
  object: ({ deps, leaves, spot, isRefused }) => unless(isRefused, drawObject(deps, leaves, spot)),
};

function pick(
  { deps, leaves, spot, isRefused }: Making,
  label: string,
  values: readonly JsonValue[],
): JsonValue | undefined {
  const options = values.filter((value) => !isRefused(value));
  return choose(deps, spot, { owner: leaves[0]?.schema ?? leaves, label, options });
}

function unless(
  isRefused: (value: JsonValue) => boolean,
  value: JsonValue | undefined,
): JsonValue | undefined {
  return value === undefined || isRefused(value) ? undefined : value;
}

function drawObject(deps: DrawDeps, leaves: readonly Leaf[], spot: Spot): JsonValue | undefined {
  const names = chooseNames(deps, leaves, spot);
  if (names.must.length > names.max) return undefined;
  const drawMember = (name: string): JsonValue | undefined =>
    deps.draw(deps, layersOfMember(leaves, name, deps.patterns), below(spot, pointerToken(name)));
  const members: (readonly [string, JsonValue])[] = [];
  for (const name of names.must) {
    const member = drawMember(name);
    if (member === undefined) return undefined;
    members.push([name, member]);
  }
  for (const name of names.may) {
    const member = drawMember(name);
    if (member !== undefined) members.push([name, member]);
  }
  // Built from entries: assignment would set the prototype for the name `__proto__`.
  return members.length < names.min ? undefined : Object.fromEntries(members);
}

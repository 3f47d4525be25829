import {
  type Flow,
  flowOf,
  isJsonObject,
  type JsonSchema,
  own,
  pointerTokens,
  subschemas,
  type ToolContract,
} from "@toolcourt/sdk";

/** Where values come from and go to, and which keys of objects the contract itself names. */
export interface NamedFlow extends Flow {
  readonly isNamed: (side: "arguments" | "result", segments: readonly string[]) => boolean;
}

const known = new WeakMap<ToolContract, NamedFlow>();

/** Any other key is data: it is remembered as a value, and no entry shows it. */
export function namedFlowOf(contract: ToolContract): NamedFlow {
  const before = known.get(contract);
  if (before !== undefined) return before;
  const { input, output = {}, terms } = contract;
  const names = {
    arguments: namesIn(input, terms.input),
    result: namesIn(output, terms.output),
  };
  const flow: NamedFlow = {
    ...flowOf(contract),
    isNamed: (side, segments) => names[side].has(segments.at(-1) ?? ""),
  };
  known.set(contract, flow);
  return flow;
}

/** The properties of all schemas below, wherever they stand, and the steps of marks. */
function namesIn(root: JsonSchema, marks: object = {}): ReadonlySet<string> {
  const names = new Set(Object.keys(marks).flatMap(pointerTokens));
  for (const { schema } of subschemas(root)) {
    const properties = own(schema, "properties");
    if (isJsonObject(properties)) for (const name of Object.keys(properties)) names.add(name);
  }
  return names;
}

import { patterns } from "@toolcourt/contracts/internal/schemas/admission/patterns";
import {
  isJsonObject,
  type Overlay,
  pointerTokens,
  type ToolContract,
  valueAt,
} from "@toolcourt/sdk";
import { lintContract } from "@toolcourt/sdk/rules";

type Schemas = Pick<Overlay, "input" | "output">;

const options = {
  rules: [patterns],
  profiles: ["core"],
  scene: { namesakes: () => 1, now: 0 },
} as const;

/**
 * Returns the schemas of a contract that have patterns which cannot be matched safely, without
 * these. The server still checks them itself. Empty if there are none, or one cannot be removed.
 */
export function checkableSchemas(contract: ToolContract): Schemas {
  const { input, output } = contract;
  const copy: Schemas = {
    input: structuredClone(input),
    ...(output && { output: structuredClone(output) }),
  };
  const widened = new Set<string>();
  // Patterns that are only too many together are found one after the other.
  for (;;) {
    const pointers = uncheckable({ ...contract, ...copy });
    if (pointers.length === 0) break;
    if (!pointers.every((pointer) => isRemoved(copy, pointer))) return {};
    for (const pointer of pointers) widened.add(pointerTokens(pointer)[0] ?? "");
  }
  return Object.fromEntries(Object.entries(copy).filter(([name]) => widened.has(name)));
}

function uncheckable(contract: ToolContract): readonly string[] {
  return lintContract(contract, options).map(({ pointer }) => pointer);
}

// Where a part that accepts more can make the whole accept less.
const inverting = new Set(["not", "oneOf", "if"]);

function isRemoved(schemas: Schemas, pointer: string): boolean {
  const tokens = pointerTokens(pointer);
  if (tokens.at(-1) !== "pattern" || tokens.some((token) => inverting.has(token))) return false;
  const holder = valueAt({ ...schemas }, pointer.slice(0, -"/pattern".length));
  if (!isJsonObject(holder) || typeof holder["pattern"] !== "string") return false;
  return Reflect.deleteProperty(holder, "pattern");
}

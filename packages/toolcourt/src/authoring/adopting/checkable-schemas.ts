import { repairableRules } from "@toolcourt/contracts/internal/judge/repairable-rules";
import type { JsonSchema, Overlay, ToolContract } from "@toolcourt/sdk";
import { lintContract } from "@toolcourt/sdk/rules";
import { widenSchema } from "./widen-schema.ts";

export interface CheckableSchemas {
  readonly schemas: Pick<Overlay, "input" | "output">;
  /** JSON Pointers into the contract of the parts that accept more than the server says. */
  readonly widened: readonly string[];
}

const options = {
  rules: repairableRules,
  profiles: ["registry"],
  scene: { namesakes: () => 1, now: 0 },
} as const;

/**
 * Returns the schemas of a contract that cannot be enforced, widened until they can. They refuse
 * nothing that the server accepts, and the server still checks the rest itself. Empty if both can
 * be enforced, or nothing helps.
 */
export function checkableSchemas(contract: ToolContract): CheckableSchemas {
  const input = widenedSide(contract, "input");
  const output = widenedSide(contract, "output");
  return {
    schemas: { ...input.schemas, ...output.schemas },
    widened: [...input.widened, ...output.widened],
  };
}

const unchanged: CheckableSchemas = { schemas: {}, widened: [] };

function widenedSide(contract: ToolContract, side: "input" | "output"): CheckableSchemas {
  const { [side]: declared } = contract;
  if (declared === undefined) return unchanged;
  const objections = (schema: JsonSchema): readonly string[] =>
    lintContract({ ...contract, [side]: schema }, options)
      .filter(({ severity, pointer }) => severity === "error" && isIn(side, pointer))
      .map(({ pointer }) => pointer.slice(`/${side}`.length));
  if (objections(declared).length === 0) return unchanged;
  const widened = widenSchema(declared, objections);
  if (widened === undefined) return unchanged;
  return {
    schemas: { [side]: widened.schema },
    widened: widened.parts.map((pointer) => `/${side}${pointer}`),
  };
}

function isIn(side: string, pointer: string): boolean {
  return `${pointer}/`.startsWith(`/${side}/`);
}

import { builtinRules, type Rule } from "@toolcourt/sdk/rules";
import { schemaRules } from "../schemas/rules.ts";

/** All rules of the gateway: those of the SDK, and those that need the schema engine. */
export const allRules: readonly Rule[] = [...builtinRules, ...schemaRules];

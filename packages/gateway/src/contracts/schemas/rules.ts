import type { Rule } from "@toolcourt/sdk/rules";
import { admissionChecks } from "./admission/admit.ts";

/** The checks that every schema passes before it is used, as rules about contracts. */
export const schemaRules: readonly Rule[] = admissionChecks;

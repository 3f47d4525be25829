import type { Rule } from "@toolcourt/sdk/rules";
import { admissionChecks } from "./admission/admit.ts";

/** The admission checks, as contract rules. */
export const schemaRules: readonly Rule[] = admissionChecks;

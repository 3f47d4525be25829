import { inputClosed } from "./input/closed.ts";
import type { Rule } from "./rule.ts";

/** Every rule of the SDK, in the order in which findings are shown. */
export const builtinRules: readonly Rule[] = [inputClosed];

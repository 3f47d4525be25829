import { inputClosed } from "./input/closed.ts";
import { inputDocumented } from "./input/documented.ts";
import { inputObjectRoot } from "./input/object-root.ts";
import { inputPresent } from "./input/present.ts";
import { inputRequiredListed } from "./input/required-listed.ts";
import { inputRootType } from "./input/root-type.ts";
import { inputTyped } from "./input/typed.ts";
import type { Rule } from "./rule.ts";

/** Every rule of the SDK, in the order in which findings are shown. */
export const builtinRules: readonly Rule[] = [
  inputClosed,
  inputDocumented,
  inputObjectRoot,
  inputPresent,
  inputRequiredListed,
  inputRootType,
  inputTyped,
];

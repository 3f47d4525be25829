import type { Command } from "./command.ts";
import { check } from "./commands/check.ts";
import { effective } from "./commands/effective.ts";
import { explainError } from "./commands/explain-error.ts";
import { rules } from "./commands/rules.ts";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [check, effective, rules, explainError];

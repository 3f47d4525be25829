import type { Command } from "./command.ts";
import { check } from "./commands/check.ts";

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [check];

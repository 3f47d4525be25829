export type { Command, CommandContext, ExitCode } from "./cli/command.ts";
export { type CommandHelp, commandHelp } from "./cli/command-help.ts";
export { runToolcourt } from "./cli/run.ts";

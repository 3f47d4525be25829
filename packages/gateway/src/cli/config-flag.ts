import { defaultFile } from "../compose/find-config.ts";

/** The flag of every command that reads the configuration. */
export const configFlag = {
  type: "text",
  short: "c",
  value: "file",
  summary: `The configuration (default: ${defaultFile}, if it exists)`,
} as const;

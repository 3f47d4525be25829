import { defaultFile } from "@toolcourt/gateway/internal/compose/find-config";

/** The flag of every command that reads the configuration. */
export const configFlag = {
  type: "text",
  short: "c",
  value: "file",
  summary: `The configuration (default: ${defaultFile}, if it exists)`,
} as const;

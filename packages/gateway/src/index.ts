export { printable, printableJson } from "./boundary/files/printable.ts";
export type { Config } from "./config/config.ts";
export { configJsonSchema } from "./config/json-schema.ts";
export { loadConfig } from "./config/load.ts";
export type { ConfigSource } from "./config/read.ts";

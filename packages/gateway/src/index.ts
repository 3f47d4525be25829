export { printable, printableJson } from "./boundary/files/printable.ts";
export type { Config } from "./config/config.ts";
export { configJsonSchema } from "./config/config.ts";
export type { ConfigSource } from "./config/load.ts";
export { loadConfig } from "./config/load.ts";

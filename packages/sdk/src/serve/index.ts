export type { CallLines } from "./log-calls.ts";
export { type Served, type ServeOptions, serve } from "./serve.ts";

import type { Target } from "../target.ts";

/** The targets by name. A file each, in the form that Jazzer.js takes. */
export const targets = {
  message: () => import("./message.ts"),
  schema: () => import("./schema.ts"),
  yaml: () => import("./yaml.ts"),
  export: () => import("./export.ts"),
  url: () => import("./url.ts"),
  "http-client": () => import("./http-client.ts"),
  /** A fault for the tests of the fuzzer itself. */
  planted: () => import("./planted.ts"),
} as const satisfies Readonly<Record<string, () => Promise<Target>>>;

export type TargetName = keyof typeof targets;

/** The targets that are fuzzed by default. */
export const targetNames = [
  "message",
  "schema",
  "yaml",
  "export",
  "url",
  "http-client",
] as const satisfies readonly TargetName[];

export function isTarget(name: string): name is TargetName {
  return Object.hasOwn(targets, name);
}

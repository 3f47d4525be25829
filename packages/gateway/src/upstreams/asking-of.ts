import type { Asking } from "./upstream.ts";

const methods: ReadonlyMap<string, Asking> = new Map([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"],
]);

/** What a method asks of a caller; undefined for all others. */
export function askingOf(method: string): Asking | undefined {
  return methods.get(method);
}

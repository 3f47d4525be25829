import type { Asking } from "./upstream.ts";

const methods: ReadonlyMap<string, Asking> = new Map([
  ["elicitation/create", "elicitation"],
  ["sampling/createMessage", "sampling"],
  ["roots/list", "roots"],
]);

/** Returns the capability that a method needs from a caller. Undefined for other methods. */
export function askingOf(method: string): Asking | undefined {
  return methods.get(method);
}

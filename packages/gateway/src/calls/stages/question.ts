import type { Stages } from "../pipeline.ts";

/** Passes on what a tool asks for, where the caller can be asked. */
export function createQuestion(): Stages["question"] {
  return () => undefined;
}

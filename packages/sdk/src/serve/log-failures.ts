import type { Surroundings } from "../tool/surroundings.ts";

const maxCauses = 5;
const maxStackLength = 16_384;

/**
 * Adds a line of JSON for every error that callers must not see, with its stack and the ids of the
 * call. The caller learns only that the tool failed.
 */
export function logFailures(
  observe: Surroundings["observe"],
  { write, now }: { readonly write: (line: string) => void; readonly now: () => number },
): Surroundings["observe"] {
  return (event) => {
    if (event.kind === "tool.threw") {
      const { kind, error, ...facts } = event;
      const time = new Date(now()).toISOString();
      write(JSON.stringify({ time, level: "error", event: kind, ...facts, stack: stackOf(error) }));
    }
    return observe(event);
  };
}

/** Returns the stack of an error and of its causes, up to a limit. */
function stackOf(error: unknown): string {
  const stacks: string[] = [];
  let cause = error;
  while (cause instanceof Error && stacks.length < maxCauses) {
    stacks.push((cause.stack ?? cause.message).slice(0, maxStackLength));
    ({ cause } = cause);
  }
  return stacks.length === 0
    ? `A value of type ${typeof error} was thrown.`
    : stacks.join("\ncaused by: ");
}

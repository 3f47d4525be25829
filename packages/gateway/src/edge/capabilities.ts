import type { Relays } from "../relays/relays.ts";

/**
 * In the protocol's terms. A type alias, because the compiler accepts only an alias as plain JSON.
 */
type Capabilities = {
  readonly tools: { readonly listChanged: true };
  readonly logging: Record<string, never>;
  readonly resources?: { readonly listChanged: true; readonly subscribe: true };
  readonly prompts?: { readonly listChanged: true };
  readonly completions?: Record<string, never>;
};

/** Returns the capabilities announced to clients of either era. */
export function capabilitiesOf({ offered }: Relays): Capabilities {
  const there = offered();
  return {
    tools: { listChanged: true },
    logging: {},
    ...(there.has("resources") && { resources: { listChanged: true, subscribe: true } }),
    ...(there.has("prompts") && { prompts: { listChanged: true } }),
    ...(there.has("completions") && { completions: {} }),
  };
}

import { createRedaction } from "../boundary/redaction/redaction.ts";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import { createHiding, type Hiding } from "../pipeline/hiding.ts";

/** Redacts these values as our secrets, and by pattern anything that looks like one. */
export function hidingOf(...values: readonly string[]): Hiding {
  const redaction = createRedaction();
  const holdSecret = createHoldSecret(Buffer.alloc(32));
  for (const value of values) redaction.registry.hold(holdSecret(value));
  return createHiding(redaction);
}

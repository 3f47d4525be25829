import { createHiding, type Hiding } from "../calls/hiding.ts";
import { createRedaction } from "../redaction/redaction.ts";
import { createHoldSecret } from "../secrets/secret.ts";

/** Hides these values as secrets of ours, and in the usual way what looks like a secret. */
export function hidingOf(...values: readonly string[]): Hiding {
  const redaction = createRedaction();
  const holdSecret = createHoldSecret(Buffer.alloc(32));
  for (const value of values) redaction.registry.hold(holdSecret(value));
  return createHiding(redaction);
}

import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { createHoldSecret } from "@toolcourt/gateway/internal/boundary/secrets/secret";
import { Redactors } from "@toolcourt/gateway/internal/pipeline/redactors";

/** Redacts these values as our secrets, and by pattern anything that looks like one. */
export function redactorsFor(...values: readonly string[]): Redactors {
  const redaction = new Redaction();
  const holdSecret = createHoldSecret(Buffer.alloc(32));
  for (const value of values) redaction.registry.hold(holdSecret(value));
  return new Redactors(redaction);
}

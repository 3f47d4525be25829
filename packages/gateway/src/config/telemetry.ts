import { z } from "zod";
import { keysAndValues } from "./pieces.ts";
import { expected, expectedUnseen } from "./wording.ts";

// What is told about the gateway, and to whom.

const portError = expected("a port from 0 to 65535");
const hostError = expected("an address to listen on, such as 127.0.0.1");
const hashError = expectedUnseen("the SHA-256 of a token: 64 hexadecimal digits");

const metrics = z.strictObject(
  {
    host: z.string({ error: hostError }).min(1, { error: hostError }).default("127.0.0.1"),
    port: z
      .int({ error: portError })
      .min(0, { error: portError })
      .max(65_535, { error: portError })
      .default(9464),
    token_sha256: z.exactOptional(
      z.string({ error: hashError }).regex(/^[\da-f]{64}$/i, { error: hashError }),
    ),
  },
  keysAndValues,
);

export const telemetrySchema = z.strictObject(
  {
    metrics: z.exactOptional(metrics),
  },
  keysAndValues,
);

export type TelemetryFile = z.output<typeof telemetrySchema>;

import { expected, expectedUnseen } from "@toolcourt/contracts/internal/documents/wording";
import { z } from "zod";
import { webAddress } from "./address.ts";
import { choice, fullText, keysAndValues, text } from "./pieces.ts";

// Settings of logs, metrics and traces.

const portError = expected("a port from 0 to 65535");
const hostError = expected("an address to listen on, such as 127.0.0.1");
const hashError = expectedUnseen("the SHA-256 of a token: 64 hexadecimal digits");
const shareError = expected("a share from 0 to 1");

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

const otlp = z.strictObject(
  {
    url: webAddress,
    headers: z.exactOptional(z.record(z.string(), text, keysAndValues)),
    service_name: fullText.default("toolcourt"),
    sample_ratio: z
      .number({ error: shareError })
      .min(0, { error: shareError })
      .max(1, { error: shareError })
      .default(1),
  },
  keysAndValues,
);

export const telemetrySchema = z.strictObject(
  {
    format: choice(["text", "json"]).default("text"),
    calls: choice(["verbose", "always"]).default("verbose"),
    stack_traces: choice(["none", "file"]).default("none"),
    trace_flags: choice(["ignore", "follow"]).default("ignore"),
    metrics: z.exactOptional(metrics),
    otlp: z.exactOptional(otlp),
  },
  keysAndValues,
);

export type TelemetryFile = z.output<typeof telemetrySchema>;

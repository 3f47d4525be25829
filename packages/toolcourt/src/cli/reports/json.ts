import { printableJson } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Reporter } from "../report.ts";

/** Writes one JSON value with a stable shape. */
export const reportJson: Reporter = ({ judged, summary }) =>
  printableJson({
    tools: judged.map(({ server, name, callable, digest, findings }) => ({
      server,
      name,
      callable,
      digest: digest ?? null,
      findings: findings.map(({ rule, severity, pointer, message, requirements }) => ({
        rule,
        severity,
        pointer,
        message,
        requirements,
      })),
    })),
    summary,
  });

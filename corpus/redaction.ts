import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findPii, piiKinds } from "../packages/gateway/src/boundary/redaction/find-pii.ts";
import { findSecrets } from "../packages/gateway/src/boundary/redaction/find-secrets.ts";
import { SecretRegistry } from "../packages/gateway/src/boundary/redaction/secret-registry.ts";
import { createHoldSecret } from "../packages/gateway/src/boundary/secrets/secret.ts";
import type { Area, Row } from "./area.ts";
import { measurePii } from "./redaction-pii.ts";
import { measureLabeled, measureSamples } from "./redaction-secrets.ts";

const rounds = 15;

/** Secrets and personal data: recall, false positives, and cost. */
export const redactionArea: Area = {
  name: "redaction",
  measure: async (folder) => {
    const rows = [...measureLabeled(folder), ...measureSamples(folder), ...measurePii(folder)];
    return rows.length === 0 ? [] : [...rows, ...costRows(folder)];
  },
};

/**
 * Bounds the cost of redaction. A result may add a fifth of its call's cost. For a large one we
 * compare with one JSON round trip, because machine speed varies.
 */
function costRows(folder: string): readonly Row[] {
  const text = textWithoutSecrets(folder);
  const registry = new SecretRegistry();
  const hold = createHoldSecret(Buffer.alloc(32));
  for (let n = 0; n < 20; n += 1) registry.hold(hold(`live-secret-${n}-${"x7".repeat(n + 10)}`));
  const small = text.slice(0, 200);
  const kinds = new Set(piiKinds);
  const ours = (part: string): unknown => [registry.hide(part), findSecrets(part)];
  return [
    costRow("our own secrets and patterns, 200 B", 5, () => ours(small)),
    ...largeRows(text, () => ours(text)),
    costRow("our own secrets, 100 KB", undefined, () => registry.hide(text)),
    costRow("personal data, 200 B", undefined, () => findPii(small, kinds)),
    costRow("personal data, 100 KB", undefined, () => findPii(text, kinds)),
  ];
}

/** How many times the cost of a JSON round trip. */
const maxFactor = 2;

function largeRows(text: string, work: () => unknown): readonly Row[] {
  const row = costRow("our own secrets and patterns, 100 KB", undefined, work);
  const written = costRow("the same text as JSON", undefined, () =>
    JSON.parse(JSON.stringify(text)),
  );
  return [
    row,
    {
      what: "the same, times what writing and reading it as JSON takes",
      figure: row.figure / written.figure,
      unit: "count",
      bound: { at: "most", value: maxFactor },
    },
  ];
}

/** Returns descriptions of real tools if available: typical text for a gateway. */
function textWithoutSecrets(folder: string): string {
  const tools = join(folder, "real-tools");
  const file = existsSync(tools) ? readdirSync(tools).toSorted().at(-1) : undefined;
  const text =
    file === undefined
      ? "Some words about nothing at all. "
      : readFileSync(join(tools, file), "latin1");
  // Parsed, as results are: sliced or concatenated strings are slower to read.
  return String(
    JSON.parse(JSON.stringify(text.repeat(Math.ceil(100_000 / text.length)).slice(0, 100_000))),
  );
}

function costRow(what: string, max: number | undefined, work: () => unknown): Row {
  const times = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage();
    const begin = performance.now();
    let count = 0;
    for (; performance.now() - begin < 20; count += 1) work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / count;
  });
  const bound = max === undefined ? {} : { bound: { at: "most", value: max } as const };
  return { what: `${what}, CPU`, figure: Math.min(...times), unit: "µs", ...bound };
}

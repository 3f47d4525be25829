import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, it } from "vitest";

// OpenTelemetry takes its time to load, and most gateways never need it.

const root = resolve(import.meta.dirname, "../../../..");
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /^[a-z]+\/src\/.*\.ts$/.test(file) && !/\.test(-d)?\.ts$/.test(file))
  .filter((file) => !file.includes("/testing/"));

/** What a file loads when it is loaded. Types are nothing by then. */
function loadedBy(file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gm)].map(
    ([, specifier = ""]) => specifier,
  );
}

it("is loaded only by files that are loaded when somebody wants them", () => {
  const usesIt = new Set(
    files.filter((file) => loadedBy(file).some((each) => each.startsWith("@opentelemetry/"))),
  );
  const entries = [
    "gateway/src/foundation/telemetry/metrics/render.ts",
    "gateway/src/foundation/telemetry/tracing/open-tracing.ts",
  ];
  const usedBy = files.filter((file) =>
    loadedBy(file).some((each) => [...usesIt].some((used) => basename(used) === basename(each))),
  );

  expect([...usesIt].toSorted()).toEqual(
    [
      ...entries,
      "gateway/src/foundation/telemetry/tracing/exporter.ts",
      "gateway/src/foundation/telemetry/tracing/span-queue.ts",
    ].toSorted(),
  );
  expect(usedBy.toSorted()).toEqual([
    "gateway/src/foundation/telemetry/tracing/open-tracing.ts",
    "gateway/src/foundation/telemetry/tracing/span-queue.ts",
  ]);
});

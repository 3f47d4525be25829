import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, it } from "vitest";

// OpenTelemetry is slow to load, and most gateways never need it.

const root = resolve(import.meta.dirname, "../../..");
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /^[a-z]+\/src\/.*\.ts$/.test(file) && !/\.test(-d)?\.ts$/.test(file))
  .filter((file) => !file.includes("/testing/"));

/** Returns the static imports of a file, without type imports. */
function loadedBy(file: string): readonly string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gm)].map(
    ([, specifier = ""]) => specifier,
  );
}

it("OpenTelemetry is loaded only by modules that load on demand", () => {
  const usesIt = new Set(
    files.filter((file) => loadedBy(file).some((each) => each.startsWith("@opentelemetry/"))),
  );
  const entries = [
    "gateway/src/telemetry/metrics/render.ts",
    "gateway/src/telemetry/tracing/open-tracing.ts",
  ];
  const usedBy = files.filter((file) =>
    loadedBy(file).some((each) => [...usesIt].some((used) => basename(used) === basename(each))),
  );

  expect([...usesIt].toSorted()).toEqual(
    [...entries, "gateway/src/telemetry/tracing/exporter.ts"].toSorted(),
  );
  expect(usedBy).toEqual(["gateway/src/telemetry/tracing/open-tracing.ts"]);
});

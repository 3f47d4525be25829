import { ValueType } from "@opentelemetry/api";
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
} from "@opentelemetry/sdk-metrics";
import type { Family, Labels } from "./metrics.ts";

// We count in plain numbers: one OpenTelemetry instrument costs each call the budget of three
// metrics. OpenTelemetry only renders the page at a scrape.

/** Renders the Prometheus text format, version 0.0.4. */
export function renderMetrics(families: readonly Family[]): string {
  return [...pieces(families)].join("");
}

/** Renders the same in chunks of a few milliseconds, so that calls do not wait for a long page. */
export async function renderBetweenCalls(families: readonly Family[]): Promise<string> {
  const texts: string[] = [];
  for (const piece of pieces(families)) {
    texts.push(piece);
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
  return texts.join("");
}

const maxPoints = 100;

function* pieces(families: readonly Family[]): Generator<string> {
  for (const family of families) {
    for (let from = 0; from < pointsOf(family); from += maxPoints) {
      const text = textOf(partOf(family, from));
      // The header of a family stands once, above all of it.
      yield from === 0 ? text : text.replaceAll(/^#.*\n/gm, "");
    }
  }
}

function partOf(family: Family, from: number): Family {
  const to = from + maxPoints;
  return "samples" in family
    ? { ...family, samples: family.samples.slice(from, to) }
    : { ...family, spreads: family.spreads.slice(from, to) };
}

export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

function pointsOf(family: Family): number {
  return "samples" in family ? family.samples.length : family.spreads.length;
}

// Omits resource and scope: both are the same for every series.
const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
const resource = resourceFromAttributes({});
const scope = { name: "toolcourt" };

function textOf(family: Family): string {
  const metrics = [dataOf(family)];
  const text = serializer.serialize({ resource, scopeMetrics: [{ scope, metrics }] });
  const lines = text.split("\n").filter((line) => line !== "");
  const kept = family.kind === "summary" ? asSummary(lines, family.name) : lines;
  return `${kept.join("\n")}\n`;
}

/**
 * Converts a histogram without buckets into a summary without quantiles. OpenTelemetry has no
 * summary type.
 */
function asSummary(lines: readonly string[], name: string): readonly string[] {
  return lines
    .filter((line) => !line.startsWith(`${name}_bucket`))
    .map((line) => (line === `# TYPE ${name} histogram` ? `# TYPE ${name} summary` : line));
}

function dataOf(family: Family): MetricData {
  const { name, help } = family;
  const described = {
    descriptor: { name, description: help, unit: "", valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if ("spreads" in family) {
    const bounds = [...family.boundaries];
    const dataPoints = family.spreads.map(({ labels, count, sum, buckets }) => {
      const counts = buckets.length === 0 ? [count] : [...buckets];
      return point(labels, { count, sum, buckets: { boundaries: bounds, counts } });
    });
    return { ...described, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = family.samples.map(({ labels, value }) => point(labels, value));
  if (family.kind === "gauge") {
    return { ...described, dataPointType: DataPointType.GAUGE, dataPoints };
  }
  return { ...described, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
}

function point<Value>(labels: Labels, value: Value): DataPoint<Value> {
  return { attributes: { ...labels }, value, startTime: never, endTime: never };
}

/** No timestamps: a scrape has its own. */
const never: [number, number] = [0, 0];

import { ValueType } from "@opentelemetry/api";
import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
} from "@opentelemetry/sdk-metrics";
import type { Exemplar, Family, Labels } from "./metrics.ts";

// We count in plain numbers: one OpenTelemetry instrument costs each call the budget of three
// metrics. OpenTelemetry only renders the page at a scrape.

/** A text format, by its content type. Only OpenMetrics has exemplars. */
export interface TextFormat {
  readonly type: string;
  readonly isOpen: boolean;
}

const plainFormat: TextFormat = {
  type: "text/plain; version=0.0.4; charset=utf-8",
  isOpen: false,
};

export const openFormat: TextFormat = {
  type: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  isOpen: true,
};

/** Chooses by the `Accept` header of a scraper. Prometheus asks for OpenMetrics by itself. */
export function formatFor(accept = ""): TextFormat {
  const asked = accept.split(",").find((each) => each.includes("application/openmetrics-text"));
  return asked === undefined || /;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(asked) ? plainFormat : openFormat;
}

/** Renders all families at once. */
export function renderMetrics(families: readonly Family[], format = plainFormat): string {
  return [...pieces(families, format)].join("");
}

/** Renders the same in chunks of a few milliseconds, so that calls do not wait for a long page. */
export async function renderBetweenCalls(
  families: readonly Family[],
  format = plainFormat,
): Promise<string> {
  const texts: string[] = [];
  for (const piece of pieces(families, format)) {
    texts.push(piece);
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  }
  return texts.join("");
}

const maxPoints = 100;

function* pieces(families: readonly Family[], { isOpen }: TextFormat): Generator<string> {
  for (const family of families) {
    // Exemplars belong to the lines of one spread.
    const size = isOpen && family.kind === "histogram" ? 1 : maxPoints;
    for (let from = 0; from < pointsOf(family); from += size) {
      const part = partOf(family, from, from + size);
      const text = isOpen ? asOpenMetrics(textOf(part), part) : textOf(part);
      // The header of a family stands once, above all of it.
      yield from === 0 ? text : text.replaceAll(/^# (?:HELP|TYPE) .*\n/gm, "");
    }
  }
  if (isOpen) yield "# EOF\n";
}

/** A counter is named without its suffix, and a bucket may end with an exemplar. */
function asOpenMetrics(text: string, family: Family): string {
  if (family.kind === "counter") {
    return text.replaceAll(/^(# (?:HELP|TYPE) \w+)_total /gm, "$1 ");
  }
  const exemplars = "spreads" in family ? (family.spreads[0]?.exemplars ?? []) : [];
  let bucket = -1;
  return text.replaceAll(/^\w+_bucket\{.*$/gm, (line) => {
    bucket += 1;
    const exemplar = exemplars[bucket];
    return exemplar ? `${line} ${exemplarText(exemplar)}` : line;
  });
}

function exemplarText({ traceId, value, at }: Exemplar): string {
  return `# {trace_id="${traceId}"} ${value} ${at.toFixed(3)}`;
}

function partOf(family: Family, from: number, to: number): Family {
  return "samples" in family
    ? { ...family, samples: family.samples.slice(from, to) }
    : { ...family, spreads: family.spreads.slice(from, to) };
}

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

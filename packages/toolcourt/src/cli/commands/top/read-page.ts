/** One value of a page of metrics. */
export interface Series {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

const sample = /^(?<name>[a-zA-Z_:][\w:]*)(?:\{(?<labels>.*)\})? (?<value>\S+)$/;
const label = /(?<name>[a-zA-Z_]\w*)="(?<value>(?:[^"\\]|\\.)*)"(?:,|$)/gy;

/** Reads a page in the text format of Prometheus. Undefined if it has no metrics of a gateway. */
export function readPage(text: string): readonly Series[] | undefined {
  const series = text.split("\n").flatMap((line) => (line.startsWith("#") ? [] : seriesIn(line)));
  return series.some(({ name }) => name === "toolcourt_build_info") ? series : undefined;
}

function seriesIn(line: string): readonly Series[] {
  const { name, labels = "", value = "" } = sample.exec(line)?.groups ?? {};
  const number = Number(value.replace("Inf", "Infinity"));
  if (name === undefined || Number.isNaN(number)) return [];
  return [{ name, labels: labelsIn(labels), value: number }];
}

function labelsIn(text: string): ReadonlyMap<string, string> {
  const pairs = [...text.matchAll(label)].map(({ groups }) => groups ?? {});
  return new Map(pairs.map(({ name = "", value = "" }) => [name, unescaped(value)]));
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, each: string) => (each === "n" ? "\n" : each));
}

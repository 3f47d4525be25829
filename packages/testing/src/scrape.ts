/** One series of a scrape. */
export interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Scrape {
  /** Type of each family, by name. */
  readonly types: ReadonlyMap<string, string>;
  readonly series: readonly Series[];
  /** Returns the value of the one series with at least these labels. Undefined if there is none. */
  readonly valueOf: (name: string, labels?: Readonly<Record<string, string>>) => number | undefined;
}

/** Parses a page strictly by the grammar of Prometheus' text format. */
export function readScrape(text: string): Scrape {
  if (!text.endsWith("\n")) throw new Error("The last line does not end.");
  const types = new Map<string, string>();
  const series: Series[] = [];
  for (const line of text.slice(0, -1).split("\n")) {
    if (line.startsWith("# HELP ")) continue;
    if (line.startsWith("# TYPE ")) readType(line, types);
    else series.push(readSeries(line, types));
  }
  const keys = series.map(({ name, labels }) => JSON.stringify([name, labels]));
  if (new Set(keys).size < keys.length) throw new Error("A series is there twice.");
  return {
    types,
    series,
    valueOf: (name, labels = {}) => {
      const found = series.filter(
        (each) =>
          each.name === name && Object.entries(labels).every(([k, v]) => each.labels[k] === v),
      );
      if (found.length > 1) throw new Error(`More than one series of ${name}.`);
      return found[0]?.value;
    },
  };
}

const kinds = ["counter", "gauge", "histogram", "summary"];

function readType(line: string, types: Map<string, string>): void {
  const [, name = "", kind = ""] = /^# TYPE ([a-zA-Z_:][\w:]*) (\w+)$/.exec(line) ?? [];
  if (!kinds.includes(kind) || types.has(name)) throw new Error(`No type: ${line}`);
  types.set(name, kind);
}

const sampleForm = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|\+Inf|-Inf|NaN)$/;
const labelForm = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

function readSeries(line: string, types: ReadonlyMap<string, string>): Series {
  const [, name = "", inside = "", number = ""] = sampleForm.exec(line) ?? [];
  const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "");
  if (!types.has(family)) throw new Error(`Without a type: ${line}`);
  return { name, labels: readLabels(inside), value: Number(number.replace("Inf", "Infinity")) };
}

function readLabels(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  labelForm.lastIndex = 0;
  while (labelForm.lastIndex < text.length) {
    const [matched, name = "", value = ""] = labelForm.exec(text) ?? [];
    if (matched === undefined || name in labels) throw new Error(`No labels: ${text}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, each: string) => (each === "n" ? "\n" : each));
  }
  return labels;
}

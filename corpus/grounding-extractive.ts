import { createSource, type Source, type Span } from "../packages/host/src/grounding/source.ts";
import { type Bullet, rejectionsOf } from "../packages/host/src/grounding/verify.ts";
import type { Row } from "./area.ts";
import type { AttributionRow } from "./grounding-attribution.ts";
import { claimChanges, withTail } from "./grounding-changes.ts";
import { intervalOf, tallied } from "./host-figures.ts";

/** Samples per kind, as far as the texts provide them. Quote changes compensate for rare kinds. */
const wanted = 10_000;
const maxPerKind = 1_000;

/** The highest false accept rate for changes that are hard to detect in a paraphrase. */
const maxAccepted: Readonly<Record<string, number>> = {
  "subject swap": 0.05,
  "other subject": 0.05,
  "number swap": 0.05,
  "foreign tail": 0.05,
};

interface Changed {
  readonly kind: string;
  readonly source: Source;
  readonly bullet: Bullet;
}

/** Measures sentences of the references, unchanged and with one change each. */
export function extractiveRows(rows: readonly AttributionRow[]): readonly Row[] {
  if (rows.length === 0) return [];
  const sources = [...new Set(rows.flatMap(({ references }) => references))].map((text) =>
    createSource({ text }),
  );
  return [...unchangedRows(sources), ...changedRows(sources)];
}

function unchangedRows(sources: readonly Source[]): readonly Row[] {
  const reasons = sources.flatMap((source) =>
    source.spans.map((span) => rejectionsOf(source, bulletOf(span), "extractive")),
  );
  const kept = reasons.filter((some) => some.length > 0);
  return [
    {
      what: "extractive: false rejects of unchanged claims",
      figure: kept.length / Math.max(1, reasons.length),
      unit: "rate",
      bound: { at: "most", value: 0.01 },
      note: `${intervalOf(kept.length, reasons.length)}; ${tallied(kept.flat())}`,
    },
  ];
}

function changedRows(sources: readonly Source[]): readonly Row[] {
  const changed = someOfEach(sources);
  const accepted = changed.filter((one) => isAccepted(one, "extractive"));
  const kinds = [...Map.groupBy(changed, ({ kind }) => kind)];
  return [
    {
      what: "extractive: changed claims and quotes",
      figure: changed.length,
      unit: "count",
      bound: { at: "least", value: Math.min(wanted, sources.length * 5) },
      note: tallied(
        changed.map(({ kind }) => kind),
        kinds.length,
      ),
    },
    {
      what: "extractive: false accepts of changed ones",
      figure: accepted.length,
      unit: "count",
      bound: { at: "exactly", value: 0 },
      note: `by construction: a claim is its quote, a quote is one whole span; ${tallied(accepted.map(({ kind }) => kind))}`,
    },
    ...kinds.map(([kind, some]): Row => {
      const letIn = some.filter((one) => isAccepted(one, "paraphrase")).length;
      const bound = maxAccepted[kind];
      return {
        what: `paraphrase: false accepts, changed ${kind}`,
        figure: letIn / some.length,
        unit: "rate",
        ...(bound === undefined ? {} : { bound: { at: "most", value: bound } as const }),
        note: intervalOf(letIn, some.length),
      };
    }),
  ];
}

function isAccepted({ source, bullet }: Changed, mode: "extractive" | "paraphrase"): boolean {
  return rejectionsOf(source, bullet, mode).length === 0;
}

function someOfEach(sources: readonly Source[]): readonly Changed[] {
  const counts = new Map<string, number>();
  const some: Changed[] = [];
  for (const one of allChanged(sources)) {
    const count = counts.get(one.kind) ?? 0;
    if (count < maxPerKind) some.push(one);
    counts.set(one.kind, count + 1);
  }
  return some;
}

function* allChanged(sources: readonly Source[]): Generator<Changed> {
  for (const [index, source] of sources.entries()) {
    const elsewhere = sources[(index + 1) % sources.length]?.spans ?? [];
    for (const [at, span] of source.spans.entries()) {
      const next = source.spans[at + 1];
      yield* changedClaims(source, span);
      yield* withForeignTail(source, span, elsewhere[at]);
      yield* changedQuotes(source, span, next);
    }
  }
}

function* changedClaims(source: Source, span: Span): Generator<Changed> {
  for (const [kind, change] of Object.entries(claimChanges)) {
    const claim = change(span.text);
    if (claim !== undefined) yield { kind, source, bullet: { ...bulletOf(span), claim } };
  }
}

function* withForeignTail(source: Source, span: Span, other?: Span): Generator<Changed> {
  const claim = other === undefined ? undefined : withTail(span.text, other.text);
  if (claim !== undefined)
    yield { kind: "foreign tail", source, bullet: { ...bulletOf(span), claim } };
}

function* changedQuotes(source: Source, span: Span, next?: Span): Generator<Changed> {
  const { start, end, text } = span;
  const middle = text.indexOf(" ", text.length / 2);
  if (middle !== -1) {
    const evidence = text.slice(0, middle);
    const bullet = { ...bulletOf(span), end: start + middle, evidence, claim: evidence };
    yield { kind: "cut quote", source, bullet };
  }
  if (next === undefined) return;
  const joined = `${text} ${next.text}`;
  const over = { ...bulletOf(span), end: next.end, evidence: joined, claim: joined };
  yield { kind: "joined quote", source, bullet: over };
  if (next.text === text) return;
  const other = { ...bulletOf(next), start, end };
  yield { kind: "other record's quote", source, bullet: other };
}

function bulletOf({ text, pointer, start, end }: Span): Bullet {
  return { claim: text, evidence: text, pointer, start, end };
}

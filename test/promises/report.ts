import { type Bound, type Figure, isKept, type KeptPromise } from "./promise.ts";

/** The outcome of one proof. */
export interface Shown {
  readonly title: string;
  readonly seconds: number;
  readonly figures: readonly Figure[];
  /** The reason it could not run. Default: it ran. */
  readonly failure?: string;
}

export interface PromiseReport {
  readonly promise: Pick<KeptPromise, "id" | "text">;
  readonly proofs: readonly Shown[];
}

export function keepsAll({ proofs }: PromiseReport): boolean {
  return proofs.every(isShown);
}

/** Returns whether a proof holds. A proof without figures shows nothing. */
export function isShown({ figures, failure }: Shown): boolean {
  return failure === undefined && figures.length > 0 && figures.every(isKept);
}

/** Returns the lines under a proof: each figure with its bound. */
export function figureLines({ figures, failure }: Shown): readonly string[] {
  const lines = figures.map((figure) => {
    const mark = isKept(figure) ? "      " : "BROKEN";
    return `  ${mark} ${valueOf(figure).padStart(12)}  ${figure.label}${boundOf(figure.must)}`;
  });
  return failure === undefined ? lines : [...lines, `  BROKEN could not be shown: ${failure}`];
}

function valueOf({ value, unit }: Figure): string {
  const text = Number.isInteger(value) ? value.toLocaleString("en-US") : value.toFixed(2);
  return unit === undefined ? text : `${text} ${unit}`;
}

function boundOf(must: Bound | undefined): string {
  if (must === undefined) return "";
  if ("is" in must) return ` (must be ${must.is})`;
  return "atMost" in must ? ` (at most ${must.atMost})` : ` (at least ${must.atLeast})`;
}

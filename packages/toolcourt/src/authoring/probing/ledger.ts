import type { JsonObject } from "@toolcourt/sdk";
import { errorTextsOf, isRefusal, openingOf } from "./answer.ts";
import type { Expectation } from "./expectation.ts";
import type { ProbeResult } from "./probe-context.ts";
import type { Remark } from "./remark.ts";
import type { ProbeKind } from "./report.ts";

/** A remark, with the first input that showed it. */
export interface Entry {
  readonly remark: Remark;
  readonly probe: ProbeKind;
  readonly input?: JsonObject | undefined;
  readonly expectation?: Expectation;
  readonly isExample: boolean;
  /** Number of later inputs that showed the same. */
  alike: number;
}

/** Collects the remarks about a tool, each once. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();

  add(seen: Omit<Entry, "alike">): void {
    const known = this.#entries.get(seen.remark.key);
    if (known === undefined) this.#entries.set(seen.remark.key, { ...seen, alike: 0 });
    else known.alike += 1;
  }

  entries(): readonly Entry[] {
    return [...this.#entries.values()];
  }
}

const rule = "test/valid-refused";

/**
 * Drops refusals of valid inputs that only sound like validation errors. A file system, for
 * example, calls an argument invalid that the schema accepts. The tool's real refusals of invalid
 * inputs show its usual wording. The remaining entries of the rule become one finding.
 */
export function withoutLikenesses(
  entries: readonly Entry[],
  results: readonly ProbeResult[],
): readonly Entry[] {
  const common = refusalKeys(results);
  const isMeant = ({ remark }: Entry): boolean =>
    remark.rule !== rule || remark.key === rule || common.size === 0 || common.has(remark.key);
  const meant = entries.filter(isMeant);
  const first = meant.find(({ remark }) => remark.rule === rule);
  return meant.filter((entry) => entry.remark.rule !== rule || entry === first);
}

function refusalKeys(results: readonly ProbeResult[]): ReadonlySet<string> {
  const keys = results.flatMap(({ planned, answer }) => {
    const isOrdinary = planned.expectation.kind === "refuse" && isRefusal(answer);
    if (!isOrdinary || answer.kind !== "result") return [];
    return [`${rule} ${openingOf(errorTextsOf(answer.result))}`];
  });
  return new Set(keys);
}

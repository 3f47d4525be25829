import { type Overlay, readContract, type ToolContract, type ToolSource } from "@toolcourt/sdk";
import { type Bench, lintContract, type Rule } from "@toolcourt/sdk/rules";

/** What the rules can add to a tool by themselves. */
export interface Repair {
  /** Only what is new: nothing that the overlay said before. */
  readonly added: Overlay;
  /** The rules that asked for it. */
  readonly rules: readonly string[];
}

/**
 * Lets every rule that a tool breaks lay its repair over it, one after the other, each upon what the
 * ones before it did. What the overlay says already was written by a person and stays. A repair that
 * does not answer its rule is dropped, so running this again finds nothing to do.
 */
export function repairTool(source: ToolSource, bench: Bench): Repair | undefined {
  let repair: Repair = { added: {}, rules: [] };
  for (const rule of bench.rules) {
    const before = contractWith(source, repair.added);
    if (before === undefined) return undefined;
    const proposal = propose(rule, before, bench);
    if (proposal === undefined) continue;
    const added = merge(repair.added, withoutWritten(proposal, source.overlay ?? {}));
    const after = contractWith(source, added);
    if (after !== undefined && remarks(rule, after, bench) < remarks(rule, before, bench)) {
      repair = { added, rules: [...repair.rules, rule.id] };
    }
  }
  return repair.rules.length === 0 ? undefined : repair;
}

function contractWith(source: ToolSource, added: Overlay): ToolContract | undefined {
  const reading = readContract({ ...source, overlay: merge(source.overlay ?? {}, added) });
  return reading.kind === "contract" ? reading.contract : undefined;
}

function propose(rule: Rule, contract: ToolContract, bench: Bench): Overlay | undefined {
  if (rule.repair === undefined || remarks(rule, contract, bench) === 0) return undefined;
  try {
    return rule.repair(contract);
  } catch {
    // A contract can be too strange to repair; it stays as it is, and its findings say so.
    return undefined;
  }
}

function remarks(rule: Rule, contract: ToolContract, bench: Bench): number {
  return lintContract(contract, { ...bench, rules: [rule] }).length;
}

/** Whole fields replace; terms replace one by one. */
export function merge(below: Overlay, above: Overlay): Overlay {
  const terms = { ...below.terms, ...above.terms };
  return { ...below, ...above, ...(Object.keys(terms).length === 0 ? {} : { terms }) };
}

function withoutWritten({ terms, ...fields }: Overlay, written: Overlay): Overlay {
  const free = Object.entries(fields).filter(([key]) => !Object.hasOwn(written, key));
  const freeTerms = Object.entries(terms ?? {}).filter(
    ([key]) => !Object.hasOwn(written.terms ?? {}, key),
  );
  return {
    ...Object.fromEntries(free),
    ...(freeTerms.length === 0 ? {} : { terms: Object.fromEntries(freeTerms) }),
  };
}

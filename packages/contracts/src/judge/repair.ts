import { type Overlay, readContract, type ToolContract, type ToolSource } from "@toolcourt/sdk";
import { type LintOptions, lintContract, type Rule } from "@toolcourt/sdk/rules";

/** Additions that the rules can make to a tool by themselves. */
export interface Repair {
  /** Only additions: nothing that the overlay already says. */
  readonly added: Overlay;
  /** The rules that required it. */
  readonly rules: readonly string[];
}

/**
 * Applies the repairs of all broken rules in sequence, each on top of the previous ones. Existing
 * overlay entries were written by a person and stay. Drops a repair that does not satisfy its rule,
 * so a second run finds nothing to do.
 */
export function repairTool(source: ToolSource, options: LintOptions): Repair | undefined {
  let repair: Repair = { added: {}, rules: [] };
  for (const rule of options.rules) {
    const before = contractWith(source, repair.added);
    if (before === undefined) return undefined;
    const proposal = propose(rule, before, options);
    if (proposal === undefined) continue;
    const added = merge(repair.added, withoutWritten(proposal, source.overlay ?? {}));
    const after = contractWith(source, added);
    if (after !== undefined && remarks(rule, after, options) < remarks(rule, before, options)) {
      repair = { added, rules: [...repair.rules, rule.id] };
    }
  }
  return repair.rules.length === 0 ? undefined : repair;
}

function contractWith(source: ToolSource, added: Overlay): ToolContract | undefined {
  const reading = readContract({ ...source, overlay: merge(source.overlay ?? {}, added) });
  return reading.kind === "contract" ? reading.contract : undefined;
}

function propose(rule: Rule, contract: ToolContract, options: LintOptions): Overlay | undefined {
  return remarks(rule, contract, options) === 0 ? undefined : repairBy(rule, contract);
}

/** Returns the overlay that a rule derives for a contract which breaks it. */
export function repairBy(rule: Rule, contract: ToolContract): Overlay | undefined {
  try {
    return rule.repair?.(contract);
  } catch {
    // A contract can be too unusual to repair. It stays unchanged, and its findings remain.
    return undefined;
  }
}

function remarks(rule: Rule, contract: ToolContract, options: LintOptions): number {
  return lintContract(contract, { ...options, rules: [rule] }).length;
}

/** Merges two overlays. Fields are replaced as a whole, terms one by one. */
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

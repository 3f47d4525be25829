import { summaryOf, type TestedTool, type TestReport } from "../../authoring/probing/report.ts";
import type { ExitCode } from "../command.ts";
import { count } from "../style.ts";

/** The end of a judgment: what a person reads last, and what a script gets. */
export interface Verdict {
  /** `nothing`: no subject was judged. `unfinished`: only some were. Neither may look like a pass. */
  readonly kind: "passed" | "failed" | "unfinished" | "nothing";
  readonly exit: ExitCode;
  readonly sentence: string;
  /** What to do about a judgment that is missing. Undefined if there is one. */
  readonly next?: string;
}

/** Why a judgment is missing, as a clause, and what would help. */
export interface Missing {
  readonly because: string;
  readonly next: string;
}

export interface Tally {
  /** Number of subjects that were judged. */
  readonly judged: number;
  readonly errors: number;
  readonly warnings: number;
  /** Default: any number of warnings is tolerated. */
  readonly maxWarnings?: number;
  /** Why nothing was judged, if so. */
  readonly nothing: Missing;
  /** Why not everything was judged. Default: everything was. */
  readonly cut?: Missing;
}

const exits = { passed: 0, failed: 1, unfinished: 2, nothing: 2 } as const;

/** Turns the figures of a judgment into its verdict. Every command that judges tools ends here. */
export function verdictOf(tally: Tally): Verdict {
  const { judged, errors, warnings, maxWarnings = Infinity, nothing, cut } = tally;
  const found = foundText(errors, warnings);
  if (errors > 0) return ended("failed", `Failed: ${found}.`);
  if (warnings > maxWarnings) {
    return ended("failed", `Failed: ${found}, and --max-warnings allows ${maxWarnings}.`);
  }
  if (judged === 0) return missing("nothing", "Nothing was judged", nothing);
  if (cut !== undefined) return missing("unfinished", "Not finished", cut);
  return ended("passed", found === "" ? "Passed." : `Passed, with ${found}.`);
}

function foundText(errors: number, warnings: number): string {
  return [
    ...(errors > 0 ? [count(errors, "error")] : []),
    ...(warnings > 0 ? [count(warnings, "warning")] : []),
  ].join(" and ");
}

function ended(kind: "passed" | "failed", sentence: string): Verdict {
  return { kind, exit: exits[kind], sentence };
}

function missing(
  kind: "nothing" | "unfinished",
  what: string,
  { because, next }: Missing,
): Verdict {
  return { kind, exit: exits[kind], sentence: `${what}: ${because}.`, next };
}

/** Formats a verdict as the last line of a report. */
export function verdictLine({ sentence, next }: Verdict): string {
  return next === undefined ? sentence : `${sentence} Next: ${next}`;
}

/** Returns the verdict on a server. A tool counts as judged if it was called at all. */
export function testVerdict(report: TestReport): Verdict {
  const { errors, warnings, tested } = summaryOf(report);
  const isGone = report.tools.some(({ skipped }) => skipped?.reason === "server-gone");
  return verdictOf({
    judged: tested,
    errors,
    warnings,
    nothing: whyUncalled(report.tools),
    ...(isGone && {
      cut: { because: "the server went away", next: "start the server by itself and see why" },
    }),
  });
}

/** What is known of a tool before and after a test. */
type Uncalled = Pick<TestedTool, "skipped"> & {
  readonly facts?: Pick<TestedTool["facts"], "hinted">;
};

/** Explains why no tool is called, by the reason that a flag can change, if there is one. */
export function whyUncalled(tools: readonly Uncalled[]): Missing {
  if (tools.length === 0) {
    return { because: "the server lists no tools", next: "name a server that lists tools" };
  }
  const because = (reason: string): readonly Uncalled[] =>
    tools.filter(({ skipped }) => skipped?.reason === reason);
  const changing = because("effect");
  if (changing.length > 0) return whyRefused(changing);
  if (because("not-chosen").length === tools.length) {
    return {
      because: "--only names no tool of the server",
      next: "toolcourt test --dry-run without --only lists its tools",
    };
  }
  const skipped = tools.find((tool) => tool.skipped?.reason !== "not-chosen")?.skipped;
  return {
    because: `no tool was called; of the first, ${skipped?.message ?? "no input was sent"}`,
    next: "toolcourt check shows what is wrong with the contracts",
  };
}

function whyRefused(changing: readonly Uncalled[]): Missing {
  const isHinted = changing.some(({ facts }) => facts?.hinted === true);
  const allow = isHinted
    ? "add --allow hinted to believe the server's readOnlyHint, or --allow and a tool's name"
    : "add --allow and a tool's name, or --allow write";
  return { because: "no tool was called, because none declares that it only reads", next: allow };
}

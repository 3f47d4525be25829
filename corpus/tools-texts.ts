import { readContract } from "@toolcourt/sdk";
import { builtinRules, type Finding, lintContract } from "@toolcourt/sdk/rules";
import type { Row } from "./area.ts";
import type { CollectedText, LabelledText } from "./tools-data.ts";
import { offenderRow, rateRow } from "./tools-figures.ts";
import { isOvert } from "./tools-overt.ts";

const textRules = builtinRules.filter(({ id }) => id.startsWith("text/"));

/** The deserved outcome of a definition with such a text: refused, flagged, or nothing. */
type Verdict = "quarantine" | "flag" | "pass";

/** Checks that labeled texts get the outcome of their label. */
export function measureLabels(texts: readonly LabelledText[]): readonly Row[] {
  return (["hidden text", "terminal sequence"] as const).flatMap((kind) => {
    const ofKind = texts.filter((each) => each.kind === kind);
    if (ofKind.length === 0) return [];
    const wrong = ofKind.filter((each) => !isAsLabelled(each)).map(({ id }) => id);
    return [
      { what: `${kind} rows`, figure: ofKind.length, unit: "count" },
      offenderRow(`${kind} rows not as labelled`, wrong),
    ];
  });
}

// A terminal sequence does not belong in a definition, so all but the harmless ones are refused.
function isAsLabelled({ text, kind, expect }: LabelledText): boolean {
  const verdict = verdictOn(findingsOn(text));
  if (kind === "hidden text") return verdict === expect;
  return expect === "pass-through" ? verdict === "pass" : verdict === "quarantine";
}

/** Measures the instruction scanner: openly poisoned texts it finds, and benign ones it flags. */
export function measurePoison(texts: readonly CollectedText[]): readonly Row[] {
  if (texts.length === 0) return [];
  const overt = texts.filter(isOvert);
  const missed = overt.filter(({ text }) => !isFound(text));
  const benign = texts.filter(({ label }) => label === "benign");
  const found = rateRow(
    "openly poisoned texts found",
    [overt.length - missed.length, overt.length],
    { at: "least", value: 0.95 },
  );
  return [
    { what: "poisoned and benign texts", figure: texts.length, unit: "count" },
    found,
    rateRow(
      "benign texts taken for poisoned",
      [benign.filter(({ text }) => isFound(text)).length, benign.length],
      {
        at: "most",
        value: 0.01,
      },
    ),
  ];
}

function isFound(text: string): boolean {
  return findingsOn(text).some(({ rule }) => rule === "text/instructions");
}

function findingsOn(description: string): readonly Finding[] {
  const reading = readContract({ server: "corpus", tool: { name: "text", description } });
  if (reading.kind === "unreadable") {
    const { pointer, message } = reading;
    return [{ rule: "contract/readable", severity: "error", pointer, message, requirements: [] }];
  }
  const scene = { namesakes: () => 1, now: 0 };
  return lintContract(reading.contract, { rules: textRules, profiles: ["core"], scene });
}

function verdictOn(findings: readonly Finding[]): Verdict {
  if (findings.some(({ severity }) => severity === "error")) return "quarantine";
  return findings.length > 0 ? "flag" : "pass";
}

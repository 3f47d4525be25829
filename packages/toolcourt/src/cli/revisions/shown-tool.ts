import type { Phrase } from "@toolcourt/contracts/internal/revisions/phrase";
import {
  type Fate,
  isSerious,
  type RevisedPart,
  type RevisedTool,
  type RevisionFinding,
} from "@toolcourt/contracts/internal/revisions/revision";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { JsonValue } from "@toolcourt/sdk";
import { type DiffReport, fateWords } from "./show.ts";

/** A tool prepared for display. Its name and quoted values are not escaped yet. */
export interface ShownTool {
  readonly name: string;
  readonly fate: Fate;
  /** The fate in words. */
  readonly change: string;
  readonly isSerious: boolean;
  readonly parts: readonly ShownPart[];
  readonly findings: readonly RevisionFinding[];
}

export interface ShownPart extends Pick<RevisedPart, "pointer"> {
  readonly change: string;
  readonly isSerious: boolean;
  readonly message: Phrase;
  /** Suffix after the pointer. */
  readonly whose: "" | " of the old version";
  /** The witness on one line, and its kind. */
  readonly witness?: { readonly is: string; readonly text: string };
}

/** Returns the tools with changes or findings. */
export function shownTools(report: DiffReport): readonly ShownTool[] {
  return report.tools
    .filter(({ fate, findings }) => fate !== "none" || findings.length > 0)
    .map((tool) => shownTool(tool, report));
}

function shownTool(tool: RevisedTool, { isServerKnown }: DiffReport): ShownTool {
  const { server, name, fate, parts, findings } = tool;
  return {
    name: isServerKnown ? `${server}/${name}` : name,
    fate,
    change: fateWords[fate],
    isSerious: isSerious(tool),
    parts: parts.map(shownPart),
    findings,
  };
}

const serious: ReadonlySet<RevisedPart["kind"]> = new Set(["breaking", "widening", "unproven"]);

export function shownPart({ kind, pointer, version, message, witness }: RevisedPart): ShownPart {
  return {
    change: fateWords[kind],
    isSerious: serious.has(kind),
    message,
    pointer,
    whose: version === "old" ? " of the old version" : "",
    ...(witness && { witness: { is: witnessWords[witness.side], text: onOneLine(witness.value) } }),
  };
}

const witnessWords = {
  input: "Was accepted, is refused now",
  output: "Could not come before, can now",
} as const;

const longestWitness = 400;

/** Formats a value on one line, truncated and escaped as untrusted text. */
function onOneLine(value: JsonValue): string {
  const text = printable(JSON.stringify(value));
  if (text.length <= longestWitness) return text;
  return `${text.slice(0, longestWitness)}… (${text.length.toLocaleString("en-US")} characters)`;
}

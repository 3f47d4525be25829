import { hasCode } from "@toolcourt/contracts/internal/errors/refusal";
import { createJudge, type JudgeOptions } from "@toolcourt/contracts/internal/judge/judge";
import { readOverlay } from "@toolcourt/contracts/internal/judge/read-overlay";
import { merge, repairTool } from "@toolcourt/contracts/internal/judge/repair";
import { toolName } from "@toolcourt/contracts/internal/judge/tool-name";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import {
  isJsonObject,
  type JsonValue,
  type Overlay,
  own,
  readContract,
  type ToolSource,
} from "@toolcourt/sdk";
import { lintContract } from "@toolcourt/sdk/rules";
import { composeOverlay, withoutProposal } from "../../../authoring/adopting/compose-overlay.ts";
import {
  type Lacking,
  type Proposal,
  proposeOverlay,
} from "../../../authoring/adopting/propose-overlay.ts";
import type { Sample } from "../../../authoring/adopting/sample.ts";
import { withoutSecrets } from "../../../authoring/adopting/without-secrets.ts";
import { type ApprovalSettings, needsApproval } from "../../needs-approval.ts";
import type { FoundOverlay, OverlayFiles } from "../../overlay-files.ts";

/** The result for one tool. */
export interface Adoption {
  readonly tool: string;
  readonly lacked: readonly Lacking[];
  /** JSON Pointers of the parts of its schemas that now accept more than the server says. */
  readonly widened: readonly string[];
  readonly samples: number;
  /** How its results are read now. Empty if it is unreadable. */
  readonly output: string;
  readonly state: "written" | "complete" | "kept" | "namesake" | "unreadable";
  /** Default: none, if nothing is written. */
  readonly file?: string;
  readonly text?: string;
  readonly callable: boolean;
  /** Whether it is callable and a gateway would demand approval for its calls. */
  readonly withApproval: boolean;
  /** Whether it was callable before. */
  readonly wasCallable: boolean;
  /** Whether it has effects, so that it is not called just to sample it. */
  readonly changes: boolean;
}

export interface AdoptOptions {
  readonly server: string;
  readonly files: OverlayFiles;
  readonly judging: JudgeOptions;
  readonly approving: ApprovalSettings;
  readonly redaction: Pick<Redaction, "into">;
  /** Whether to infer again over earlier inferences and operator text. */
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** Writes an overlay for each tool that lacks something, and lints the result. */
export async function adoptTools(
  tools: readonly JsonValue[],
  samples: readonly Sample[],
  options: AdoptOptions,
): Promise<readonly Adoption[]> {
  const { server, judging } = options;
  const judge = createJudge(
    tools.map((tool) => ({ server, tool })),
    judging,
  );
  const adoptions: Adoption[] = [];
  for (const tool of tools) {
    const name = toolName(tool);
    const seen = samples.filter((sample) => sample.tool === name);
    const { overlay, laid, ...adoption } = await adoptTool(tool, seen, options);
    const source = { server, tool, ...(overlay && { overlay }) };
    const { callable } = judge(source);
    adoptions.push({
      ...adoption,
      callable,
      withApproval: callable && needsApproval(source, options.approving),
      wasCallable: judge({ server, tool, ...(laid && { overlay: laid }) }).callable,
    });
  }
  return adoptions;
}

interface Adopted extends Omit<Adoption, "callable" | "withApproval" | "wasCallable"> {
  readonly overlay?: Overlay | undefined;
  /** Its existing overlay. Default: none. */
  readonly laid?: Overlay | undefined;
}

async function adoptTool(
  tool: JsonValue,
  samples: readonly Sample[],
  options: AdoptOptions,
): Promise<Adopted> {
  const { server, files } = options;
  const found = await files.find(server, toolName(tool));
  if (found === undefined || !isJsonObject(tool)) return unreadable(tool);
  const file = printable(found.path);
  const before = options.force ? withoutProposal({ file, before: found.text }) : found.text;
  const kept = overlayIn(before, file);
  const source = { server, tool, ...(kept && { overlay: kept }) };
  const proposed = proposeOverlay({ ...source, samples });
  if (proposed === undefined) return unreadable(tool);
  const inferred = withoutSecrets(proposed, options.redaction);
  const proposal = withRepairs(inferred, source, options.judging);
  const text = textWith(proposal, { before, file });
  const outcome = await written(found, text, options);
  const laid = overlayIn(found.text, file);
  const overlay = isLaid(outcome) ? overlayIn(text, file) : laid;
  return {
    tool: toolName(tool),
    lacked: proposal.lacking,
    widened: proposal.widened,
    samples: samplesBehind(proposal, overlay),
    ...shape(server, tool, overlay),
    overlay,
    laid,
    ...outcome,
  };
}

/** Adds what rules derive by themselves. Only breaches that hold the tool are repaired. */
function withRepairs(
  proposal: Proposal,
  { overlay = {}, ...source }: ToolSource,
  { rules, profiles, now }: JudgeOptions,
): Proposal {
  const laid = { ...source, overlay: merge(overlay, proposal.added) };
  const reading = readContract(laid);
  if (reading.kind === "unreadable") return proposal;
  const options = { profiles, scene: { namesakes: () => 1, now } };
  const findings = lintContract(reading.contract, { ...options, rules });
  const holds = (id: string): boolean =>
    findings.some(({ rule, severity }) => rule === id && severity === "error");
  const repair = repairTool(laid, { ...options, rules: rules.filter(({ id }) => holds(id)) });
  if (repair === undefined) return proposal;
  return { ...proposal, added: merge(proposal.added, repair.added), repair };
}

/** Returns the sample count. The existing overlay may rest on more results than this run. */
function samplesBehind({ samples }: Proposal, overlay: Overlay | undefined): number {
  return overlay?.inferred?.samples ?? samples;
}

function overlayIn(text: string | undefined, file: string): Overlay | undefined {
  return text === undefined ? undefined : readOverlay(text, file).overlay;
}

async function written(
  found: FoundOverlay,
  text: string | undefined,
  { files, dryRun }: AdoptOptions,
): Promise<Pick<Adoption, "state" | "file" | "text">> {
  if (text === undefined || text === found.text) return { state: "complete" };
  try {
    const addition = dryRun ? undefined : await files.replace(found, text);
    if (addition !== undefined && addition.kind !== "written") return { state: "kept" };
  } catch (error) {
    // Otherwise a server could block the adoption of its other tools by offering one more.
    if (isNamesake(error)) return { state: "namesake" };
    throw error;
  }
  return { state: "written", file: found.path, text };
}

function isNamesake(error: unknown): boolean {
  return hasCode(error, "write-failed") && error.details.because === "namesake";
}

/** An overlay that was not written does not apply. */
function isLaid({ state }: Pick<Adoption, "state">): boolean {
  return state === "written" || state === "complete";
}

function textWith(
  proposal: Proposal,
  place: { readonly file: string; readonly before: string | undefined },
): string | undefined {
  return Object.keys(proposal.added).length === 0 ? place.before : composeOverlay(place, proposal);
}

function shape(
  server: string,
  tool: JsonValue,
  overlay: Overlay | undefined,
): Pick<Adoption, "output" | "changes"> {
  const reading = readContract({ server, tool, ...(overlay && { overlay }) });
  if (reading.kind === "unreadable") return { output: "", changes: true };
  const { contract } = reading;
  const declared = isJsonObject(tool) && own(tool, "outputSchema") !== undefined;
  return {
    output: contract.result ?? (declared ? "its own" : "structured"),
    changes: contract.effect !== "read",
  };
}

function unreadable(tool: JsonValue): Adopted {
  const state = "unreadable";
  const lacked = { lacked: [], widened: [], samples: 0, output: "" };
  return { tool: toolName(tool), ...lacked, state, changes: true };
}

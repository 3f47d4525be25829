import type { IncomingMessage } from "node:http";
import type { ErrorDetails } from "@toolcourt/contracts/internal/errors/catalog";
import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import type { LockedTool } from "@toolcourt/contracts/internal/lock/lock";
import { leafDifferences } from "@toolcourt/contracts/internal/revisions/leaf-differences";
import type { JsonObject } from "@toolcourt/sdk";
import type { AdmissionDesk, AdmissionOutcome, Decider } from "../../catalog/admission-desk.ts";
import type { HeldTool } from "../../catalog/held-tools.ts";
import { visible } from "../../governance/approvals/visible.ts";
import type { Principal } from "../../pipeline/call.ts";
import type { StoredAdmission } from "../../stores/admission-store.ts";
import { type AdmissionAsk, admissionAskIn, decisionIn } from "./admission-requests.ts";

export interface AdmissionsDeps {
  readonly admissions: AdmissionReview;
  readonly principal: Principal;
}

/** What reviewers of a running gateway see and decide. */
export interface AdmissionReview {
  readonly desk: Pick<AdmissionDesk, "newest" | "admit" | "withdraw">;
  readonly held: () => readonly HeldTool[];
  /** Reads the store, so that a decision takes effect here at once. */
  readonly refresh: () => Promise<void>;
}

/**
 * Answers requests about held tools and admissions. `permit` throws a `Refusal` if the sender lacks
 * a permission.
 */
export async function answerAboutAdmissions(
  { admissions, principal }: AdmissionsDeps,
  request: IncomingMessage,
  permit: (permission: string) => void,
): Promise<JsonObject> {
  const ask = admissionAskIn(request);
  permit(permissions[ask.kind]);
  if (ask.kind === "list") return list(admissions);
  if (ask.kind === "show") return show(heldIn(admissions, ask));
  const { kind, server, tool } = ask;
  const { digest, note } = await decisionIn(request);
  const decider = { by: principal.id, tenant: principal.tenant ?? null, note };
  const decide = kind === "withdraw" ? withdraw : admit;
  const outcome = await decide(admissions, { server, tool, digest }, decider);
  if (outcome !== "admitted" && outcome !== "withdrawn") refuse(outcome);
  await admissions.refresh();
  return { server, tool, digest, state: outcome };
}

const permissions = {
  list: "admissions:read",
  show: "admissions:read",
  admit: "admissions:decide",
  withdraw: "admissions:decide",
} as const satisfies Record<AdmissionAsk["kind"], string>;

type Asked = Pick<HeldTool, "server" | "tool" | "digest">;
type Refused = ErrorDetails["admission-refused"]["because"];

function refuse(because: Refused): never {
  throw new Refusal("admission-refused", { because });
}

function withdraw(
  { desk }: AdmissionReview,
  asked: Asked,
  decider: Decider,
): Promise<AdmissionOutcome | Refused> {
  return desk.withdraw(asked, decider);
}

/** Admits only what this gateway holds now, for a reason that a person can lift. */
async function admit(
  admissions: AdmissionReview,
  asked: Asked,
  decider: Decider,
): Promise<AdmissionOutcome | Refused> {
  const held = heldIn(admissions, asked);
  if (held === undefined) return "not-held";
  if (held.digest !== asked.digest) return "differs";
  if (!held.isAdmissible || held.locked === undefined) return "not-admissible";
  return admissions.desk.admit({ ...asked, lockedAt: held.locked.approvedAt }, decider);
}

function heldIn(
  { held }: AdmissionReview,
  { server, tool }: Pick<HeldTool, "server" | "tool">,
): HeldTool | undefined {
  return held().find((each) => each.server === server && each.tool === tool);
}

async function list({ desk, held }: AdmissionReview): Promise<JsonObject> {
  const decisions = await desk.newest();
  return { held: held().map(summary), decisions: decisions.map(decisionJson) };
}

function summary({ server, tool, digest, hold, locked, isAdmissible }: HeldTool): JsonObject {
  return {
    server,
    tool,
    digest,
    reason: hold.kind,
    class: hold.kind === "drifted" ? hold.difference : null,
    rules: "findings" in hold ? [...new Set(hold.findings.map(({ rule }) => rule))] : [],
    locked: locked === undefined ? null : entryOf(locked),
    isAdmissible,
  };
}

function entryOf({ digest, approvedAt, approvedBy }: LockedTool): JsonObject {
  return { digest, approvedAt, approvedBy };
}

/**
 * Shows every difference whole: what is cut could hide an instruction to a model. A contract that
 * cannot be admitted may be too large to compare, and is not.
 */
function show(held: HeldTool | undefined): JsonObject {
  if (held === undefined) return refuse("not-held");
  const { locked, asReceived, isAdmissible } = held;
  if (!isAdmissible || locked === undefined) return { ...summary(held), changes: null };
  const changes = [...leafDifferences(locked.contract, asReceived)].map(
    ({ pointer, was = null, now = null }) => ({
      pointer: visible(pointer),
      was: visible(JSON.stringify(was)),
      now: visible(JSON.stringify(now)),
    }),
  );
  return { ...summary(held), changes };
}

function decisionJson({ at, ...decision }: StoredAdmission): JsonObject {
  return { ...decision, at: new Date(at).toISOString() };
}

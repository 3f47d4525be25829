import { overlaySteps } from "@toolcourt/contracts/internal/judge/overlay-name";
import { repairBy } from "@toolcourt/contracts/internal/judge/repair";
import {
  changeFor as changeForRule,
  isRepairable,
} from "@toolcourt/contracts/internal/judge/repairable-rules";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import type { ToolContract } from "@toolcourt/sdk";
import type { Finding } from "@toolcourt/sdk/rules";
import type { ToolCounts } from "../telemetry/event-fields.ts";
import { gatewayItself } from "./reserved-names.ts";
import type { Hold, RegisteredTool } from "./snapshot.ts";

export const toolStates = ["callable", "callable-with-approval", "held"] as const;
/** What callers can do with a tool. */
export type ToolState = (typeof toolStates)[number];

type Known = Pick<RegisteredTool, "contract" | "settings" | "hold" | "home">;

export function stateOf({ hold, settings }: Pick<Known, "hold" | "settings">): ToolState {
  if (hold !== undefined) return "held";
  return settings.approval === "none" ? "callable" : "callable-with-approval";
}

/** Tells whether no output schema describes the results of a tool. */
export function isUntyped({ contract }: Pick<Known, "contract">): boolean {
  return contract.output === undefined;
}

export function countTools(tools: readonly Known[]): ToolCounts {
  const states = tools.map(stateOf);
  const numberOf = (state: ToolState): number => states.filter((each) => each === state).length;
  return {
    tools: tools.length,
    callable: numberOf("callable"),
    withApproval: numberOf("callable-with-approval"),
    held: numberOf("held"),
    drifted: tools.filter(({ hold }) => hold?.kind === "drifted").length,
    untyped: tools.filter((tool) => tool.hold === undefined && isUntyped(tool)).length,
  };
}

/** Returns why a tool is held, or needs approval, as a part of a sentence. */
export function reasonOf({ contract, settings, hold }: Known): string | undefined {
  if (hold !== undefined) return heldBecause(hold);
  if (settings.approval === "none") return undefined;
  if (settings.isUndeclared === true) return "its effects are not declared";
  return contract.effect === "destroy" ? "it can destroy data" : "its settings demand approval";
}

type Reasons = { readonly [Kind in Hold["kind"]]: (hold: HoldOf<Kind>) => string };
type HoldOf<Kind extends Hold["kind"]> = Extract<Hold, { readonly kind: Kind }>;

const reasons: Reasons = {
  nonconformant: ({ findings }) => `it breaks ${brokenIn(findings)[0]?.rule ?? "a rule"}`,
  drifted: ({ difference }) => `its contract differs from the lock: ${difference}`,
  withdrawn: () => "its approval was withdrawn",
  "not-admitted": () => "it has not been admitted",
  unreviewed: ({ findings }) =>
    `its text was not approved: ${findings[0]?.rule ?? "a rule about wording"}`,
  "name-taken": ({ name, owner }) => `its name ${name} belongs to ${ownerText(owner)}`,
  removed: () => "its removal date has passed",
};

function ownerText(owner: string): string {
  if (owner === "local") return "a local tool";
  return owner === gatewayItself ? "the gateway itself" : `server ${owner}`;
}

function heldBecause<Kind extends Hold["kind"]>(hold: HoldOf<Kind> & { kind: Kind }): string {
  return reasons[hold.kind](hold);
}

/** Returns the command that makes a held tool callable, or else explains it. Undefined if it is not held. */
export function nextFor(tool: Known): string | undefined {
  const { hold } = tool;
  if (hold === undefined) return undefined;
  if (hold.kind === "nonconformant") return repairOf(tool) ?? explaining(brokenIn(hold.findings));
  return repairOf(tool) ?? "toolcourt explain-error tool-quarantined";
}

/** Returns the command that makes a held tool callable. Undefined if there is none. */
export function repairOf({ contract, hold, home }: Known): string | undefined {
  if (hold === undefined || hold.kind === "removed") return undefined;
  const { server, name } = contract;
  if (hold.kind === "nonconformant") {
    const broken = brokenIn(hold.findings);
    const areAdoptable = broken.every(({ rule }) => isAdoptable(rule, contract));
    return home.kind === "server" && areAdoptable ? adopting(server, name, broken) : undefined;
  }
  const named = `${server}/${name}`;
  return isPlain(named) ? `toolcourt lock --approve ${named}` : "toolcourt lock";
}

/**
 * Returns who has to change what, if no command makes a held tool callable. Undefined if one does,
 * or if the tool is not held.
 */
export function changeFor(tool: Known): string | undefined {
  const { hold } = tool;
  if (hold === undefined || repairOf(tool) !== undefined) return undefined;
  if (hold.kind === "removed") {
    const instead = hold.replacement === undefined ? "" : `Call ${hold.replacement} instead. `;
    return `${instead}Its author can move the removalDate${operatorOf(tool)}.`;
  }
  return changeForFirst(tool, hold.kind === "nonconformant" ? brokenIn(hold.findings) : []);
}

/** Names the change for the first rule that no command repairs. */
function changeForFirst(tool: Known, broken: readonly Finding[]): string {
  const first = broken.find(({ rule }) => !isAdoptable(rule, tool.contract)) ?? broken[0];
  const change = first && changeForRule(first.rule);
  if (change !== undefined) return `${change.slice(0, 1).toUpperCase()}${change.slice(1)}.`;
  return `Its author has to change it${operatorOf(tool)}: ${first?.message ?? "see the rule."}`;
}

/** Names the overlay in which the operator can change the contract of a server's tool. */
function operatorOf({ contract, home }: Known): string {
  const steps = home.kind === "server" ? overlaySteps(contract.server, contract.name) : undefined;
  return steps === undefined ? "" : `, or you in contracts/${steps.join("/")}`;
}

/** Undefined if the name of the server is not safe in a shell command. */
function adopting(server: string, name: string, broken: readonly Finding[]): string | undefined {
  if (!isPlain(server)) return undefined;
  const lacksOutputOnly = broken.every(({ rule }) => rule === "output/present");
  const only = lacksOutputOnly || !isPlain(name) ? "" : ` --only ${name}`;
  return `toolcourt adopt ${server}${only}`;
}

function explaining(broken: readonly Finding[]): string {
  const first = broken.find(({ rule }) => !isRepairable(rule)) ?? broken[0];
  return first === undefined ? "toolcourt rules" : `toolcourt rules ${first.rule}`;
}

function brokenIn(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ severity }) => severity === "error");
}

/** Tells whether an overlay by `adopt` repairs what breaks the rule. */
function isAdoptable(id: string, contract: ToolContract): boolean {
  if (isRepairable(id)) return true;
  const rule = allRules.find((each) => each.id === id);
  return rule !== undefined && repairBy(rule, contract) !== undefined;
}

/** Tells whether a name is safe in a shell command. */
export function isPlain(name: string): boolean {
  return /^\w[\w./-]*$/.test(name);
}

/** Returns the next command for the tools of a server. Null if there is nothing to do. */
export function nextForServer(server: string, { held, untyped }: ToolCounts): string | null {
  if (held > 0) return `toolcourt tools${isPlain(server) ? ` ${server}` : ""} --held`;
  return untyped > 0 && isPlain(server) ? `toolcourt adopt ${server}` : null;
}

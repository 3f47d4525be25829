import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type Effect, effects, type ToolContract } from "@toolcourt/sdk";
import {
  around,
  type IncomingCall,
  type OuterCall,
  type PermittedCall,
  shownName,
} from "../call.ts";

/** Maximum number of outer calls. */
const maxAround = 3;

type Because = Refusal<"step-refused">["details"]["because"];

/** Checks an inner call against the steps of its outer tool. Other calls pass. */
export function assertDeclaredStep(call: IncomingCall): void {
  const { within } = call;
  if (within !== undefined) assertTaken(call, within, whyNot(call, within));
}

/**
 * Checks the tool of an inner call against the contract of the outer tool. Only after its permit:
 * the refusal tells what the tool does.
 */
export function assertWithinOuter(call: PermittedCall): void {
  const { within } = call;
  if (within !== undefined) assertTaken(call, within, whyNotThis(call, within));
}

function assertTaken(
  { tool }: IncomingCall,
  { tool: by }: OuterCall,
  because: Because | undefined,
): void {
  if (because === undefined) return;
  throw new Refusal("step-refused", { tool: shownName(tool), by: shownName(by), because });
}

// Checks without looking at the tool: a tool must learn nothing about tools outside its steps.
function whyNot({ tool }: IncomingCall, within: OuterCall): Because | undefined {
  if (!within.mayCall(tool)) return "not-declared";
  if ([...around(within)].length > maxAround) return "too-deep";
  const take = within.take();
  return take === "taken" ? undefined : take;
}

function whyNotThis({ registered }: PermittedCall, within: OuterCall): Because | undefined {
  const { contract } = registered;
  if ([...around(within)].some((outer) => isSame(outer.contract, contract))) return "itself";
  return rankOf(contract.effect) > strongest(within) ? "stronger" : undefined;
}

// Uses the server's name for the tool, because one tool can have two public names.
function isSame(a: ToolContract, b: ToolContract): boolean {
  return a.server === b.server && a.name === b.name;
}

function strongest({ contract, atMost = contract.effect }: OuterCall): number {
  return Math.min(rankOf(contract.effect), rankOf(atMost));
}

function rankOf(effect: Effect): number {
  return effects.indexOf(effect);
}

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { type Effect, effects, type ToolContract } from "@toolcourt/sdk";
import {
  around,
  type IncomingCall,
  type OuterCall,
  type ResolvedCall,
  shownName,
} from "../call.ts";
import type { Stages } from "../pipeline.ts";

/** Maximum number of outer calls. */
const maxAround = 3;

type Because = Refusal<"step-refused">["details"]["because"];

/** Checks a tool's inner calls against its steps. They are resolved like all others. */
export function enforceDeclaredSteps(resolve: Stages["resolve"]): Stages["resolve"] {
  return (call) => {
    const { within } = call;
    if (within === undefined) return resolve(call);
    assertTaken(call, within, whyNot(call, within));
    return resolve(call);
  };
}

/**
 * Checks the tool of an inner call against the contract of the calling tool. Only after its permit:
 * the refusal tells what the tool does.
 */
export function enforceOuterContract(permit: Stages["permit"]): Stages["permit"] {
  return (call) => {
    const permitted = permit(call);
    const { within } = call;
    if (within !== undefined) assertTaken(call, within, whyNotThis(call, within));
    return permitted;
  };
}

function assertTaken(
  { tool }: IncomingCall,
  { tool: by }: OuterCall,
  because: Because | undefined,
) {
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

function whyNotThis({ registered }: ResolvedCall, within: OuterCall): Because | undefined {
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

import type { Effect, Reach } from "@toolcourt/sdk";
import { maxSteps } from "../policy/condition/compile.ts";
import { CallFacts } from "../policy/condition/facts.ts";
import type { PolicyTool } from "../policy/question.ts";
import { fits } from "../policy/selectors.ts";
import type { Sequence } from "../policy/sequence.ts";
import type { PastCall, SequenceQuestion } from "./question.ts";

/** A call as far as a history keeps it. */
export type KnownCall = Pick<PastCall, "tool" | "server" | "name" | "effect" | "reach">;

/** A call, and the tool as it is now. */
export interface MadeCall {
  readonly tool: PolicyTool;
  readonly effect: Effect;
  readonly reach: Reach;
}

export function knownCallOf({ tool, effect, reach }: MadeCall): KnownCall {
  const { publicName, contract } = tool;
  return { tool: publicName, server: contract.server, name: contract.name, effect, reach };
}

export type Selects = (call: KnownCall) => boolean;

/** Compiles a pattern of tools. With a slash it pins the server, as everywhere in a policy. */
export function namedBy(pattern: string): Selects {
  const slash = pattern.indexOf("/");
  if (slash === -1) {
    return pattern.includes("*")
      ? ({ tool }) => fits(pattern, tool)
      : ({ tool }) => tool === pattern;
  }
  const [ofServer, ofName] = [pattern.slice(0, slash), pattern.slice(slash + 1)];
  return (call) => fits(ofServer, call.server) && fits(ofName, nameOf(call));
}

function nameOf({ name, tool, server }: KnownCall): string {
  if (name !== undefined) return name;
  return tool.startsWith(`${server}__`) ? tool.slice(server.length + 2) : tool;
}

/**
 * Compiles which earlier calls a statement is about itself. What a history does not keep, such as
 * arguments, tags and principals, excludes no call: one too many only makes a decision stricter.
 */
export function ownCallsOf({ entry: { tools, effects }, condition }: Sequence): Selects {
  const patterns = tools?.map(namedBy);
  const mayHold = condition && mayHoldFor(condition);
  return (call) =>
    (patterns === undefined || patterns.some((isNamed) => isNamed(call))) &&
    (effects === undefined || effects.includes(call.effect)) &&
    (mayHold === undefined || mayHold(call));
}

/** Answers kept for each condition. A history names few tools. */
const maxKept = 1_000;

function mayHoldFor({ ofCall, condition }: NonNullable<Sequence["condition"]>): Selects {
  if (ofCall !== undefined) return ofCall;
  const kept = new Map<string, boolean>();
  return ({ tool, server, effect, reach }) => {
    const key = `${effect} ${reach} ${server} ${tool}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    // Without the other facts, a condition that needs them fails instead of being false.
    const facts = { call: new CallFacts({ tool, server, effect, reach }) };
    const weight = { longest: 4, size: tool.length + server.length + 100 };
    const answer = condition(facts, weight, { left: maxSteps }) !== "false";
    if (kept.size >= maxKept) kept.clear();
    kept.set(key, answer);
    return answer;
  };
}

/** Returns the calls of a principal, or of its tenant. Undefined if those are not known. */
export function callsOf(
  { history, principal }: SequenceQuestion,
  per: "principal" | "tenant" | undefined,
): readonly PastCall[] | undefined {
  return per === "tenant" && principal.tenant !== undefined ? history.tenantCalls : history.calls;
}

import * as fc from "fast-check";
import type { Caps } from "../../packages/gateway/src/governance/policy/caps.ts";
import { evaluate, evaluateItem } from "../../packages/gateway/src/governance/policy/evaluate.ts";
import type { Policy } from "../../packages/gateway/src/governance/policy/policy.ts";
import type {
  ItemQuestion,
  PolicyDecision,
  PolicyQuestion,
} from "../../packages/gateway/src/governance/policy/question.ts";
import { readPolicy } from "../../packages/gateway/src/governance/policy/read-policy.ts";
import { itemRequest, request, written } from "./random.ts";
import { type ItemRequest, type Request, refer, referCaps, referItem } from "./reference.ts";

export interface Comparison {
  /** Number of answers by kind. */
  readonly answers: Readonly<Record<string, number>>;
  readonly compared: number;
  /** The smallest request on which the two differ. Undefined if they agree. */
  readonly difference?: string;
}

const requestsEach = 25;

/** Evaluates the same random requests for tools with both evaluators. */
export function comparePolicies(count: number, seed = 20_260_728): Comparison {
  return compare(request, { count, seed }, (entries, each, policy) => [
    refer(entries, each),
    inWords(evaluate(policy, toQuestion(each))),
  ]);
}

/** Does the same for requests of resources and prompts. */
export function compareItems(count: number, seed = 20_260_728): Comparison {
  return compare(itemRequest, { count, seed }, (entries, each, policy) => [
    referItem(entries, each),
    inWords(evaluateItem(policy, toItemQuestion(each))),
  ]);
}

/** Does the same for what limits cap. The answers are counted by the number of retries. */
export function compareLimits(count: number, seed = 20_260_728): Comparison {
  return compare(request, { count, seed }, (entries, each, policy) => {
    const { principal, tool } = toQuestion(each);
    return [referCaps(entries, each), capsInWords(policy.planFor(principal, tool).caps)];
  });
}

/** Returns the answers of the reference and of the product. */
type Judge<Asked> = (
  entries: Parameters<typeof refer>[0],
  each: Asked,
  policy: Policy,
) => readonly [expected: string, actual: string];

function compare<Asked>(
  one: fc.Arbitrary<Asked>,
  { count, seed }: { readonly count: number; readonly seed: number },
  judge: Judge<Asked>,
): Comparison {
  const answers: Record<string, number> = {};
  let compared = 0;
  const requests = fc.array(one, { minLength: requestsEach, maxLength: requestsEach });
  const outcome = fc.check(
    fc.property(written, requests, ({ policy, text }, asked) => {
      const reading = readPolicy(text, "policy.yaml");
      if (reading.kind === "invalid") throw new TypeError(reading.problems.join("\n"));
      for (const each of asked) {
        const [expected, actual] = judge(policy, each, reading.policy);
        if (actual !== expected) throw new Error(`${actual} instead of ${expected}`);
        const [kind = ""] = expected.split(" ");
        answers[kind] = (answers[kind] ?? 0) + 1;
        compared += 1;
      }
    }),
    { numRuns: Math.ceil(count / requestsEach), seed },
  );
  if (!outcome.failed) return { answers, compared };
  const difference = `${String(outcome.errorInstance)}: ${fc.stringify(outcome.counterexample)}`;
  return { answers, compared, difference };
}

function toItemQuestion(asked: ItemRequest): ItemQuestion {
  const { principal, isDynamic, method, args, ...item } = asked;
  return { principal, item, isDynamic, method, args, now: 0 };
}

function capsInWords({ retries, resultBytes }: Caps = {}): string {
  const [one, two] = [retries, resultBytes].map((cap) =>
    cap === undefined ? "free" : `${cap.max} by ${cap.limit}`,
  );
  return `${one}, ${two}`;
}

function inWords(decision: PolicyDecision): string {
  if (decision.kind === "allowed") return `allow ${decision.statement}`;
  if (decision.because === "missing-permission") return `missing ${decision.missing.join(" ")}`;
  if (decision.because === "no-statement") return "nothing";
  return `${decision.because === "denied" ? "deny" : "failed"} ${decision.statement}`;
}

function toQuestion({ principal, tool, args }: Request): PolicyQuestion {
  const { publicName, server, name, effect, tags, category, permissions } = tool;
  return {
    principal,
    tool: {
      publicName,
      contract: {
        server,
        name,
        effect,
        digest: "sha256:00",
        terms: { tags, permissions, ...(category === undefined ? {} : { category }) },
      },
    },
    args,
    now: 0,
  };
}

import { type Comparison, compareItems, comparePolicies } from "../policy/compare.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";

export const promise = definePromise({
  id: "P7",
  text: "A policy decides as documented: a second evaluator, written from the documentation alone, gives the same answers.",
  proofs: [
    { title: "random policies and calls of tools", prove: ofTools },
    { title: "random policies and requests of resources and prompts", prove: ofItems },
  ],
});

async function ofTools(context: ProofContext): Promise<readonly Figure[]> {
  return figuresOf(comparePolicies(countIn(context), context.seed), context);
}

async function ofItems(context: ProofContext): Promise<readonly Figure[]> {
  return figuresOf(compareItems(countIn(context), context.seed), context);
}

function countIn({ short }: ProofContext): number {
  return short ? 2_000 : 100_000;
}

function figuresOf(
  { compared, difference, answers }: Comparison,
  context: ProofContext,
): readonly Figure[] {
  const differing = difference === undefined ? 0 : 1;
  if (difference !== undefined) context.note(difference);
  const kinds = Object.entries(answers);
  return [
    { label: "requests with a different answer", value: differing, must: { is: 0 } },
    { label: "requests with the same answer", value: compared, must: { is: countIn(context) } },
    ...kinds.map(([kind, value]) => ({ label: `of them "${kind}"`, value })),
    // Requests that all get one answer would show nothing.
    { label: "kinds of answers", value: kinds.length, must: { atLeast: 4 } },
  ];
}

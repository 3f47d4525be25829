import { z } from "zod";
import { discovered } from "./stages.ts";

// The workflow keeps an overview of each answer. The gateway keeps the answers themselves, under
// their discovery ids, if `results.retain` says so.

/** An answer of a discovery tool. The gateway has checked it against the tool's contract. */
function answerOf<Data extends z.ZodType>(data: Data) {
  return z.object({ data, metadata: z.object({ discovery: discovered }) });
}

export const answers = {
  resources: answerOf(
    z.object({ total: z.int(), resources: z.array(z.object({ type: z.string() })) }),
  ),
  costs: answerOf(
    z.object({
      rows: z.array(
        z.object({ amount: z.number(), currency: z.string(), group: z.string().nullish() }),
      ),
    }),
  ),
  advice: answerOf(z.object({ advice: z.array(z.unknown()) })),
  assessments: answerOf(z.object({ assessments: z.array(z.object({ status: z.string() })) })),
  score: answerOf(z.object({ current: z.number(), max: z.number() })),
  compliance: answerOf(z.object({ nonCompliantResources: z.int(), nonCompliantPolicies: z.int() })),
};

type DataOf<Name extends keyof typeof answers> = z.output<(typeof answers)[Name]>["data"];

const typeCount = z.object({
  type: z.string().describe("Type of resource"),
  count: z.int().describe("How many of them were read"),
});

const serviceCosts = z.object({
  service: z.string().describe("The service, or empty for costs of none"),
  amount: z.number().describe("The costs before tax"),
  currency: z.string().describe("The currency, such as EUR"),
});

/** The overview, part by part. */
export const findings = z.object({
  resources: z.int().describe("How many resources there are"),
  types: z.array(typeCount).describe("The resources by type, the most frequent first"),
  costs: z.array(serviceCosts).describe("The costs of this month by service"),
  advice: z.int().describe("How many pieces of advice would save costs"),
  unhealthy: z.int().describe("How many assessments are unhealthy"),
  score: z
    .object({
      current: z.number().describe("The points it has"),
      max: z.number().describe("The points it could have"),
    })
    .describe("The secure score"),
  compliance: z
    .object({
      nonCompliantResources: z.int().describe("How many resources do not comply"),
      nonCompliantPolicies: z.int().describe("How many policies are not complied with"),
    })
    .describe("The compliance with policies"),
});

type Findings = z.output<typeof findings>;

/** Counts resources by type. */
export function typesOf({ resources }: DataOf<"resources">): Findings["types"] {
  return [...Map.groupBy(resources, ({ type }) => type)]
    .map(([type, same]) => ({ type, count: same.length }))
    .toSorted((a, b) => b.count - a.count || a.type.localeCompare(b.type));
}

/** Names the dimension of each row for what it is here. */
export function costsOf({ rows }: DataOf<"costs">): Findings["costs"] {
  return rows.map(({ group, ...costs }) => ({ service: group ?? "", ...costs }));
}

export function unhealthyIn({ assessments }: DataOf<"assessments">): number {
  return assessments.filter(({ status }) => status === "Unhealthy").length;
}

import { runCanary } from "../canary/run-canary.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";

export const promise = definePromise({
  id: "P6",
  text: "A stored credential leaves only to where its connection says, and stays out of every answer, log, record, figure and process.",
  proofs: [
    {
      title:
        "credentials of every kind, before servers and APIs that give them back and try to lead them elsewhere",
      prove: canaries,
    },
  ],
});

async function canaries({ short, seed, note }: ProofContext): Promise<readonly Figure[]> {
  const report = await runCanary(seed, short);
  for (const { canary, form, place } of report.hits.slice(0, 20)) {
    note(`the ${canary} (${form}) is in: ${place}`);
  }
  return [
    { label: "credentials", value: report.credentials, must: { atLeast: 18 } },
    { label: "answers", value: report.answers },
    { label: "answers out of which one was taken", value: report.hidden, must: { atLeast: 100 } },
    { label: "requests that took one to its own API", value: report.sent, must: { atLeast: 100 } },
    { label: "requests that were led elsewhere", value: report.astray, must: { is: 0 } },
    { label: "places searched", value: report.places },
    {
      label: "credentials found where they must not be",
      value: report.hits.length,
      must: { is: 0 },
    },
  ];
}

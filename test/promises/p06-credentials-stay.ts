import { openPostgres } from "../../packages/testing/src/services/open-postgres.ts";
import { type CanaryRun, runCanary } from "../canary/run-canary.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";
import { proveRotation } from "./sealed/prove-rotation.ts";
import { proveTampering } from "./sealed/prove-tampering.ts";

export const promise = definePromise({
  id: "P6",
  text: "A stored credential leaves only to where its connection says, and stays out of every answer, log, record, figure and process.",
  proofs: [
    {
      title:
        "credentials of every kind, before servers and APIs that give them back and try to lead them elsewhere",
      prove: ({ short, ...context }) => canaries({ isShort: short, ...context }),
    },
    {
      title: "the same on PostgreSQL, which takes a password",
      fullOnly: true,
      prove: canariesOnPostgres,
    },
    {
      title: "sealed values, data keys and settings changed in the store, and keys that are wrong",
      prove: proveTampering,
    },
    { title: "the key rotated under a gateway that sixteen call", prove: proveRotation },
  ],
});

async function canariesOnPostgres({ seed, note }: ProofContext): Promise<readonly Figure[]> {
  await using server = await openPostgres();
  const store = { url: new URL(server.url), folder: server.folder };
  return await canaries({ seed, note, isShort: true, store });
}

async function canaries({
  note,
  ...run
}: CanaryRun & Pick<ProofContext, "note">): Promise<readonly Figure[]> {
  const report = await runCanary(run);
  for (const { canary, form, place } of report.hits.slice(0, 20)) {
    note(`the ${canary} (${form}) is in: ${place}`);
  }
  return [
    { label: "credentials", value: report.credentials, must: { atLeast: 40 } },
    { label: "answers", value: report.answers },
    { label: "answers out of which one was taken", value: report.hidden, must: { atLeast: 100 } },
    { label: "requests that took one to its own API", value: report.sent, must: { atLeast: 100 } },
    {
      label: "credentials that reached their own server",
      value: report.reached,
      must: { atLeast: 5 },
    },
    { label: "requests that were led elsewhere", value: report.astray, must: { is: 0 } },
    { label: "results that were kept", value: report.kept, must: { atLeast: 50 } },
    { label: "batches of traces", value: report.traced, must: { atLeast: 1 } },
    { label: "places searched", value: report.places },
    {
      label: "credentials found where they must not be",
      value: report.hits.length,
      must: { is: 0 },
    },
  ];
}

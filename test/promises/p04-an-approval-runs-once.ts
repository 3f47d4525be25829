import { openPostgres } from "../../packages/testing/src/services/open-postgres.ts";
import { raceForApprovals } from "./approvals/race.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";

// A caller too late for an operator's approval requests another, and only ten may be pending.
const approvalsIn = ({ short }: ProofContext): number => (short ? 2 : 16);

export const promise = definePromise({
  id: "P4",
  text: "An approval is good for one execution, with exactly the arguments that were approved.",
  proofs: [
    {
      title: "a hundred at once, two gateways on one SQLite file",
      fullOnly: true,
      prove: (context) => raceForApprovals({ approvals: approvalsIn(context) }),
    },
    { title: "a hundred at once, two gateways on one PostgreSQL", prove: onPostgres },
  ],
});

async function onPostgres(context: ProofContext): Promise<readonly Figure[]> {
  await using server = await openPostgres();
  const config = { stores: { url: server.url } };
  return await raceForApprovals({ approvals: approvalsIn(context), config });
}

import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openPostgres } from "../../packages/testing/src/services/open-postgres.ts";
import { killLoop } from "./kills/kill-loop.ts";
import { killStarts } from "./kills/kill-starts.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";

export const promise = definePromise({
  id: "P2",
  text: "No record that was acknowledged is lost when the gateway is killed.",
  proofs: [
    {
      title: "kill -9 under load, on SQLite",
      prove: (context) => killLoop({ kills: context.short ? 3 : 500 }, context),
    },
    { title: "kill -9 under load, on PostgreSQL, which is killed once too", prove: onPostgres },
    {
      title: "kill -9 during the first start in a new folder",
      fullOnly: true,
      prove: (context) => killStarts(30, context),
    },
  ],
});

async function onPostgres(context: ProofContext): Promise<readonly Figure[]> {
  await using server = await openPostgres();
  const kills = context.short ? 1 : 30;
  const trouble = async (round: number): Promise<void> => {
    if (round !== kills) return;
    await systemClock.sleep(200);
    await server.crash();
    await systemClock.sleep(200);
    await server.start();
    await systemClock.sleep(200);
  };
  return await killLoop({ kills, config: { stores: { url: server.url } }, trouble }, context);
}

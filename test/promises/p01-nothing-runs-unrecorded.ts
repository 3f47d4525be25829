import { openPostgres } from "../../packages/gateway/src/testing/services/open-postgres.ts";
import { longCopy, longCopyBytes } from "./outages/long-copy.ts";
import { gone, tableHeld } from "./outages/postgres-outages.ts";
import { proveOutages } from "./outages/prove-outages.ts";
import { full, locked, readOnly, together } from "./outages/store-outages.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";
import type { Court } from "./world/court.ts";

const copy = "copy.jsonl";
const prepare = ({ folder }: Court): Promise<void> => folder.write(copy, longCopy());
const copyFull = { ...full(longCopyBytes), name: "copy full" };
const bothDown = together("copy full and store locked", copyFull, locked);

export const promise = definePromise({
  id: "P1",
  text: "Nothing happens without a durable record of the intent.",
  proofs: [
    {
      title: "the store is read-only, full or locked",
      prove: (context) => proveOutages({ outages: [readOnly, full(), locked] }, context),
    },
    {
      title: "the second place is full, and both must have every entry",
      prove: (context) =>
        proveOutages(
          { config: { audit: { copy, require: "all" } }, prepare, outages: [copyFull] },
          context,
        ),
    },
    {
      title: "the second place is full, and one of the two must have every entry",
      prove: (context) =>
        proveOutages(
          {
            config: { audit: { copy, require: "any" } },
            prepare,
            outages: [bothDown],
            harmless: [copyFull, locked],
          },
          context,
        ),
    },
    { title: "PostgreSQL is away, or does not answer", prove: onPostgres },
  ],
});

async function onPostgres(context: ProofContext): Promise<readonly Figure[]> {
  await using server = await openPostgres();
  const outages = [gone(server, "stop"), gone(server, "crash"), tableHeld(server)];
  return await proveOutages({ config: { stores: { url: server.url } }, outages }, context);
}

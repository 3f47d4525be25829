import { openPostgres } from "../../packages/testing/src/services/open-postgres.ts";
import { longCopy, longCopyBytes } from "./outages/long-copy.ts";
import { gone, tableHeld } from "./outages/postgres-outages.ts";
import { proveOutages } from "./outages/prove-outages.ts";
import { full, locked, readOnly, together } from "./outages/store-outages.ts";
import { definePromise, type Figure, type ProofContext } from "./promise.ts";
import type { Rig } from "./world/rig.ts";

const copy = "copy.jsonl";
const prepare = ({ folder }: Rig): Promise<void> => folder.write(copy, longCopy());
const copyFull = { ...full(longCopyBytes), name: "copy full" };

export const promise = definePromise({
  id: "P1",
  text: "Nothing happens without a durable record of the intent.",
  proofs: [
    {
      title: "the store is read-only, full or locked, or the copy is full where both are required",
      prove: (context) =>
        proveOutages(
          {
            config: { audit: { mirror_file: copy, must_reach: "all" } },
            prepare,
            outages: [readOnly, full(), locked, copyFull],
          },
          context,
        ),
    },
    {
      title: "the store and its copy are away, where one of them is enough",
      fullOnly: true,
      prove: (context) =>
        proveOutages(
          {
            config: { audit: { mirror_file: copy, must_reach: "any" } },
            prepare,
            outages: [together("copy full and store locked", copyFull, locked)],
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

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pid } from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import type { DurableStores } from "@toolcourt/gateway/internal/stores/durable-stores";
import { openPostgresStores } from "@toolcourt/gateway/internal/stores/postgres/open-postgres-stores";
import { patientDeadlineMs } from "@toolcourt/gateway/internal/stores/store-error";
import {
  approval,
  entry,
  grant,
  intent,
  noon,
  outcome,
} from "@toolcourt/gateway/internal/stores/suites/builders";
import { link, linkSteps } from "@toolcourt/gateway/store-suites";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { describe, expect, it } from "vitest";
import { type Kept, keptVersions } from "./kept.ts";

const postgres = await usePostgres();
const options = { link, linkSteps, clock: systemClock, timeoutMs: patientDeadlineMs };
type Open = typeof openPostgresStores;

// Inside the checkout, because the bundle imports pg.
const cache = fileURLToPath(new URL("../../.cache/upgrades", import.meta.url));

/** The stores of an older version, as they were bundled then. */
async function oldStores({ folder, name }: Kept): Promise<Open> {
  await mkdir(cache, { recursive: true });
  const path = join(cache, `${name}-${pid}.mjs`);
  await writeFile(path, gunzipSync(await readFile(join(folder, "postgres-stores.mjs.gz"))));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the bundle has this one export
  const { openPostgresStores: open } = (await import(pathToFileURL(path).href)) as {
    readonly openPostgresStores: Open;
  };
  return open;
}

const calls = 60;
const uses = 20;

/** Makes calls through one replica. Returns the ids of those that were recorded. */
async function makeCalls(stores: DurableStores, name: string): Promise<readonly string[]> {
  const ids = Array.from({ length: calls }, (_, index) => `${name}-${index}`);
  for (const id of ids) {
    await stores.audit.append([intent(id)], "on-disk");
    await stores.audit.append([outcome(id)], "committed");
  }
  return ids;
}

describe.skipIf(postgres.missing !== undefined)("a rolling upgrade of two replicas", () => {
  const { length } = keptVersions();
  // The version before the present one, and the present one beside itself.
  it.each(keptVersions().slice(length - 2))(
    "$name beside the present version loses nothing",
    async (kept) => {
      const url = await postgres.database();
      await using old = await (await oldStores(kept))(url, options);
      const before = makeCalls(old, "old");
      // The new replica migrates while the old one works.
      await using young = await openPostgresStores(url, options);
      const [first, second] = await Promise.all([before, makeCalls(young, "new")]);
      const third = await makeCalls(old, "later");

      const rows = await young.audit.read(1, 10_000);
      const bodies = rows.map(({ body }) => body);
      for (const id of [...first, ...second, ...third]) {
        expect(bodies.filter((body) => body === intent(id).body)).toHaveLength(1);
        expect(bodies.filter((body) => body === outcome(id).body)).toHaveLength(1);
      }
      let previous: string | undefined;
      for (const { body, hash } of rows) {
        expect(hash).toBe(link(previous, body).hash);
        previous = hash;
      }
      expect(await young.audit.unfinished(noon + 1)).toEqual([]);
      expect(await old.audit.unfinished(noon + 1)).toEqual([]);
    },
  );

  it.each(keptVersions().slice(length - 2))(
    "$name and the present version use each approval once",
    async (kept) => {
      const url = await postgres.database();
      await using old = await (await oldStores(kept))(url, options);
      await using young = await openPostgresStores(url, options);
      const replicas = [old, young];

      for (const [index, asked] of replicas.entries()) {
        const request = approval({ id: `a${index}` });
        const { id, digest } = request;
        await asked.approvals.add(request, { max: 10, entry: entry() });
        const decision = { to: "approved", by: "grace", at: noon + 1 } as const;
        await replicas[1 - index]?.approvals.decide(id, decision, entry());
        const used = await Promise.all(
          replicas.map(({ approvals }, each) =>
            approvals.consume(
              { id, digest, callId: `${id}-${each}`, at: noon + 2 },
              intent(`${id}-${each}`),
            ),
          ),
        );
        expect(used.filter(Boolean)).toHaveLength(1);
      }

      await old.grants.add(grant({ maxUses: uses }), { max: 10, entry: entry() });
      const using = Array.from({ length: uses }).flatMap((_, index) =>
        replicas.map(({ grants }, each) =>
          grants.use({ id: "g1", at: noon + 1 }, intent(`use-${index}-${each}`)),
        ),
      );
      const taken = await Promise.all(using);
      expect(taken.filter(Boolean)).toHaveLength(uses);
    },
  );
});

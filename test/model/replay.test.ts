// Walks of the model, taken on the real approvals, audit log and stores with two replicas.
import { join } from "node:path";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { openPostgresStores } from "@toolcourt/gateway/internal/stores/postgres/open-postgres-stores";
import { openSqliteStores } from "@toolcourt/gateway/internal/stores/sqlite/open-sqlite-stores";
import { patientDeadlineMs } from "@toolcourt/gateway/internal/stores/store-error";
import { link, linkModule, linkSteps } from "@toolcourt/gateway/internal/stores/suites/link";
import { openFolder } from "@toolcourt/testing/folder";
import { usePostgres } from "@toolcourt/testing/services/use-postgres";
import { describe, expect, it } from "vitest";
import type { World } from "./actions.ts";
import { actionNames } from "./explore.ts";
import { type Mutant, mutants, rulesOf } from "./mutants.ts";
import { replay } from "./replay.ts";
import { rules } from "./rules.ts";
import { type Walk, walk } from "./walk.ts";

/** A power loss cannot be replayed. */
const bound = { approvals: 2, calls: 3, queries: 2, crashes: 2, outages: 0 };
const world: World = { rules, bound };
const postgres = await usePostgres();

function walks(count: number, seed: number): readonly Walk[] {
  return Array.from({ length: count }, (_, index) => walk(world, seed + index, 80));
}

function missingIn(taken: readonly Walk[]): readonly string[] {
  const names = new Set(taken.flatMap(({ steps }) => steps.map(({ name }) => name)));
  return actionNames.filter((name) => name !== "outage" && !names.has(name));
}

/** When to send and when to answer is decided before the stores. */
function isOfStores({ change }: Mutant): boolean {
  return !("isRecorded" in change || "mayAck" in change || "afterLoss" in change);
}

describe("walks of the model", { timeout: 120_000 }, () => {
  it("are what the stores in memory do", async () => {
    const taken = walks(300, 1_000);
    for (const each of taken) {
      const stores = openMemoryStores({ link });
      await replay(each, async () => stores);
    }
    expect(missingIn(taken)).toEqual([]);
  });

  it("are what two handles of one SQLite file do, which is reopened after a crash", async () => {
    const taken = walks(15, 2_000);
    const options = { link, linkModule, clock: systemClock, deadlineMs: patientDeadlineMs };
    for (const each of taken) {
      await using folder = await openFolder();
      await replay(each, () => openSqliteStores(join(folder.path, "state.db"), options));
    }
    expect(missingIn(taken)).toEqual([]);
  });

  it.skipIf(postgres.missing !== undefined)("are what two clients of PostgreSQL do", async () => {
    const url = await postgres.database();
    const taken = walks(15, 3_000);
    const options = { linkSteps, clock: systemClock, timeoutMs: patientDeadlineMs, connections: 2 };
    for (const [index, each] of taken.entries()) {
      await replay(each, () => openPostgresStores(url, { ...options, schema: `walk_${index}` }));
    }
    expect(missingIn(taken)).toEqual([]);
  });

  // Otherwise the comparison could be blind.
  it.each(mutants.filter(isOfStores))(
    "differ from the stores if the model is wrong: $name",
    async (mutant) => {
      const wrong = { ...world, rules: rulesOf(mutant) };
      const taken = async (): Promise<void> => {
        for (let seed = 0; seed < 400; seed += 1) {
          const stores = openMemoryStores({ link });
          await replay(walk(wrong, seed, 80), async () => stores);
        }
      };
      await expect(taken()).rejects.toThrow(/the model/);
    },
  );
});

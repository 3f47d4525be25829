import { join } from "node:path";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openDurableStores } from "../../packages/gateway/src/compose/open-durable-stores.ts";
import { GroupCommit } from "../../packages/gateway/src/governance/audit/group-commit.ts";

/** The rate of the audit log when each entry must be on disk before its writer continues. */
export interface GroupCommitRate {
  readonly writers: number;
  readonly entriesPerSecond: number;
  /** Entries per flush to disk. */
  readonly entriesPerFlush: number;
}

const manyWriters = [1, 16, 64];
const body = JSON.stringify({ kind: "bench", filler: "x".repeat(500) });

export async function measureGroupCommit(
  folder: string,
  forMs: number,
): Promise<readonly GroupCommitRate[]> {
  const url = `sqlite:${join(folder, "group-commit.db")}`;
  await using stores = await openDurableStores(url, { clock: systemClock, folder });
  const { append } = stores.audit;
  const rates: GroupCommitRate[] = [];
  for (const writers of manyWriters) {
    let flushes = 0;
    await using log = new GroupCommit({
      clock: systemClock,
      append: (entries, durability) => {
        flushes += 1;
        return append(entries, durability);
      },
    });
    let entries = 0;
    const began = performance.now();
    const write = async (): Promise<void> => {
      while (performance.now() - began < forMs) {
        await log.write({ body, part: "note", at: systemClock.now() }).onDisk();
        entries += 1;
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    const seconds = (performance.now() - began) / 1000;
    rates.push({
      writers,
      entriesPerSecond: entries / seconds,
      entriesPerFlush: entries / flushes,
    });
  }
  return rates;
}

import { join } from "node:path";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { openDurableStores } from "../../packages/gateway/src/compose/open-durable-stores.ts";
import { GroupCommit } from "../../packages/gateway/src/governance/audit/group-commit.ts";
import type { Gauge } from "../gauge.ts";

const manyWriters = [1, 16, 64];
const forMs = 3_000;
const body = JSON.stringify({ kind: "bench", filler: "x".repeat(500) });

/** Measures the audit log when each entry must be on disk before its writer continues. */
export async function measureGroupCommit(folder: string): Promise<readonly Gauge[]> {
  const url = `sqlite:${join(folder, "group-commit.db")}`;
  await using stores = await openDurableStores(url, { clock: systemClock, folder });
  const { append } = stores.audit;
  const gauges: Gauge[] = [];
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
    const seconds = (performance.now() - began) / 1_000;
    const what = `audit log, every entry on disk, ${writers} at a time`;
    gauges.push({ what, value: entries / seconds, unit: "entries a second" });
    gauges.push({ what, value: entries / flushes, unit: "entries a flush" });
  }
  return gauges;
}

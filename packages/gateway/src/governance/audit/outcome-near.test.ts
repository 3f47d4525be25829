import { auditEntry } from "@toolcourt/testing/audit";
import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { link } from "./chain.ts";
import { outcomeNear } from "./outcome-near.ts";

const rows = 30_000;
const everyMs = 100;

/** A call each 100 ms, whose end is its only row. Every thousandth row is an hour late. */
async function longLog() {
  const { audit } = openMemoryStores({ link });
  const entries = Array.from({ length: rows }, (_, index) => {
    const at = index % 1_000 === 500 ? Math.max(0, index * everyMs - 3_600_000) : index * everyMs;
    const callId = `call-${index}-`;
    const result = { bytes: 2, digest: `sha256:${index}` };
    return auditEntry({ body: JSON.stringify({ at, callId, kind: "call.closed", result }) });
  });
  for (let from = 0; from < rows; from += 1_000) {
    await audit.append(entries.slice(from, from + 1_000), "committed");
  }
  return audit;
}

const audit = await longLog();

describe("the search for the end of a call", () => {
  it.each([0, 1, 499, 501, 12_345, rows - 1])(
    "finds that of call %i by its time",
    async (index) => {
      const call = { callId: `call-${index}-`, at: index * everyMs + 3 };

      expect(await outcomeNear(audit, call)).toEqual({ row: index + 1, digest: `sha256:${index}` });
    },
  );

  it("finds none at another time, or of an unknown call", async () => {
    expect(await outcomeNear(audit, { callId: "call-29000-", at: 0 })).toBeUndefined();
    expect(await outcomeNear(audit, { callId: "call-none", at: 5_000 })).toBeUndefined();
  });

  it("finds none in an empty log", async () => {
    const empty = openMemoryStores({ link }).audit;

    expect(await outcomeNear(empty, { callId: "call-0-", at: 0 })).toBeUndefined();
  });

  it("reads a few thousand rows of a long log, not all", async () => {
    let read = 0;
    const counting = {
      ...audit,
      read: async (from: number, max: number) => {
        const found = await audit.read(from, max);
        read += found.length;
        return found;
      },
    };
    await outcomeNear(counting, { callId: "call-20000-", at: 20_000 * everyMs });

    expect(read).toBeLessThan(2_500);
  });
});

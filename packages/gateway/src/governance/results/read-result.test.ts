import { describe, expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import type { StoredResult } from "../../stores/result-store.ts";
import { result } from "../../stores/suites/builders.ts";
import { link } from "../audit/chain.ts";
import { digestOf } from "./digest-of.ts";
import { readResult } from "./read-result.ts";

const whole = result({ digest: digestOf(result().output) });

async function storeWith(kept: StoredResult) {
  const { results } = openMemoryStores({ link });
  await results.keep(kept);
  return results;
}

describe("readResult", () => {
  it("returns the result stored under a call id", async () => {
    const store = await storeWith(whole);

    expect(await readResult(store, { callId: "call-1" })).toEqual(whole);
    expect(await readResult(store, { callId: "call-1", tenant: "north" })).toEqual(whole);
  });

  it.each([
    { callId: "none" },
    { callId: "call-1", tenant: "south" },
    { callId: "call-1", tenant: "" },
  ])("finds nothing for %j", async (wanted) => {
    expect(await readResult(await storeWith(whole), wanted)).toBeUndefined();
  });

  it("refuses a result that does not match its digest", async () => {
    const store = await storeWith({ ...whole, output: '{"content":["forged"]}' });

    await expect(readResult(store, { callId: "call-1" })).rejects.toMatchObject({
      kind: "corrupt",
    });
  });
});

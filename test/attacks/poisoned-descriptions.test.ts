import { describe, expect, it } from "vitest";
import { openPoisonedGateway } from "../promises/poison/poisoned-gateway.ts";
import { carriers } from "../promises/poison/poisoned-tools.ts";
import { missing, poisons, traces } from "../promises/poison/poisons.ts";

if (missing !== undefined) {
  // oxlint-disable-next-line no-console -- the test run must show what was left out
  console.warn(`Poisoned descriptions were not tried: ${missing}.`);
}

/** A fixed sample. `npm run promises` takes all. */
const sample = missing === undefined ? poisons().filter((_, index) => index % 90 === 0) : [];

describe.skipIf(missing !== undefined)("tools of a strict server", () => {
  it.each(carriers)(
    "SECURITY 18: no part of a poisoned %s reaches a client, in new or changed tools",
    async (carrier) => {
      const era = carriers.indexOf(carrier) % 2 === 0 ? "modern" : "legacy";
      await using gateway = await openPoisonedGateway({ era, carrier, poison: sample });

      const received = await gateway.received();

      expect(received).toContain("get-steady");
      expect(traces(sample, received).map(({ text }) => text)).toEqual([]);
      expect(gateway.leaked()).toBe(0);
    },
  );
});

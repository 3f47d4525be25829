import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { LimitStore } from "../../stores/limit-store.ts";
import { Keeping } from "./keep-slots.ts";
import { type Slot, Stock } from "./stock.ts";

const leaseMs = 15_000;
const idleMs = 200;

// The keeper ends when the last slot is released. A slot added at that moment, however late, must
// still be renewed.
it.each(Array.from({ length: 16 }, (_, turns) => turns))(
  "renews a slot that is added while the keeper ends, %i turns later",
  async (turns) => {
    const clock = createFakeClock();
    const stock = new Stock();
    const renewed: string[] = [];
    const store: LimitStore = {
      take: () => Promise.reject(new Error("nobody counts")),
      enter: async (_key, { holder }) => renewed.push(holder) > 0,
      leave: async () => void addLater(),
    };
    const slot = (holder: string, freeSince: number | undefined): Slot => {
      const room = stock.roomOf("tool");
      const times = { since: clock.monotonic(), until: clock.monotonic() + leaseMs, freeSince };
      return { key: "tool", max: 1, holder, room, isKept: false, ...times };
    };
    const keeping = new Keeping(
      { store, clock, stock, leaseMs, idleMs, noticed: () => undefined },
      new AbortController().signal,
    );
    const addLater = async (): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      stock.add(slot("second", undefined));
      keeping.start();
    };
    stock.add(slot("first", 0));
    keeping.start();

    await clock.advance(idleMs);
    await clock.advance(leaseMs);

    expect(renewed).toContain("second");
  },
);

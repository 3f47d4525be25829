import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";
import { type ClaimStep, createClaims } from "../runs/claims.ts";

function claims(saver: BaseCheckpointSaver, holder: string): ClaimStep {
  return createClaims({ saver, thread: "run", holder });
}

/** What claims promise over every store. `open` gives one that is empty. */
export function describeClaims(open: () => Promise<BaseCheckpointSaver>): void {
  describe("claims", () => {
    it("let a step be begun once, and tell the next one that nobody knows", async () => {
      const saver = await open();

      const first = await claims(saver, "a")("1.order");
      const second = await claims(saver, "b")("1.order");
      const other = await claims(saver, "b")("3.order");

      expect([first.kind, second.kind, other.kind]).toEqual(["begun", "unknown", "begun"]);
    });

    it("let one of many begin that come at once", async () => {
      const saver = await open();
      const many = Array.from({ length: 8 }, (_, index) => claims(saver, `holder-${index}`));

      const all = await Promise.all(many.map((claim) => claim("1.order")));

      expect(all.filter(({ kind }) => kind === "begun")).toHaveLength(1);
      expect(all.filter(({ kind }) => kind === "unknown")).toHaveLength(7);
    });

    it("let what did not run be begun again, however often", async () => {
      const saver = await open();
      for (let i = 0; i < 11; i += 1) {
        const claim = await claims(saver, `holder-${i}`)("1.order");
        if (claim.kind === "begun") await claim.ended({ kind: "not-run" });
      }

      const last = await claims(saver, "x")("1.order");
      const next = await claims(saver, "y")("1.order");

      expect([last.kind, next.kind]).toEqual(["begun", "unknown"]);
    });

    it("give back how a step has ended", async () => {
      const saver = await open();
      const claim = await claims(saver, "a")("1.order");
      const how = { kind: "answered", update: { order: '"o1"' } } as const;
      if (claim.kind === "begun") await claim.ended(how);

      expect(await claims(saver, "b")("1.order")).toEqual({ kind: "ended", how });
    });

    it("are gone with their run", async () => {
      const saver = await open();
      await claims(saver, "a")("1.order");

      await saver.deleteThread("run");

      expect(await claims(saver, "b")("1.order")).toMatchObject({ kind: "begun" });
    });
  });
}

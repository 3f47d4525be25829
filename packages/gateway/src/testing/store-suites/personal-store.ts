import { describe, expect, it } from "vitest";
import type { DurableStores } from "../../stores/durable-stores.ts";
import { approval, entry, noon, personal } from "./builders.ts";
import type { OpenDoors } from "./doors.ts";

/** What every store of personal fields promises. */
export function describePersonalStore(open: OpenDoors<DurableStores>): void {
  describe("a personal store", () => {
    it("gives back what was put", async () => {
      await using doors = await open();
      await doors.first.personal.put(personal());

      expect(await doors.second.personal.find("p1")).toEqual(personal());
      expect(await doors.second.personal.find("p2")).toBeUndefined();
    });

    it("never writes over a field", async () => {
      await using doors = await open();
      await doors.first.personal.put(personal());
      await doors.first.personal.put(personal({ text: "somebody else" }));

      expect(await doors.first.personal.find("p1")).toEqual(personal());
    });

    it("erases everything of a subject, and nothing of another", async () => {
      await using doors = await open();
      await doors.first.personal.put(personal());
      await doors.first.personal.put(personal({ id: "p2" }));
      await doors.first.personal.put(personal({ id: "p3", subject: "subject-2" }));

      expect(await doors.second.personal.erase("subject-1")).toBe(2);

      expect(await doors.first.personal.find("p1")).toBeUndefined();
      expect(await doors.first.personal.find("p2")).toBeUndefined();
      expect(await doors.first.personal.find("p3")).toBeDefined();
    });

    it("erases what a subject requested, and its name where it approved", async () => {
      await using doors = await open();
      const { personal: fields, approvals } = doors.first;
      await fields.put(personal());
      await fields.put(personal({ id: "p2", subject: "subject-2", text: "grace" }));
      const limit = { most: 10, entry: entry() };
      await approvals.add(approval({ id: "hers", requester: "Ada Lovelace" }), limit);
      await approvals.add(approval({ id: "other", requester: "grace" }), limit);
      const decision = { to: "approved", by: "Ada Lovelace", at: noon } as const;
      await approvals.decide("other", decision, entry());

      await doors.second.personal.erase("subject-1");

      expect(await approvals.find("hers")).toBeUndefined();
      expect(await approvals.find("other")).toMatchObject({
        requester: "grace",
        decidedBy: "subject-1",
        yeses: [{ by: "subject-1", at: noon }],
      });
    });

    it("has nothing to erase of somebody it does not know", async () => {
      await using doors = await open();
      await doors.first.personal.put(personal());

      expect(await doors.first.personal.erase("x' OR '1'='1")).toBe(0);
      expect(await doors.first.personal.find("p1")).toBeDefined();
    });
  });
}

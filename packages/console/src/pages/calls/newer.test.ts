import { describe, expect, it } from "vitest";
import { createNewer, maxCounted } from "./newer.ts";

const event = {
  id: "a",
  tool: "hello",
  stage: "done",
  status: "answered",
  code: undefined,
  ms: 1,
  at: 1,
};

describe("newer calls", () => {
  it("are counted once each, without those that the list has", () => {
    const newer = createNewer(new URLSearchParams(), new Set(["listed"]));

    const taken = ["a", "a", "listed", undefined, "b"].map((id) => newer.take({ ...event, id }));

    expect(taken).toEqual([true, false, false, false, true]);
    expect(newer.count()).toBe(2);
  });

  it("are compared with the filters of the list", () => {
    const newer = createNewer(new URLSearchParams("tool=hello&status=refused"), new Set());

    newer.take({ ...event, status: "refused" });
    newer.take({ ...event, id: "b" });
    newer.take({ ...event, id: "c", status: "refused", tool: "other" });

    expect(newer.count()).toBe(1);
  });

  it("are counted up to a bound", () => {
    const newer = createNewer(new URLSearchParams(), new Set());
    for (let index = 0; index < 2 * maxCounted; index += 1) {
      newer.take({ ...event, id: `${index}` });
    }

    expect(newer.count()).toBe(maxCounted);
  });
});

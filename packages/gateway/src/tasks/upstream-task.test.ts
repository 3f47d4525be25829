import type { JsonObject } from "@toolcourt/sdk";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTask, taskIdIn } from "./upstream-task.ts";

describe("readTask", () => {
  it.each<[string, JsonObject]>([
    ["no status", {}],
    ["a status that is unknown", { status: "paused" }],
    ["a completed task without a result", { status: "completed" }],
    ["a completed task whose result is no object", { status: "completed", result: "done" }],
    ["a failed task without an error", { status: "failed" }],
    ["an error whose code is no whole number", { status: "failed", error: { code: 1.5 } }],
    ["a task that asks nothing", { status: "input_required" }],
  ])("refuses %s", (_, raw) => {
    expect(readTask(raw)).toBeUndefined();
  });

  it("ignores times that are none", () => {
    const raw = { status: "working", ttlMs: -1, pollIntervalMs: "soon", statusMessage: 7 };

    expect(readTask(raw)).toEqual({ status: "working" });
  });

  it("reads any value without throwing", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (raw, status) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- values of JSON
        const task = readTask({ ...raw, status } as JsonObject);

        expect(task === undefined || typeof task.status === "string").toBe(true);
      }),
    );
  });
});

describe("taskIdIn", () => {
  it.each(["", "x".repeat(1_025), "a\u0000b", "a\nb", "\ud800", 7, null])(
    "refuses %j",
    (taskId) => {
      expect(taskIdIn({ taskId })).toBeUndefined();
    },
  );

  it("returns any other text as it is", () => {
    expect(taskIdIn({ taskId: "786512e2-9e0d" })).toBe("786512e2-9e0d");
  });
});

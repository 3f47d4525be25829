import { openFolder } from "@toolcourt/testing/folder";
import { machine } from "@toolcourt/testing/serving";
import { describe, expect, it } from "vitest";
import { workersAsked } from "./workers.ts";

const open = () => Promise.reject(new Error("not opened"));

describe("the number of workers", () => {
  it.each([
    [2, 2],
    [64, 64],
    [100, 64],
  ])("on %d cores is %d for auto, as many as a number may ask for", async (cores, count) => {
    const text = JSON.stringify({ server: { workers: "auto" }, toolbox: {} });
    await using folder = await openFolder({ "toolcourt.yaml": text });
    const context = machine(folder.path, () => undefined, new AbortController().signal);
    const flags = { config: undefined, record: undefined };

    const asked = await workersAsked(flags, { ...context, workers: { cores, open } });

    expect(asked?.count).toBe(count);
  });
});

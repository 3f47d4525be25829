import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { Reloader } from "../live/reloader.ts";
import { WorkerReloads } from "./worker-reloads.ts";

const order = { cause: "command" } as const;
const plan = {
  settings: [],
  files: [],
  servers: { started: [], restarted: [], stopped: [] },
  tools: { added: [], removed: [] },
};

/** A worker whose next gateway is ready at once. */
async function prepared(apply: () => Promise<void>) {
  const clock = createFakeClock();
  const reloads = new WorkerReloads(clock);
  const reload: Reloader["reloadTogether"] = async (_, decided) => {
    const decision = await decided({ plan, digest: "0b" });
    if (decision === "apply") await apply();
    return decision;
  };
  reloads.take(reload);
  const ready = await reloads.prepareReload(order);
  return { clock, reloads, ready };
}

const works = async (): Promise<void> => undefined;

describe("WorkerReloads", () => {
  it.each(["apply", "discard"] as const)("has nothing to say if it could %s", async (decision) => {
    const { reloads, ready } = await prepared(works);

    expect(ready).toEqual({ kind: "ready", plan, digest: "0b" });
    expect(await reloads.endReload(decision)).toBeUndefined();
  });

  it("tells why it could not apply what it had prepared", async () => {
    const { reloads } = await prepared(async () => {
      throw new Refusal("write-failed", { file: "toolcourt.lock", because: "full" });
    });

    expect(await reloads.endReload("apply")).toMatchObject({ code: "write-failed" });
  });

  it("tells that it waited too long for the decision", async () => {
    const { reloads, clock } = await prepared(works);
    await clock.advance(120_000);

    expect(await reloads.endReload("apply")).toMatchObject({
      message: "A worker waited too long for the others; reload again.",
    });
  });
});

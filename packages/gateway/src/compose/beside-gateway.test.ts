import { chmod } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "@toolcourt/contracts/internal/kernel/clock";
import { auditEntry } from "@toolcourt/testing/audit";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { storeDeadlineMs } from "../stores/store-deadline.ts";
import { openStoreRoom } from "./beside-gateway.ts";

// SQLite runs in its own thread, which starts slowly on a busy machine.
const patience = { timeout: 20_000 };

async function* readInput() {}

function inFolder(folder: string, clock: Clock, { signal }: AbortController) {
  return { folder, clock, signal, environment: {}, readInput };
}

const config = 'toolbox: {}\nstores: { url: "sqlite:state.db" }\n';

describe("the store of an interactive command", patience, () => {
  it("has a longer deadline than that of a gateway", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });
    const clock = createFakeClock();
    const place = inFolder(folder.path, clock, new AbortController());
    await using stores = (await openStoreRoom(undefined, place)).stores;
    const other = new DatabaseSync(`${folder.path}/state.db`);
    other.exec("BEGIN IMMEDIATE");

    const appended = stores.audit.append([auditEntry()], "on-disk");
    await clock.advance(storeDeadlineMs * 2);
    other.close();

    await expect(appended).resolves.toHaveLength(1);
  });

  it.each([
    ["approvals", "list"],
    ["audit", "unfinished"],
    ["results", "list"],
  ])("is not created by a read-only command: %s %s", async (...args) => {
    await using folder = await openFolder({ "toolcourt.yaml": config });

    const { code, output, errors } = await run(args, { folder: folder.path });

    expect({ code, output }).toEqual({ code: 2, output: "" });
    expect(errors).toContain("There is no store: a gateway makes it");
    expect(errors).toContain("It would be sqlite:state.db (stores.url).");
    expect(await folder.files()).toEqual(["toolcourt.yaml"]);
  });

  it("is not waited for once the command is aborted", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": config });
    using other = new DatabaseSync(`${folder.path}/state.db`);
    other.exec("BEGIN EXCLUSIVE");
    await chmod(`${folder.path}/state.db`, 0o600);
    const clock = createFakeClock();
    const stopping = new AbortController();

    const opening = openStoreRoom(undefined, inFolder(folder.path, clock, stopping));
    await clock.untilSomebodySleeps();
    stopping.abort(new Error("told to stop"));

    await expect(opening).rejects.toThrow("told to stop");
  });
});

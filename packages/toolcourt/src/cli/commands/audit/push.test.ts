import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import type { Delivery } from "@toolcourt/gateway/internal/stores/delivery-store";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { auditEntry, auditSigner } from "@toolcourt/testing/audit";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { createAuditCommand } from "./command.ts";

/** A log of five rows, whose receiver has three. */
async function setUp(differences: Partial<Delivery> = {}, receivers = ["siem"]) {
  const { audit: store, deliveries } = openMemoryStores({ link });
  const entries = Array.from({ length: 5 }, () => auditEntry());
  const rows = await store.append(entries, "committed");
  const hash = rows[2]?.hash ?? null;
  await deliveries.reset({ receiver: "siem", row: 3, hash, stopped: null, at: 0, ...differences });
  const command = createAuditCommand(async () => ({
    store,
    push: { deliveries, receivers: receivers.map((name) => ({ name })) },
    signer: async () => auditSigner(),
    operator: "operator:olga",
    maxCallMs: 60_000,
    [Symbol.asyncDispose]: async () => undefined,
  }));
  const type = (...args: readonly string[]) => run(["audit", "push", ...args], { command });
  return { store, deliveries, rows, type };
}

describe("toolcourt audit push", () => {
  it("shows how far each receiver has come", async () => {
    const { type } = await setUp({ at: 1_000 }, ["siem", "lake"]);

    expect(await type()).toMatchObject({
      code: 0,
      output:
        "siem  has rows up to 3  2 waiting  since 1970-01-01T00:00:01.000Z\nlake  has rows up to 0  5 waiting  has got nothing yet",
    });
    expect(JSON.parse((await type("siem", "--json")).output)).toEqual([
      { receiver: "siem", row: 3, stopped: null, at: 1_000, waiting: 2 },
    ]);
  });

  it("exits 1 for a stopped receiver, and names the reason and the next command", async () => {
    const { type } = await setUp({ stopped: "It refused the rows with status 400." });

    const { code, output } = await type();

    expect(code).toBe(1);
    expect(output).toContain("stopped: It refused the rows with status 400.");
    expect(output).toContain("toolcourt audit push siem --resume");
  });

  it("resumes where it was, and records the operator", async () => {
    const { type, deliveries, store, rows } = await setUp({ stopped: "It lied." });

    expect(await type("siem", "--resume")).toMatchObject({
      code: 0,
      output: "Rows from 4 on are sent to siem.",
    });
    expect(await deliveries.list()).toMatchObject([{ row: 3, hash: rows[2]?.hash, stopped: null }]);
    expect(JSON.parse((await store.last())?.body ?? "")).toMatchObject({
      kind: "audit.resumed",
      about: { operator: "operator:olga", receiver: "siem", row: 3 },
    });
  });

  it.each([
    ["1", 0],
    ["2", 1],
    ["4", 3],
  ])("sends rows from %s on again", async (from, row) => {
    const { type, deliveries, rows } = await setUp({ stopped: "It forgot rows." });

    expect((await type("siem", "--from", from)).code).toBe(0);

    const hash = row === 0 ? null : rows[row - 1]?.hash;
    expect(await deliveries.list()).toMatchObject([{ row, hash, stopped: null }]);
  });

  it.each([
    [["siem", "--from", "5"], "none is skipped"],
    [["siem", "--from", "x"], "the number of a row"],
    [["--resume"], "Name the receiver"],
    [["lake"], "There is no receiver lake; there are siem."],
  ])("changes nothing for %j", async (args, says) => {
    const { type, deliveries } = await setUp({ stopped: "It lied." });

    const { code, errors } = await type(...args);

    expect(code).toBe(2);
    expect(errors).toContain(says);
    expect(await deliveries.list()).toMatchObject([{ row: 3, stopped: "It lied." }]);
  });

  it("exits 2 without a configured receiver", async () => {
    const { type } = await setUp({}, []);

    expect(await type()).toMatchObject({ code: 2 });
  });
});

import type { OpenedAudit } from "@toolcourt/gateway/internal/compose/operator-stores";
import { link } from "@toolcourt/gateway/internal/governance/audit/chain";
import { loadEdge, saveEdge } from "@toolcourt/gateway/internal/governance/audit/edge-file";
import type { AuditStore } from "@toolcourt/gateway/internal/stores/audit-store";
import { openMemoryStores } from "@toolcourt/gateway/internal/stores/memory/open-memory-stores";
import { auditEntry, auditSigner } from "@toolcourt/testing/audit";
import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { createAuditCommand } from "./command.ts";

const signer = auditSigner();
const lost = { size: 9, hash: "ab".repeat(32), peaks: [Buffer.alloc(32), Buffer.alloc(32)] };

/** Opens a store of three rows beside an edge of nine. */
async function setUp(differences: (store: AuditStore) => Partial<AuditStore> = () => ({})) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openFolder());
  const { audit } = openMemoryStores({ link });
  await audit.append([auditEntry(), auditEntry(), auditEntry()], "committed");
  const store = { ...audit, ...differences(audit) };
  const edgeFile = { path: `${folder.path}/audit.key.edge`, origin: signer.name };
  await saveEdge(edgeFile, lost);
  const opened: OpenedAudit = {
    store,
    signer: async () => signer,
    edgeFileOf: () => edgeFile,
    operator: "operator:olga",
    maxCallMs: 60_000,
    [Symbol.asyncDispose]: async () => undefined,
  };
  const command = createAuditCommand(async () => opened);
  const owned = stack.move();
  return {
    store,
    edge: () => loadEdge(edgeFile),
    accept: (...args: readonly string[]) => run(["audit", "accept", ...args], { command }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

describe("toolcourt audit accept", () => {
  it("records the gap and its reason, and signs the log from there", async () => {
    await using log = await setUp();

    const { code, output } = await log.accept("--reason", "The disk died.");

    expect(code).toBe(0);
    expect(output).toMatch(
      /^Expected: row 9 with hash (ab){32}\. Found: row 3 with hash [0-9a-f]{64}\./,
    );
    const [row] = await log.store.read(4, 1);
    expect(JSON.parse(row?.body ?? "")).toMatchObject({
      kind: "audit.accepted",
      about: {
        operator: "operator:olga",
        reason: "The disk died.",
        expected: { row: 9, hash: lost.hash },
        found: { row: 3 },
      },
    });
    expect((await log.store.checkpoints()).map(({ size }) => size)).toEqual([4]);
    expect(await log.edge()).toMatchObject({ size: 4, hash: row?.hash });
  });

  it("changes nothing without a reason", async () => {
    await using log = await setUp();

    const { code, errors } = await log.accept("--reason", " ");

    expect(code).toBe(2);
    expect(errors).toContain("Say why the store lacks rows");
    expect(await log.store.last()).toMatchObject({ sequence: 3 });
  });

  it("has nothing to do for a store with every signed row", async () => {
    await using log = await setUp();
    await log.accept("--reason", "The disk died.");

    const { code, output } = await log.accept("--reason", "Again.");

    expect([code, output]).toEqual([
      0,
      "The store has every signed row. There is nothing to accept.",
    ]);
    expect(await log.store.last()).toMatchObject({ sequence: 4 });
  });

  it("refuses a store with a broken chain, and leaves the edge as it is", async () => {
    await using log = await setUp((store) => ({
      read: async (from, max) =>
        (await store.read(from, max)).map((row) =>
          row.sequence === 2 ? { ...row, body: "{}" } : row,
        ),
    }));

    const { code, output } = await log.accept("--reason", "The disk died.", "--json");

    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({ kind: "impossible" });
    expect(output).toContain("The first wrong row is 2.");
    expect(await log.store.last()).toMatchObject({ sequence: 3 });
    expect(await log.edge()).toMatchObject({ size: 9 });
  });
});

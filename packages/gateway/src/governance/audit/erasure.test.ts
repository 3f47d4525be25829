import { auditSigner, byteLines } from "@toolcourt/testing/audit";
import { incomingCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import { openMemoryStores } from "../../stores/memory/open-memory-stores.ts";
import { AuditLog } from "./audit-log.ts";
import { createOpenTrail } from "./call-trail.ts";
import { link } from "./chain.ts";
import { Checkpoints } from "./checkpoints.ts";
import { exportLog } from "./export-log.ts";
import { parseVerifier } from "./note.ts";
import { Subjects } from "./subjects.ts";
import { verifyExport } from "./verify-export.ts";

it("leaves a valid log that leads back to no person", async () => {
  const clock = createFakeClock();
  const signer = auditSigner();
  const { audit: store, personal } = openMemoryStores({ link });
  await using checkpoints = new Checkpoints({ store, signer, clock });
  await using log = new AuditLog(store, { clock });
  let ids = 0;
  const newId = (): string => `id-${(ids += 1)}`;
  const subjects = new Subjects({ personal, clock, newId });
  const openTrail = createOpenTrail({ log, clock, subjects });
  const call = incomingCall({ principal: { id: "ada@example.com", permissions: "all" } });
  await openTrail(call).closed(call, { kind: "refused", error: undefined });
  await checkpoints.sign();

  const subject = await subjects.find(call.principal);
  expect(await subjects.erase(subject?.id ?? "", "")).toBe(1);
  await openTrail(call).closed(call, { kind: "refused", error: undefined });
  await checkpoints.sign();

  const lines = await Array.fromAsync(exportLog(store, signer.name));
  const verdict = await verifyExport(byteLines(Buffer.from(`${lines.join("\n")}\n`)), {
    verifiers: [parseVerifier(signer.publicKey)].filter((each) => each !== undefined),
    outside: [],
  });
  expect(verdict).toMatchObject({ kind: "sound", rows: 4, signed: 4 });
  expect(lines.join()).not.toContain("ada");
  expect(lines.flatMap((line) => /"principal":\{"id":"([^"]+)"/.exec(line)?.[1] ?? [])).toEqual([
    "id-1",
    "id-3",
  ]);
});

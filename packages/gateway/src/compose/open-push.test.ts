import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { auditEntry, auditSigner } from "@toolcourt/testing/audit";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it, onTestFinished, vi } from "vitest";
import { openCheckpoint } from "../governance/audit/checkpoint.ts";
import { Checkpoints } from "../governance/audit/checkpoints.ts";
import { parseVerifier } from "../governance/audit/note.ts";
import { openDurableStores } from "./open-durable-stores.ts";
import { openPush } from "./open-push.ts";

const signer = auditSigner();

/** A webhook on loopback that stores all rows. Returns the checkpoints it got. */
async function receive() {
  const notes: string[] = [];
  const server = createServer((request, response) => {
    const { "toolcourt-checkpoint": note } = request.headers;
    if (typeof note === "string") notes.push(Buffer.from(note, "base64").toString());
    void text(request).then((body) => response.end(lastIn(body)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { notes, url: new URL(`http://127.0.0.1:${port}/`) };
}

/** The acknowledgement of all rows. */
function lastIn(body: string): string {
  const [, row, hash] = /"sequence":(\d+),"hash":"(\w+)"[^\n]*\n$/.exec(body) ?? [];
  return JSON.stringify({ row: Number(row), hash });
}

/** A gateway's part in a database file that several share. */
async function openReplica(folder: string, url: URL, holder: string) {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const place = { clock: systemClock, folder };
  const stores = stack.use(await openDurableStores("sqlite:state.db", place));
  const receiver = { name: "siem", kind: "webhook", url, headers: {}, maxRows: 250 } as const;
  const runtime = { ...place, newId: () => holder, random: () => 0, stack, log: () => undefined };
  const push = await openPush(
    [{ ...receiver, format: "rows" }],
    { stores, signer },
    { ...runtime, randomBytes: (size) => Buffer.alloc(size, 1) },
  );
  const waiting = () => push.states()[0]?.waiting;
  return { stores, waiting };
}

it("a webhook gets checkpoints of a replica that does not send", { timeout: 20_000 }, async () => {
  await using folder = await openFolder();
  const { notes, url } = await receive();
  const one = await openReplica(folder.path, url, "one");
  await vi.waitFor(() => expect(one.waiting()).toBe(0), { timeout: 5_000 });
  const two = await openReplica(folder.path, url, "two");
  const checkpoints = new Checkpoints({ store: two.stores.audit, signer, clock: systemClock });
  onTestFinished(() => checkpoints[Symbol.asyncDispose]());
  for (const _ of [1, 2]) {
    await two.stores.audit.append([auditEntry(), auditEntry()], "committed");
    await checkpoints.sign();
  }
  await vi.waitFor(() => expect(notes).not.toEqual([]), { timeout: 10_000 });
  await two.stores.audit.append([auditEntry()], "committed");
  await vi.waitFor(
    async () => expect(await one.stores.deliveries.list()).toMatchObject([{ row: 5 }]),
    { timeout: 10_000 },
  );

  const verifier = parseVerifier(signer.publicKey);
  const sizes = notes.map((note) => openCheckpoint(note, verifier ? [verifier] : [])?.size);
  expect(two.waiting()).toBeUndefined();
  expect(sizes.at(-1)).toBe(4);
});

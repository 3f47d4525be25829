import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { approvalRig, proposal } from "@toolcourt/testing/approvals";
import { auditSigner } from "@toolcourt/testing/audit";
import { createAuthority } from "@toolcourt/testing/certificate";
import { type MailServerOptions, openMailServer } from "@toolcourt/testing/mail-server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { NotifyConfig } from "../config/notify.ts";
import { noteOf } from "../governance/audit/call-entries.ts";
import { link } from "../governance/audit/chain.ts";
import { parseVerifier } from "../governance/audit/note.ts";
import { noticeText } from "../governance/audit/push-batch.ts";
import { openMemoryStores } from "../stores/memory/open-memory-stores.ts";
import { openNotices } from "./open-notices.ts";

const signer = auditSigner();

/** A webhook on loopback that answers with these statuses in turn; the last one repeats. */
async function receive(...statuses: readonly number[]) {
  return receiveBy(async (count) => statuses[count - 1] ?? statuses.at(-1) ?? 200);
}

/** The same for statuses that depend on the number of the request, and come when they come. */
async function receiveBy(statusOf: (count: number) => Promise<number>) {
  const got: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      got.push({ headers: request.headers, body });
      return response.writeHead(await statusOf(got.length)).end("ok");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { got, url: new URL(`http://127.0.0.1:${port}/hook`) };
}

const certificate = createAuthority().issue("localhost");
const from = "gateway@example.com";
const to = ["gone@example.com", "ops@example.com"];

/** A mail server on loopback, without TLS. */
async function receiveMail(options: Pick<MailServerOptions, "answers" | "beforeRecipient">) {
  const server = await openMailServer({ certificate, tls: "none", ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { server, url: new URL(`smtp://127.0.0.1:${server.port}`) };
}

/** A clock that runs ten times as fast. */
function createFastClock(): Clock {
  const start = systemClock.now();
  return {
    now: () => start + (systemClock.now() - start) * 10,
    monotonic: () => systemClock.monotonic() * 10,
    sleep: (ms, signal) => systemClock.sleep(ms / 10, signal),
  };
}

function setUp(url: URL, kind: NotifyConfig["kind"] = "webhook", clock: Clock = systemClock) {
  const stores = openMemoryStores({ link });
  const config: NotifyConfig = { name: "ops", kind, url, headers: {}, from, to };
  /** Adds a request and its row, as the stage does. */
  const ask = async (
    expiresAt = systemClock.now() + 60_000,
    tool = "transfer",
  ): Promise<string> => {
    const made = await approvalRig().approvals.request(proposal({ tool }));
    if (made.kind !== "open") throw new Error("It was not requested.");
    const at = systemClock.now();
    const approval = { ...made.approval, fingerprint: tool, createdAt: at, expiresAt };
    const { id } = approval;
    const moment = { at, monotonic: 0 };
    const entry = noteOf({ kind: "approval.requested", moment, about: { id } });
    await stores.approvals.add(approval, { max: 10, entry });
    return id;
  };
  const logged: string[] = [];
  const open = async (holder: string) => {
    const stack = new AsyncDisposableStack();
    onTestFinished(() => stack.disposeAsync());
    return openNotices(
      [config],
      { stores, signer },
      {
        clock,
        newId: () => holder,
        random: () => 0,
        randomBytes: (size) => Buffer.alloc(size, 1),
        log: (event) => void logged.push(event),
        stack,
        folder: ".",
      },
    );
  };
  return { stores, ask, open, logged };
}

describe("notices about requests for approval", { timeout: 20_000 }, () => {
  it("are sent once by two gateways, signed with the key of the log", async () => {
    const { got, url } = await receive(200);
    const { ask, open } = setUp(url);
    const counts = [await open("one"), await open("two")];
    const ids = [await ask(undefined, "one"), await ask(undefined, "two")];

    await vi.waitFor(() => expect(got).toHaveLength(2), { timeout: 10_000 });
    await systemClock.sleep(2_500);

    expect(got.map(({ headers }) => headers["toolcourt-notice"])).toEqual(ids);
    expect(counts.flatMap((each) => each()).reduce((sum, { sent }) => sum + sent, 0)).toBe(2);
    const { "toolcourt-timestamp": seconds, "toolcourt-signature": signature } =
      got[0]?.headers ?? {};
    const signed = noticeText("ops", Number(seconds), got[0]?.body ?? "");
    const note = `${signed}\n— ${signer.name} ${String(signature)}\n`;
    expect(parseVerifier(signer.publicKey)?.open(note)).toBe(signed);
  });

  it("are sent once to a slow receiver, which takes longer for all of them than a lease", async () => {
    let late = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + late };
    const { got, url } = await receiveBy(async () => {
      await systemClock.sleep(250);
      late += 7_000;
      return 200;
    });
    const { ask, open } = setUp(url, "webhook", clock);
    const names = Array.from({ length: 10 }, (_, index) => `tool-${index}`);
    const ids: string[] = [];
    for (const name of names) ids.push(await ask(systemClock.now() + 600_000, name));
    const counts = [await open("one"), await open("two")];
    const sent = (): number =>
      counts.flatMap((each) => each()).reduce((sum, each) => sum + each.sent, 0);

    await vi.waitFor(() => expect(sent()).toBeGreaterThanOrEqual(10), { timeout: 15_000 });
    await systemClock.sleep(1_500);

    expect(got.map(({ headers }) => headers["toolcourt-notice"])).toEqual(ids);
  });

  it("are sent again after a failure, which is logged and counted", async () => {
    const { got, url } = await receive(403, 500, 200);
    const { ask, open, logged } = setUp(url, "slack");
    const counts = await open("one");
    await ask();

    await vi.waitFor(() => expect(counts()).toMatchObject([{ sent: 1, failed: 2 }]), {
      timeout: 10_000,
    });
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
    await vi.waitFor(() =>
      expect(logged).toEqual(["approval.notice-failed", "approval.notice-recovered"]),
    );
  });

  it("are sent once by mail, also if the server is slower than what is left of a lease", async () => {
    const { server, url } = await receiveMail({ beforeRecipient: () => systemClock.sleep(850) });
    const { ask, open, logged } = setUp(url, "email", createFastClock());
    const counts = [await open("one"), await open("two")];
    // The lease has about 16 of its 30 seconds left, and both recipients take 17.
    await systemClock.sleep(1_400);
    await ask(systemClock.now() + 600_000);

    await vi.waitFor(() => expect(server.mails).not.toEqual([]), { timeout: 15_000 });
    await systemClock.sleep(2_500);

    expect(server.mails.map((mail) => mail.to)).toEqual([to]);
    const all = counts.flatMap((each) => each());
    expect(all.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
    expect(logged).not.toContain("approval.address-refused");
  });

  it("reach the other addresses of a mail if one is refused for good, which is counted", async () => {
    const answers = { [`RCPT TO:<${to[0]}>`]: "550 no such user" };
    const { server, url } = await receiveMail({ answers });
    const { ask, open, logged } = setUp(url, "email");
    const counts = await open("one");
    await ask(undefined, "first");
    await ask(undefined, "second");

    await vi.waitFor(() => expect(server.mails).toHaveLength(2), { timeout: 10_000 });

    expect(server.mails.map((mail) => mail.to)).toEqual([[to[1]], [to[1]]]);
    await vi.waitFor(() => expect(counts()).toMatchObject([{ sent: 2, failed: 0, refused: 2 }]));
    expect(logged).toEqual(["approval.address-refused", "approval.address-refused"]);
  });

  it("are not sent for requests that are over, and do not hold up later ones", async () => {
    const { got, url } = await receive(200);
    const { stores, ask, open } = setUp(url);
    await ask(systemClock.now() - 1, "expired");
    const denied = await ask(undefined, "denied");
    const decision = { by: "olga", at: systemClock.now(), to: "denied" } as const;
    const moment = { at: systemClock.now(), monotonic: 0 };
    const entry = noteOf({ kind: "approval.decided", moment, about: { id: denied } });
    await stores.approvals.decide(denied, decision, entry);
    const waits = await ask(undefined, "waits");
    await open("one");

    await vi.waitFor(() => expect(got).toHaveLength(1), { timeout: 10_000 });

    expect(got[0]?.headers["toolcourt-notice"]).toBe(waits);
  });
});

import { isJsonObject, own, parseJson } from "@toolcourt/sdk";
import { EgressFailure } from "../boundary/egress/egress-failure.ts";
import { createSendMail, type RefusedRecipient } from "../boundary/egress/send-mail.ts";
import { type NotifyConfig, noticeCursor } from "../config/notify.ts";
import {
  mailOf,
  type Notice,
  noticeOf,
  slackOf,
  teamsOf,
  webhookOf,
} from "../governance/approvals/notice.ts";
import type { Signer } from "../governance/audit/note.ts";
import { noticeText, type SendBatch } from "../governance/audit/push-batch.ts";
import { signatureIn } from "../governance/audit/push-over-http.ts";
import { PushRows } from "../governance/audit/push-rows.ts";
import type { ApprovalStore, StoredApproval } from "../stores/approval-store.ts";
import type { AuditRow } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import { readCertificates } from "./open-egress.ts";
import { createPost, type PushRuntime } from "./open-push.ts";

/** How many notices a receiver got from this process, and how many attempts failed. */
export interface NoticeCounts {
  readonly receiver: string;
  readonly sent: number;
  readonly failed: number;
  /** Addresses without a notice that others got. */
  readonly refused: number;
}

/** What became of a notice. Failures are in our own words. */
type Delivered =
  | { readonly kind: "sent"; readonly refused: readonly RefusedRecipient[] }
  | { readonly kind: "failed"; readonly because: string };

/** Sends one notice. Rejects only if the signal aborts. */
type Deliver = (notice: Notice, signal: AbortSignal) => Promise<Delivered>;

const rowsAtOnce = 250;

/**
 * Tells each receiver about new requests for approval. The audit log is the queue, as for
 * `audit.push`: a request is a row of it. So no call waits, and the cursor and its lease let one
 * process send each notice.
 */
export async function openNotices(
  receivers: readonly NotifyConfig[],
  { stores, signer }: { readonly stores: DurableStores; readonly signer: Signer },
  runtime: PushRuntime,
): Promise<() => readonly NoticeCounts[]> {
  const { clock, random, log, stack } = runtime;
  const holder = runtime.newId();
  const ready = await Promise.all(
    receivers.map(async (each) => ({
      ...each,
      deliver: await createDeliver(each, signer, runtime),
    })),
  );
  const counted = ready.map(({ name, link, deliver }) => {
    const counts = { receiver: name, sent: 0, failed: 0, refused: 0 };
    const counting: Deliver = async (notice, signal) => {
      const delivered = await deliver(notice, signal);
      counts[delivered.kind] += 1;
      for (const { index, status } of delivered.kind === "sent" ? delivered.refused : []) {
        counts.refused += 1;
        log("approval.address-refused", { receiver: name, address: index + 1, status });
      }
      return delivered;
    };
    const send = createNotify({ approvals: stores.approvals, clock, link, deliver: counting });
    const told = {
      onFailed: (_cursor: string, because: string) =>
        log("approval.notice-failed", { receiver: name, because }),
      onRecovered: () => log("approval.notice-recovered", { receiver: name }),
      // Only a log that does not continue stops notices.
      onStopped: ({ stopped: because }: { readonly stopped: string }) =>
        log("approval.notice-failed", { receiver: name, because }),
    };
    const places = { store: stores.audit, deliveries: stores.deliveries, origin: signer.name };
    const deps = { ...places, ...told, clock, random, holder };
    stack.use(new PushRows({ name: noticeCursor(name), maxRows: rowsAtOnce, send }, deps));
    return counts;
  });
  return () => counted.map((counts) => ({ ...counts }));
}

interface NotifyDeps extends Pick<PushRuntime, "clock"> {
  readonly approvals: Pick<ApprovalStore, "find">;
  readonly link: string | undefined;
  readonly deliver: Deliver;
}

/**
 * Takes rows of the log up to the first request that still waits, and sends a notice for it: the
 * cursor moves after each notice, so slow receivers outlast no lease. No refusal stops a receiver:
 * a request that is decided or has expired is passed over.
 */
function createNotify({ approvals, clock, link, deliver }: NotifyDeps): SendBatch {
  const waitingIn = async ({ body }: AuditRow): Promise<StoredApproval | undefined> => {
    const id = requestedIn(body);
    const approval = id === undefined ? undefined : await approvals.find(id);
    const waits = approval?.state === "pending" && approval.expiresAt > clock.now();
    return waits ? approval : undefined;
  };
  return async ({ rows, after, previous }, signal) => {
    let done = { row: after, hash: previous };
    for (const row of rows) {
      const approval = await waitingIn(row);
      const delivered = approval && (await deliver(noticeOf(approval, link), signal));
      if (delivered?.kind === "failed") {
        if (done.row === after) return { kind: "later", because: delivered.because };
        break;
      }
      done = { row: row.sequence, hash: row.hash };
      if (approval !== undefined) break;
    }
    return { kind: "stored", ...done };
  };
}

/** Returns the id of the request that a row records. */
function requestedIn(body: string): string | undefined {
  // Most rows are about calls: they need not be parsed.
  if (!body.includes('"kind":"approval.requested"')) return undefined;
  const entry = parseJson(body);
  const about = isJsonObject(entry) && own(entry, "about");
  const id = isJsonObject(about) ? own(about, "id") : undefined;
  return typeof id === "string" ? id : undefined;
}

const shapes = { webhook: webhookOf, slack: slackOf, teams: teamsOf } as const;

async function createDeliver(
  receiver: NotifyConfig,
  signer: Signer,
  runtime: PushRuntime,
): Promise<Deliver> {
  const { kind, name } = receiver;
  if (kind === "email") return createDeliverMail(receiver, runtime);
  const post = createPost(receiver, runtime);
  return async (notice, signal) => {
    const body = JSON.stringify(shapes[kind](notice));
    const signed = kind === "webhook" ? signedHeaders({ name, notice, body }, signer, runtime) : {};
    const headers = { "content-type": "application/json", ...signed };
    const posted = await post({ body, headers, signal });
    if (posted.kind === "failed") return { kind: "failed", because: posted.because };
    return { kind: "sent", refused: [] };
  };
}

function signedHeaders(
  { name, notice, body }: { readonly name: string; readonly notice: Notice; readonly body: string },
  signer: Signer,
  { clock }: PushRuntime,
): Readonly<Record<string, string>> {
  const seconds = Math.floor(clock.now() / 1_000);
  const note = signer.sign(noticeText(name, seconds, body));
  return {
    "toolcourt-receiver": name,
    "toolcourt-notice": notice.id,
    "toolcourt-timestamp": String(seconds),
    "toolcourt-signature": signatureIn(note),
  };
}

const mailPorts = { "smtps:": 465, "smtp:": 587 } as const;

async function createDeliverMail(
  { name, url, from, to, username, password, caFile }: NotifyConfig,
  { clock, lookup, folder }: PushRuntime,
): Promise<Deliver> {
  const key = `approvals.notify (${name}) ca_file`;
  const ca = caFile && (await readCertificates(caFile, folder, key));
  const isSecure = url.protocol === "smtps:";
  const port = url.port === "" ? mailPorts[isSecure ? "smtps:" : "smtp:"] : Number(url.port);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const login =
    username === undefined || password === undefined ? undefined : { username, password };
  const server = { host, port, tls: isSecure ? "start" : "upgrade", login } as const;
  const send = createSendMail(server, { ca }, { clock, lookup });
  return async (notice, signal) => {
    try {
      const message = mailOf(notice, { from, to, at: clock.now() });
      return { kind: "sent", refused: await send({ from, to, message }, signal) };
    } catch (error) {
      return { kind: "failed", because: whyNoMail(error) };
    }
  };
}

function whyNoMail(error: unknown): string {
  if (!(error instanceof EgressFailure)) return "The connection failed.";
  const { status } = error.details;
  return status === undefined ? error.message : `The mail server answered ${status}.`;
}

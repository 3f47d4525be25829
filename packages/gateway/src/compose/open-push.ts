import type { Runtime } from "@toolcourt/contracts/internal/kernel/runtime";
import { type Lookup, systemLookup } from "../boundary/egress/address.ts";
import { EgressFailure } from "../boundary/egress/egress-failure.ts";
import { openEgress } from "../boundary/egress/open-egress.ts";
import { readUrl } from "../boundary/egress/read-url.ts";
import { createSendStream } from "../boundary/egress/send-stream.ts";
import { createHoldSecret } from "../boundary/secrets/secret.ts";
import type { PushConfig } from "../config/audit-push.ts";
import type { Signer } from "../governance/audit/note.ts";
import { bodies, type SendBatch } from "../governance/audit/push-batch.ts";
import {
  createOtlpSend,
  createWebhookSend,
  type Post,
} from "../governance/audit/push-over-http.ts";
import { createSyslogSend, type SendStream } from "../governance/audit/push-over-syslog.ts";
import { PushRows, type PushState } from "../governance/audit/push-rows.ts";
import type { AppendedRow } from "../stores/audit-store.ts";
import type { DurableStores } from "../stores/durable-stores.ts";
import type { Logger } from "../telemetry/events.ts";
import { readCertificates } from "./open-egress.ts";
import { readKey } from "./read-tls.ts";

export interface PushRuntime extends Pick<Runtime, "clock" | "newId"> {
  readonly log: Logger["log"];
  readonly stack: AsyncDisposableStack;
  readonly random: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Default: the system resolver. */
  readonly lookup?: Lookup | undefined;
  /** CA certificates to trust in addition to the default ones. Default: none. */
  readonly ca?: string | undefined;
  /** Base of relative paths. */
  readonly folder: string;
}

export interface OpenPush {
  readonly appended: (rows: readonly AppendedRow[]) => void;
  readonly states: () => readonly PushState[];
}

/** Sends the log to each configured receiver. */
export async function openPush(
  receivers: readonly PushConfig[],
  { stores, signer }: { readonly stores: DurableStores; readonly signer: Signer },
  runtime: PushRuntime,
): Promise<OpenPush> {
  const { clock, random, log, stack } = runtime;
  const holder = runtime.newId();
  const ready = await Promise.all(
    receivers.map(async (each) => ({ ...each, send: await createSend(each, signer, runtime) })),
  );
  const pushes = ready.map(({ name, kind, maxRows, send }) => {
    return stack.use(
      new PushRows(
        { name, maxRows, send, takesCheckpoints: kind === "webhook" },
        {
          store: stores.audit,
          deliveries: stores.deliveries,
          clock,
          random,
          holder,
          origin: signer.name,
          onFailed: (receiver, because) => log("audit.push-failed", { receiver, because }),
          onRecovered: (receiver) => log("audit.push-recovered", { receiver }),
          onStopped: ({ receiver, row, stopped }) =>
            log("audit.push-stopped", { receiver, row, because: stopped }),
        },
      ),
    );
  });
  return {
    appended: (rows) => {
      for (const push of pushes) push.appended(rows);
    },
    states: () => pushes.map(({ state }) => state),
  };
}

async function createSend(
  receiver: PushConfig,
  signer: Signer,
  runtime: PushRuntime,
): Promise<SendBatch> {
  const { kind, format } = receiver;
  if (kind === "syslog") {
    return createSyslogSend({
      stream: await createStream(receiver, runtime),
      bodyOf: bodies[format],
    });
  }
  const post = createPost(receiver, runtime);
  if (kind === "otlp") return createOtlpSend({ post });
  return createWebhookSend({ post, signer, format, clock: runtime.clock });
}

/** The port of syslog over TLS (RFC 5425). */
const syslogPort = 6_514;

async function createStream(
  { name, url, caFile, certFile, keyFile }: PushConfig,
  { folder, clock, lookup }: PushRuntime,
): Promise<SendStream> {
  const read = async (key: string, file: string | undefined): Promise<string | undefined> =>
    file && readCertificates(file, folder, `audit.push (${name}) ${key}`);
  const keyName = `audit.push (${name}) key_file`;
  const tls = {
    ca: await read("ca_file", caFile),
    cert: await read("cert_file", certFile),
    key: keyFile && (await readKey(keyFile, folder, keyName)).pem,
  };
  const port = url.port === "" ? syslogPort : Number(url.port);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const send = createSendStream({ host, port }, tls, { clock, lookup });
  return async (bytes, signal) => {
    try {
      await send(bytes, signal);
      return undefined;
    } catch (error) {
      return error instanceof EgressFailure ? error.message : "The connection failed.";
    }
  };
}

/** Shorter than the lease, so that a late answer comes from the holder. */
const deadlineMs = 10_000;
const options = {
  gateway: { kind: "none" },
  redirects: "refused",
  // The cursor decides what is sent again, not the request.
  retry: { attempts: 1, maxWaitMs: 0, budget: { retries: 1, perMs: 60_000 } },
  limits: {
    maxPayloadBytes: 32 * 1024 * 1024,
    maxResponseBytes: 64 * 1024,
    deadlineMs,
    connections: 1,
  },
} as const;

/** Posts to the address of one receiver, and to nothing else. */
export function createPost(
  { url, headers: own }: Pick<PushConfig, "url" | "headers">,
  { clock, random, randomBytes, lookup = systemLookup, ca, stack }: PushRuntime,
): Post {
  const reading = readUrl(url.href);
  const rule = { methods: ["POST"], addresses: "any" } as const;
  const hosts =
    reading.kind === "unreadable"
      ? []
      : [{ scheme: reading.scheme, host: reading.host, port: reading.port, ...rule }];
  const egress = stack.use(
    openEgress({ ...options, policy: { hosts }, ca }, { clock, random, lookup }),
  );
  const hold = createHoldSecret(randomBytes(32));
  const held = Object.entries(own).map(([name, text]) => [name, hold(text)] as const);
  const credential = { headers: Object.fromEntries(held), origins: [url.origin] };
  return async ({ body, headers, signal }) => {
    try {
      const request = { method: "POST", url: url.href, headers, credential, body, signal };
      const answer = await egress.request(request);
      return { kind: "answered", body: Buffer.from(answer.body).toString("utf8") };
    } catch (error) {
      if (!(error instanceof EgressFailure)) {
        return { kind: "failed", status: undefined, because: "The request was aborted." };
      }
      const { status, retryAfterMs: waitMs } = error.details;
      return { kind: "failed", status, because: error.message, waitMs };
    }
  };
}

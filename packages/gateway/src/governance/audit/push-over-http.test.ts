import { auditSigner } from "@toolcourt/testing/audit";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { link } from "./chain.ts";
import { parseVerifier } from "./note.ts";
import { type Batch, signedText } from "./push-batch.ts";
import {
  createOtlpSend,
  createWebhookSend,
  type Post,
  type Posted,
  type WebhookDeps,
} from "./push-over-http.ts";

const signer = auditSigner();
const body = '{"at":1793491200000,"kind":"gateway.started"}';
const row = { sequence: 1, body, hash: link(undefined, body).hash };
const start = { after: 0, previous: undefined, mayRepeat: false };
const batch: Batch = { origin: signer.name, receiver: "siem", rows: [row], ...start };

function posting(posted: Posted) {
  const requests: Parameters<Post>[0][] = [];
  const post: Post = async (request) => {
    requests.push(request);
    return posted;
  };
  return { post, requests };
}

async function webhook(
  posted: Posted,
  { format, ...differences }: Partial<Batch> & Pick<WebhookDeps, "format"> = {},
) {
  const { post, requests } = posting(posted);
  const send = createWebhookSend({
    post,
    signer,
    clock: createFakeClock(),
    ...(format && { format }),
  });
  const sent = await send({ ...batch, ...differences }, new AbortController().signal);
  return { sent, requests };
}

async function otlp(posted: Posted) {
  const { post, requests } = posting(posted);
  return { sent: await createOtlpSend({ post })(batch, new AbortController().signal), requests };
}

const answered = (text: string): Posted => ({ kind: "answered", body: text });
const failed = (status?: number): Posted => ({ kind: "failed", status, because: "It failed." });

describe("a webhook", () => {
  it("gets the lines of an export, with a signature of the log's key over them", async () => {
    const { requests } = await webhook(answered("{}"));

    const [request] = requests;
    const lines = `{"format":"toolcourt-audit-v1","origin":"${signer.name}"}\n{"sequence":1,"hash":"${row.hash}","body":${body}}\n`;
    expect(request?.body).toBe(lines);
    expect(request?.headers).toMatchObject({
      "toolcourt-receiver": "siem",
      "toolcourt-rows": "1-1",
    });
    const seconds = Number(request?.headers["toolcourt-timestamp"]);
    const text = signedText("siem", seconds, lines);
    const note = `${text}\n— ${signer.name} ${request?.headers["toolcourt-signature"]}\n`;
    expect(parseVerifier(signer.publicKey)?.open(note)).toBe(text);
    expect(parseVerifier(signer.publicKey)?.open(note.replace("siem", "soar"))).toBeUndefined();
  });

  it("gets a new checkpoint, and a mark on rows that it may have", async () => {
    const note = signer.sign("toolcourt/test\n1\nroot\n");
    const differences = { mayRepeat: true, checkpoint: { size: 1, note } };
    const { requests } = await webhook(answered("{}"), differences);
    const { requests: plain } = await webhook(answered("{}"));

    const { "toolcourt-checkpoint": sent = "", "toolcourt-repeat": repeat } =
      requests[0]?.headers ?? {};
    expect(Buffer.from(sent, "base64").toString()).toBe(note);
    expect(repeat).toBe("possible");
    expect(plain[0]?.headers).not.toHaveProperty("toolcourt-checkpoint");
    expect(plain[0]?.headers).not.toHaveProperty("toolcourt-repeat");
  });

  it("gets OCSF events, one in a line", async () => {
    const { requests } = await webhook(answered("{}"), { format: "ocsf" });

    const lines = (requests[0]?.body ?? "").trimEnd().split("\n");
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { class_uid: 6002, activity_id: 3, metadata: { sequence: 1, uid: row.hash }, raw_data: body },
    ]);
  });

  it("acknowledges by the last row it has stored and the hash of that row", async () => {
    const { sent } = await webhook(answered(`{"row":1,"hash":"${row.hash}"}`));

    expect(sent).toEqual({ kind: "stored", row: 1, hash: row.hash });
  });

  it.each(["", "OK", "[]", "{}", '{"row":"1"}', '{"row":-1}', '{"row":1.5}', '{"row":1e99}'])(
    "is refused without a readable acknowledgement: %j",
    async (text) => {
      expect((await webhook(answered(text))).sent).toMatchObject({ kind: "refused" });
    },
  );

  it.each([undefined, 408, 429, 500, 502, 503, 504, 507])(
    "gets the rows again later after %s",
    async (status) => {
      expect((await webhook(failed(status))).sent).toMatchObject({ kind: "later" });
    },
  );

  it.each([301, 400, 401, 403, 404, 409, 410, 413, 422, 501])(
    "is stopped instead of skipped after %s",
    async (status) => {
      const because = `It refused the rows with status ${status}.`;
      expect((await webhook(failed(status))).sent).toEqual({ kind: "refused", because });
    },
  );
});

describe("an OTLP receiver", () => {
  it("gets each row as a log record with its number and hash", async () => {
    const { sent, requests } = await otlp(answered("{}"));

    expect(sent).toEqual({ kind: "stored", row: 1, hash: row.hash });
    const record = {
      timeUnixNano: "1793491200000000000",
      observedTimeUnixNano: "1793491200000000000",
      severityNumber: 9,
      severityText: "INFO",
      eventName: "toolcourt.gateway.started",
      body: { stringValue: body },
      attributes: [
        { key: "toolcourt.audit.row", value: { intValue: "1" } },
        { key: "toolcourt.audit.hash", value: { stringValue: row.hash } },
      ],
    };
    expect(JSON.parse(requests[0]?.body ?? "")).toMatchObject({
      resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }],
    });
  });

  it.each([
    ['{"partialSuccess":{"rejectedLogRecords":"1"}}', "It rejected 1 of 1 rows."],
    ['{"partialSuccess":{"rejectedLogRecords":2}}', "It rejected another number of rows"],
    ['{"partialSuccess":{"rejectedLogRecords":-1}}', "It rejected another number of rows"],
  ])("is stopped by a partial success: %s", async (text, because) => {
    const { sent } = await otlp(answered(text));

    expect(sent.kind === "refused" ? sent.because : "").toContain(because);
  });

  it.each(['{"partialSuccess":{}}', '{"partialSuccess":{"errorMessage":"slow down"}}', ""])(
    "accepts all rows by a success without rejections: %j",
    async (text) => {
      expect((await otlp(answered(text))).sent).toMatchObject({ kind: "stored", row: 1 });
    },
  );

  it.each(["<html><body>Sign in</body></html>", "OK", "[]", "null"])(
    "is stopped by an answer that is none of OTLP: %j",
    async (text) => {
      const because = "It answered with something else than an answer of OTLP.";
      expect((await otlp(answered(text))).sent).toEqual({ kind: "refused", because });
    },
  );

  it("gets the rows again later if it is busy", async () => {
    expect((await otlp(failed(503))).sent).toMatchObject({ kind: "later" });
  });
});

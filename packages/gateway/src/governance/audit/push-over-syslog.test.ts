import { once } from "node:events";
import { createServer as createPlainServer, type Server } from "node:net";
import { Duplex } from "node:stream";
import { createServer, TLSSocket } from "node:tls";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { type Certificate, createAuthority } from "@toolcourt/testing/certificate";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSendStream, type StreamTls } from "../../boundary/egress/send-stream.ts";
import { leafOf, link, linkOf } from "./chain.ts";
import { type Batch, bodies } from "./push-batch.ts";
import { createSyslogSend, maxMessageBytes } from "./push-over-syslog.ts";

const authority = createAuthority();
const certificate: Certificate = authority.issue("localhost");

function batchOf(texts: readonly string[], differences: Partial<Batch> = {}): Batch {
  let previous = "ab".repeat(32);
  const [first, ...others] = texts.map((body, index) => {
    previous = link(previous, body).hash;
    return { sequence: index + 8, body, hash: previous };
  });
  if (first === undefined) throw new Error("A batch has rows.");
  const place = { after: 7, previous: "ab".repeat(32), mayRepeat: false };
  return {
    origin: "toolcourt/test",
    receiver: "siem",
    rows: [first, ...others],
    ...place,
    ...differences,
  };
}

const body = '{"at":1793491200123,"kind":"gateway.started"}';

/** A syslog receiver over TLS. `behave` handles a connection; default: it reads until the end. */
async function receive(
  behave: (socket: TLSSocket) => void = () => undefined,
  options: object = {},
) {
  const received: Buffer[] = [];
  const server = createServer({ ...certificate, ...options }, (socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => received.push(chunk));
    behave(socket);
  });
  server.on("tlsClientError", () => undefined);
  return { ...(await sending(server)), text: () => Buffer.concat(received).toString() };
}

/** Sends batches to a server. */
async function sending(server: Server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const send = async (
    batch: Batch,
    tls: StreamTls = { ca: authority.cert },
    host = "localhost",
  ) => {
    const stream = createSendStream({ host, port }, tls, {
      clock: systemClock,
      lookup: async () => ["127.0.0.1"],
    });
    const deliver = createSyslogSend({
      stream: async (bytes, signal) =>
        stream(bytes, signal).then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : "?"),
        ),
      bodyOf: bodies.rows,
    });
    return deliver(batch, new AbortController().signal);
  };
  return { send };
}

/** A process that ends TLS in order while it stops. Its system resets what it has not read. */
function stoppingServer(): Server {
  return createPlainServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined);
    const carrier = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _, done) => void socket.write(chunk, done),
      final: (done) => done(),
    });
    socket.on("data", (chunk) => carrier.push(chunk));
    const secure = new TLSSocket(carrier, { ...certificate, isServer: true });
    secure.on("error", () => undefined);
    // The end of TLS leaves before the reset.
    carrier.on("finish", () => void systemClock.sleep(50).then(() => socket.resetAndDestroy()));
    secure.once("secure", () => void systemClock.sleep(600).then(() => secure.end()));
  });
}

/** Takes frames apart by their lengths. */
function messagesIn(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const messages: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(" ", at);
    const end = space + 1 + Number(bytes.subarray(at, space).toString());
    messages.push(bytes.subarray(space + 1, end).toString());
    at = end;
  }
  return messages;
}

describe("a syslog receiver", () => {
  it("gets each row in a frame, with its number, hash and the hash before", async () => {
    const batch = batchOf([body, '{"at":1793491200124,"kind":"tool.drifted","é":"ü"}']);
    const { send, text } = await receive();

    const sent = await send(batch);

    expect(sent).toEqual({ kind: "stored", row: 9, hash: batch.rows[1]?.hash });
    const [first = "", second = ""] = messagesIn(text());
    const { hash } = batch.rows[0];
    const leaf = leafOf(body).toString("hex");
    expect(first).toBe(
      `<110>1 2026-11-01T00:00:00.123Z - toolcourt - gateway.started [toolcourt@32473 origin="toolcourt/test" receiver="siem" row="8" hash="${hash}" previous="${"ab".repeat(32)}" leaf="${leaf}"] ${body}`,
    );
    expect(second).toContain(`row="9" hash="${batch.rows[1]?.hash}" previous="${hash}"`);
    expect(second.endsWith('"é":"ü"}')).toBe(true);
  });

  it("gets names escaped, and rows that it may have marked", async () => {
    const { send, text } = await receive();

    await send(batchOf([body], { receiver: 'a"b\\c]d\n<0>1 - forged', mayRepeat: true }));

    expect(messagesIn(text())).toHaveLength(1);
    expect(text()).toContain('receiver="a\\"b\\\\c\\]d?<0>1 - forged"');
    expect(text()).toContain(' repeat="possible"]');
  });

  it("gets a long row cut between characters, and can still follow the chain", async () => {
    const long = `{"kind":"x","t":"${"é".repeat(6_000)}"}`;
    const batch = batchOf([long]);
    const { send, text } = await receive();

    await send(batch);

    const [message = ""] = messagesIn(text());
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(maxMessageBytes);
    expect(Buffer.byteLength(message)).toBeGreaterThan(maxMessageBytes - 4);
    expect(message).toContain(' cut="true"]');
    expect(message).not.toContain("\u{fffd}");
    const leaf = / leaf="(?<leaf>[0-9a-f]{64})"/.exec(message)?.[1] ?? "";
    expect(linkOf("ab".repeat(32), Buffer.from(leaf, "hex"))).toBe(batch.rows[0].hash);
  });

  it.each([
    ["closes at once", (socket: TLSSocket) => void socket.end()],
    [
      "closes before our end",
      (socket: TLSSocket) => void systemClock.sleep(100).then(() => socket.end()),
    ],
    [
      "resets the connection",
      (socket: TLSSocket) => void socket.once("data", () => socket.destroy()),
    ],
  ])("has stored nothing for certain if it %s", async (_, behave) => {
    const { send } = await receive(behave);

    expect(await send(batchOf([body]))).toMatchObject({ kind: "later" });
  });

  it("has stored nothing for certain if it stops, and ends TLS in order before", async () => {
    const { send } = await sending(stoppingServer());

    expect(await send(batchOf([body]))).toMatchObject({ kind: "later" });
  });

  it("has stored nothing for certain if it reads and never closes", {
    timeout: 20_000,
  }, async () => {
    const { send } = await receive(() => undefined, { allowHalfOpen: true });

    const sent = await send(batchOf([body]));

    expect(sent).toMatchObject({ kind: "later" });
  });

  it("is not sent to without a certificate of its name", async () => {
    const { send, text } = await receive();

    const sent = [
      await send(batchOf([body]), {}),
      await send(batchOf([body]), { ca: authority.cert }, "other.example"),
    ];

    const because = "The TLS certificate of the target could not be verified.";
    expect(sent).toEqual([
      { kind: "later", because },
      { kind: "later", because },
    ]);
    expect(text()).toBe("");
  });

  it("may ask for a client certificate", async () => {
    const asking = { requestCert: true, rejectUnauthorized: true, ca: authority.cert };
    const { send } = await receive(() => undefined, asking);
    const client = authority.issue("gateway.example");

    const withIt = await send(batchOf([body]), { ca: authority.cert, ...client });
    const without = await send(batchOf([body]));

    expect(withIt).toMatchObject({ kind: "stored" });
    expect(without).toMatchObject({ kind: "later" });
  });
});

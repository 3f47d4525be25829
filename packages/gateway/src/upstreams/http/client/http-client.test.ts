import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type Clock, systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createCertificate } from "@toolcourt/testing/certificate";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import { createOriginAgent, createOriginConnector } from "../../../boundary/egress/connector.ts";
import { HttpClient } from "./http-client.ts";
import { HttpExchange } from "./http-exchange.ts";
import type { ResponseHead } from "./response-head.ts";

const headers = { "content-type": "application/json", "Mcp-Param-A": "\xe4" };

/** An exchange that collects its response. */
class Posted extends HttpExchange {
  readonly #ended = Promise.withResolvers<{ readonly status: number; readonly body: string }>();
  readonly ended = this.#ended.promise;
  #status = 0;
  #body = "";

  constructor(body = "{}", given: Readonly<Record<string, string>> = headers) {
    super(given, body);
    this.ended.catch(() => undefined);
  }

  override onHead({ status }: ResponseHead): void {
    this.#status = status;
  }

  override onBody(chunk: Buffer): void {
    this.#body += chunk.toString();
  }

  protected override onEnd(): void {
    this.#ended.resolve({ status: this.#status, body: this.#body });
  }

  protected override onError(error: Error): void {
    this.#ended.reject(error);
  }
}

interface Peer {
  readonly socket: Socket;
  /** Everything that was received on this connection. */
  received: string;
}

interface Listening extends AsyncDisposable {
  readonly url: URL;
  readonly peers: readonly Peer[];
  /** Resolves when so many connections have closed. */
  readonly closed: (count: number) => Promise<void>;
}

type Answer = (peer: Peer, request: string) => void;

/** Calls `answer` for every chunk. A request of these tests is a single one, unless it is long. */
async function listen(answer: Answer, server: Server = createServer()): Promise<Listening> {
  const peers: Peer[] = [];
  const closings: PromiseWithResolvers<void>[] = [];
  const closing = (at: number): PromiseWithResolvers<void> =>
    (closings[at] ??= Promise.withResolvers<void>());
  let closed = 0;
  server.on(server.listenerCount("secureConnection") > 0 ? "secureConnection" : "connection", take);
  function take(socket: Socket): void {
    const peer = { socket, received: "" };
    peers.push(peer);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      closed += 1;
      closing(closed).resolve();
    });
    socket.on("data", (chunk) => {
      peer.received += chunk.toString("latin1");
      answer(peer, chunk.toString("latin1"));
    });
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp?a=b`),
    peers,
    closed: (count) => closing(count).promise,
    [Symbol.asyncDispose]: async () => {
      for (const { socket } of peers) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function open(url: URL, clock: Clock = systemClock, maxConnections = 10): HttpClient {
  return new HttpClient(url, {
    clock,
    connect: createOriginConnector(url, { clock }),
    maxConnections,
  });
}

function post(client: HttpClient, body?: string): Promise<unknown> {
  const posted = new Posted(body);
  client.send(posted);
  return posted.ended;
}

function reply(body: string, fields = ""): string {
  return `HTTP/1.1 200 OK\r\n${fields}Content-Length: ${body.length}\r\n\r\n${body}`;
}

const ok: Answer = ({ socket }) => socket.write(reply("ok"));

describe("HttpClient", () => {
  it.each(["{}", '{"a":"ü€"}'])("sends the bytes that undici would send, for %s", async (body) => {
    await using server = await listen(ok);
    using client = open(server.url);
    const agent = createOriginAgent(server.url, { clock: systemClock });
    const { origin, pathname, search } = server.url;
    await post(client, body);
    const path = `${pathname}${search}`;
    await agent.request({ origin, path, method: "POST", headers, body });
    await agent.destroy();

    const [ours, theirs] = server.peers.map(({ received }) => received);
    expect(ours).toContain("POST /mcp?a=b HTTP/1.1\r\n");
    expect(ours).toBe(theirs);
  });

  it("uses one connection for requests in turn, and one each for those at once", async () => {
    await using server = await listen(ok);
    using client = open(server.url);
    const first = await post(client);
    await post(client);
    const inTurn = server.peers.length;
    await Promise.all([post(client), post(client), post(client)]);

    expect(first).toEqual({ status: 200, body: "ok" });
    expect({ inTurn, atOnce: server.peers.length }).toEqual({ inTurn: 1, atOnce: 3 });
  });

  it("lets requests wait while all connections are in use", async () => {
    await using server = await listen(ok);
    using client = open(server.url, systemClock, 2);
    const bodies = ["1", "2", "3", "4", "5"];
    const ended = await Promise.all(bodies.map((body) => post(client, body)));

    expect(ended).toHaveLength(5);
    expect(server.peers).toHaveLength(2);
  });

  it("speaks TLS to a server with a trusted certificate only", async () => {
    const { cert, key } = createCertificate("localhost");
    const tls = createTlsServer({ cert, key });
    tls.on("secureConnection", () => undefined);
    await using server = await listen(ok, tls);
    const url = new URL(`https://localhost:${server.url.port}/mcp`);
    const deps = { clock: systemClock, lookup: async () => ["127.0.0.1"] };
    using trusting = new HttpClient(url, {
      clock: systemClock,
      connect: createOriginConnector(url, { ...deps, ca: cert }),
    });
    using other = new HttpClient(url, {
      clock: systemClock,
      connect: createOriginConnector(url, deps),
    });

    await expect(post(trusting)).resolves.toEqual({ status: 200, body: "ok" });
    await expect(post(other)).rejects.toMatchObject({ kind: "tls-failed" });
  });

  it.each([
    ["a line break", { a: "x\r\nb: y" }],
    ["a character outside Latin-1", { a: "€" }],
    ["a name with a space", { "a b": "x" }],
    ["a length of its own", { "Content-Length": "1" }],
    ["a transfer encoding", { "transfer-encoding": "chunked" }],
  ])("sends no request with %s in its headers", async (_, given) => {
    await using server = await listen(ok);
    using client = open(server.url);

    expect(() => client.send(new Posted("{}", given))).toThrow("malformed");
    expect(server.peers).toEqual([]);
  });

  it("fails a request for a server that is gone, before it sends anything", async () => {
    const server = await listen(ok);
    await server[Symbol.asyncDispose]();
    using client = open(server.url);

    await expect(post(client)).rejects.toMatchObject({ kind: "unreachable" });
  });
});

describe("a connection", () => {
  it.each([
    ["the server says so", reply("ok", "Connection: close\r\n")],
    ["the server would close it at once", reply("ok", "Keep-Alive: timeout=1\r\n")],
    ["more than the response arrives", `${reply("ok")}HTTP/1.1 200 OK\r\n`],
    [
      "the response has a trailer",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nA: b\r\n\r\n",
    ],
  ])("is not used again if %s", async (_, text) => {
    await using server = await listen(({ socket }) => socket.write(text));
    using client = open(server.url);
    const first = await post(client);
    await server.closed(1);
    await post(client);

    expect(first).toEqual({ status: 200, body: "ok" });
    expect(server.peers).toHaveLength(2);
  });

  it("is closed when data arrives that belongs to no request", async () => {
    await using server = await listen(ok);
    using client = open(server.url);
    await post(client);
    server.peers[0]?.socket.write(reply("smuggled"));
    await server.closed(1);

    await expect(post(client)).resolves.toEqual({ status: 200, body: "ok" });
    expect(server.peers).toHaveLength(2);
  });

  it("does not take data that arrives in the turn of its request for the response", async () => {
    await using server = await listen(ok);
    const { url } = server;
    const connect = createOriginConnector(url, { clock: systemClock });
    const sockets: Socket[] = [];
    using client = new HttpClient(url, {
      clock: systemClock,
      connect: (asked, report) =>
        connect(asked, (...result) => {
          if (result[1] !== null) sockets.push(result[1]);
          report(...result);
        }),
    });
    await post(client);
    const posted = new Posted();
    client.send(posted);
    sockets[0]?.push(Buffer.from(reply("smuggled")));

    await expect(posted.ended).resolves.toEqual({ status: 200, body: "ok" });
    expect(server.peers).toHaveLength(2);
  });

  it("is not used again if the response came before the whole request was sent", async () => {
    const long = "x".repeat(20_000_000);
    await using server = await listen(({ socket }) => {
      socket.pause();
      if (server.peers.length === 1) socket.write(reply("early"));
      else socket.write(reply("ok"));
    });
    using client = open(server.url);
    const early = await post(client, long);
    const next = await post(client);

    expect([early, next]).toEqual([
      { status: 200, body: "early" },
      { status: 200, body: "ok" },
    ]);
    expect(server.peers).toHaveLength(2);
  });

  it("ends a response without a length", async () => {
    await using server = await listen(({ socket }) => socket.end("HTTP/1.1 200 OK\r\n\r\nuntil"));
    using client = open(server.url);

    await expect(post(client)).resolves.toEqual({ status: 200, body: "until" });
  });

  it.each([
    ["a response with a length", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\npart"],
    ["chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n"],
    ["a head", "HTTP/1.1 200 OK\r\n"],
    ["nothing", ""],
  ])("fails its request if it ends within %s", async (_, text) => {
    await using server = await listen(({ socket }) => socket.end(text));
    using client = open(server.url);

    await expect(post(client)).rejects.toMatchObject({ code: "closed" });
  });

  it("that breaks when it is used again fails the request, which is not sent twice", async () => {
    const requests: string[] = [];
    await using server = await listen(({ socket }, request) => {
      requests.push(request);
      if (requests.length === 1) socket.write(reply("ok"));
      else socket.destroy();
    });
    using client = open(server.url);
    await post(client);

    await expect(post(client)).rejects.toBeInstanceOf(Error);
    expect(requests).toHaveLength(2);
  });

  it("is closed when it was idle for less time than the server allows", async () => {
    const clock = createFakeClock();
    await using server = await listen(({ socket }) =>
      socket.write(reply("ok", "Keep-Alive: timeout=5\r\n")),
    );
    using client = open(server.url, clock);
    await post(client);
    await clock.untilSleeping();
    await clock.advance(2_000);
    await post(client);
    const before = server.peers.length;
    await clock.advance(4_000);
    await server.closed(1);

    expect(before).toBe(1);
  });
});

describe("an exchange", () => {
  it("that is aborted closes its connection, and the next one gets another", async () => {
    const asked = Promise.withResolvers<void>();
    await using server = await listen((peer) => {
      if (server.peers.length === 1) asked.resolve();
      else ok(peer, "");
    });
    using client = open(server.url);
    const posted = new Posted();
    client.send(posted);
    await asked.promise;
    posted.abort(new Error("enough"));
    await server.closed(1);

    await expect(posted.ended).rejects.toThrow("enough");
    await expect(post(client)).resolves.toEqual({ status: 200, body: "ok" });
  });

  it("that is aborted while it waits is never sent", async () => {
    await using server = await listen(ok);
    using client = open(server.url);
    const posted = new Posted('"never"');
    client.send(posted);
    posted.abort(new Error("enough"));
    await post(client);

    await expect(posted.ended).rejects.toThrow("enough");
    expect(server.peers.map(({ received }) => received).join("")).not.toContain("never");
  });

  it("fails with the error of its reader, and closes the connection", async () => {
    await using server = await listen(ok);
    using client = open(server.url);
    const posted = new Posted();
    posted.onBody = () => {
      throw new Error("unreadable");
    };
    client.send(posted);

    await expect(posted.ended).rejects.toThrow("unreadable");
    await expect(server.closed(1)).resolves.toBeUndefined();
  });

  it("fails when the client is disposed, waiting or not", async () => {
    const asked = Promise.withResolvers<void>();
    await using server = await listen(() => asked.resolve());
    const client = open(server.url, systemClock, 1);
    const [sent, waiting] = [post(client), post(client)];
    await asked.promise;
    client[Symbol.dispose]();

    await expect(sent).rejects.toMatchObject({ code: "closed" });
    await expect(waiting).rejects.toMatchObject({ code: "closed" });
    await expect(server.closed(1)).resolves.toBeUndefined();
    expect(() => client.send(new Posted())).toThrow("closed");
  });
});

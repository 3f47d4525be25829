import { gzipSync } from "node:zlib";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { TimeoutError } from "@toolcourt/contracts/internal/kernel/with-timeout";
import { createCertificate } from "@toolcourt/testing/certificate";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openNameServer } from "@toolcourt/testing/name-server";
import { type Answering, openTarget } from "@toolcourt/testing/target";
import { describe, expect, it } from "vitest";
import { Secret } from "../secrets/secret.ts";
import type { Lookup } from "./address.ts";
import type { Egress, EgressDeps, EgressOptions, EgressRequest } from "./egress.ts";
import { EgressFailure, type FailureDetails, type FailureKind } from "./egress-failure.ts";
import type { HostRule } from "./egress-rules.ts";
import { Journey, openEgress } from "./open-egress.ts";

const every = ["GET", "HEAD", "POST", "PUT", "DELETE"] as const;
const here: Lookup = async () => ["127.0.0.1"];

function open(
  changes: Partial<EgressOptions> & { readonly hosts: readonly HostRule[] },
  deps: Partial<EgressDeps> = {},
): Egress {
  const { hosts, ...others } = changes;
  return openEgress(
    {
      policy: { hosts },
      gateway: { kind: "none" },
      redirects: "same-origin",
      retry: { attempts: 1, maxWaitMs: 1_000, budget: { retries: 10, perMs: 1_000 } },
      limits: {
        maxPayloadBytes: 1_000,
        maxResponseBytes: 10_000,
        deadlineMs: 10_000,
        connections: 4,
      },
      ...others,
    },
    { clock: systemClock, lookup: here, random: () => 0, ...deps },
  );
}

function rule(port: number, changes: Partial<HostRule> = {}): HostRule {
  return {
    host: "api.test",
    scheme: "http",
    port,
    methods: every,
    addresses: "loopback",
    ...changes,
  };
}

async function failureOf(work: Promise<unknown>): Promise<EgressFailure> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof EgressFailure) return error;
  throw new Error("This was no failure.", { cause: error });
}

/** Opens a target and an egress to it. */
async function setUp(answer: Answering, changes: Partial<EgressOptions> = {}) {
  const stack = new AsyncDisposableStack();
  const target = stack.use(await openTarget(answer));
  const egress = stack.use(open({ hosts: [rule(target.port)], ...changes }));
  const ask = (request: Partial<EgressRequest> = {}, path = "/things") =>
    egress.request({ method: "GET", url: `http://api.test:${target.port}${path}`, ...request });
  return { target, egress, ask, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

describe("a request", () => {
  it("is sent as given and returns its answer", async () => {
    await using world = await setUp((request, response) => {
      response.writeHead(201, { "content-type": "application/json", "set-cookie": "a=b" });
      request.pipe(response);
    });

    const answer = await world.ask({
      method: "POST",
      body: '{"a":1}',
      headers: { "X-Trace": "t" },
    });

    expect(answer).toMatchObject({ status: 201, attempts: 1, isPartial: false });
    expect(Buffer.from(answer.body).toString()).toBe('{"a":1}');
    expect(answer.headers).not.toHaveProperty("set-cookie");
    expect(world.target.seen[0]?.headers).toMatchObject({
      host: `api.test:${world.target.port}`,
      "x-trace": "t",
    });
  });

  it.each<[string, Partial<EgressRequest>]>([
    ["url-refused", { url: "http://user@api.test/" }],
    ["host-refused", { url: "http://evil.test/" }],
    ["method-refused", { method: "PATCH" }],
    ["method-refused", { method: "get" }],
    ["method-refused", { method: "TRACE" }],
    ["payload-too-large", { method: "POST", body: "é".repeat(501) }],
    ["header-refused", { headers: { host: "evil.test" } }],
    ["header-refused", { headers: { "Transfer-Encoding": "chunked" } }],
    ["header-refused", { headers: { "X-HTTP-Method": "DELETE" } }],
    ["header-refused", { headers: { "X-HTTP-Method-Override": "DELETE" } }],
    ["header-refused", { headers: { "X-Original-URL": "/admin" } }],
    ["header-refused", { headers: { "x-a": "b\r\nx-c: d" } }],
    ["header-refused", { headers: { "x-a": "1", "X-A": "2" } }],
  ])("fails with %s before anything is sent: %j", async (kind, request) => {
    await using world = await setUp((_request, response) => response.end());

    expect(await failureOf(world.ask(request))).toMatchObject({ kind });
    expect(world.target.connections()).toBe(0);
  });

  it("may be exactly as large as the limit", async () => {
    await using world = await setUp((_request, response) => response.end());

    expect(await world.ask({ method: "POST", body: "é".repeat(500) })).toMatchObject({
      status: 200,
    });
  });
});

describe("an address", () => {
  it("is refused in a private network, unless the host rule opens it", async () => {
    await using target = await openTarget((_request, response) => response.end());
    await using egress = open({ hosts: [rule(target.port, { addresses: "public" })] });
    const url = `http://api.test:${target.port}/`;

    expect(await failureOf(egress.request({ method: "GET", url }))).toMatchObject({
      kind: "address-refused",
    });
    expect(target.connections()).toBe(0);
  });

  it("is checked when the URL contains it directly, without a lookup", async () => {
    await using target = await openTarget((_request, response) => response.end());
    const { port } = target;
    await using egress = open({ hosts: [rule(port, { host: "127.0.0.1", addresses: "public" })] });

    const failure = await failureOf(
      egress.request({ method: "GET", url: `http://127.0.0.1:${port}/` }),
    );

    expect(failure.kind).toBe("address-refused");
    expect(target.connections()).toBe(0);
  });

  it("is refused when one of several answers is bad", async () => {
    await using target = await openTarget((_request, response) => response.end());
    await using egress = open(
      { hosts: [rule(target.port)] },
      { lookup: async () => ["127.0.0.1", "169.254.169.254"] },
    );
    const url = `http://api.test:${target.port}/`;

    expect(await failureOf(egress.request({ method: "GET", url }))).toMatchObject({
      kind: "address-refused",
    });
    expect(target.connections()).toBe(0);
  });

  it("is used as checked, even if the name resolves differently by then", async () => {
    await using target = await openTarget((_request, response) => response.end());
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    let asked = 0;
    await using egress = open(
      { hosts: [rule(target.port)] },
      { lookup: async () => answers[asked++] ?? [] },
    );
    const url = `http://api.test:${target.port}/`;

    expect(await egress.request({ method: "GET", url })).toMatchObject({ status: 200 });
    expect(asked).toBe(1);
  });

  it("is used as checked, even if a DNS server changes its answer", async () => {
    await using target = await openTarget((_request, response) => {
      response.setHeader("connection", "close");
      response.end();
    });
    await using names = await openNameServer([["127.0.0.1"], ["169.254.169.254"]]);
    await using egress = open({ hosts: [rule(target.port)] }, { lookup: names.lookup });
    const request = { method: "GET", url: `http://api.test:${target.port}/` };

    expect(await egress.request(request)).toMatchObject({ status: 200 });
    expect(names.asked()).toBe(1);
    expect(await failureOf(egress.request(request))).toMatchObject({ kind: "address-refused" });
    expect(target.connections()).toBe(1);
  });

  it("is checked again for each new connection, including redirects", async () => {
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    let asked = 0;
    await using target = await openTarget((_request, response) => {
      response.writeHead(302, { location: "/elsewhere", connection: "close" }).end();
    });
    await using egress = open(
      { hosts: [rule(target.port)] },
      { lookup: async () => answers[asked++] ?? [] },
    );
    const url = `http://api.test:${target.port}/`;

    expect(await failureOf(egress.request({ method: "GET", url }))).toMatchObject({
      kind: "address-refused",
    });
    expect(target.seen).toHaveLength(1);
  });

  it("is checked again for each new connection of a retry", async () => {
    const clock = createFakeClock();
    const answers = [["127.0.0.1"], ["127.0.0.1", "fe80::1"]];
    let asked = 0;
    await using target = await openTarget((_request, response) => {
      response.writeHead(503, { connection: "close" }).end();
    });
    await using egress = open(
      {
        hosts: [rule(target.port)],
        retry: { attempts: 3, maxWaitMs: 1_000, budget: { retries: 9, perMs: 1_000 } },
      },
      { clock, lookup: async () => answers[asked++] ?? [] },
    );
    const url = `http://api.test:${target.port}/`;
    const failure = failureOf(egress.request({ method: "GET", url }));
    while (target.seen.length === 0) await clock.advance(0);
    await untilTaken(failure, () => clock.advance(100));

    expect(await failure).toMatchObject({ kind: "address-refused", details: { attempts: 2 } });
    expect(target.seen).toHaveLength(1);
  });

  it("is skipped for the next one if it does not answer", async () => {
    await using target = await openTarget((_request, response) => response.end());
    await using egress = open(
      { hosts: [rule(target.port)] },
      { lookup: async () => ["::1", "127.0.0.1"] },
    );
    const url = `http://api.test:${target.port}/`;

    expect(await egress.request({ method: "GET", url })).toMatchObject({ status: 200 });
  });

  it.each<[string, Lookup]>([
    ["has none", async () => []],
    ["cannot be looked up", () => Promise.reject(new Error("secret text"))],
  ])("is missing, and the request fails as unreachable, if a name %s", async (_what, lookup) => {
    await using egress = open({ hosts: [rule(80)] }, { lookup });

    const failure = await failureOf(egress.request({ method: "GET", url: "http://api.test/" }));

    expect(failure.kind).toBe("unreachable");
    expect(failure.cause).toBeUndefined();
  });
});

/** Advances a fake clock until work that also waits for real I/O has ended. */
async function untilTaken(work: Promise<unknown>, push: () => Promise<void>): Promise<void> {
  const progress = { isOver: false };
  const over = (): void => {
    progress.isOver = true;
  };
  work.then(over, over);
  while (!progress.isOver) await push();
}

describe("a redirect", () => {
  it("is followed within its origin, with its headers", async () => {
    await using world = await setUp((request, response) => {
      if (request.url === "/things") response.writeHead(302, { location: "/new?a=b" });
      response.end();
    });

    const answer = await world.ask({ headers: { authorization: "Bearer canary" } });

    expect(answer.url).toBe(`http://api.test:${world.target.port}/new?a=b`);
    expect(world.target.seen[1]?.headers.authorization).toBe("Bearer canary");
  });

  it.each([301, 302, 303, 307, 308])(
    "with status %d to another origin is refused",
    async (status) => {
      await using sink = await openTarget((_request, response) => response.end());
      await using target = await openTarget((_request, response) => {
        response.writeHead(status, { location: `http://sink.test:${sink.port}/` }).end();
      });
      await using egress = open({
        hosts: [rule(target.port), rule(sink.port, { host: "sink.test" })],
      });
      const url = `http://api.test:${target.port}/`;
      const headers = { authorization: "Bearer canary" };

      expect(await failureOf(egress.request({ method: "GET", url, headers }))).toMatchObject({
        kind: "redirect-refused",
        details: { status },
      });
      expect(sink.connections()).toBe(0);
    },
  );

  it.each([
    "http://169.254.169.254/",
    "http://127.0.0.1/",
    "https://api.test/",
    "//evil.test/",
    "http://user@api.test/",
    "",
  ])("to %j is refused", async (location) => {
    await using world = await setUp((_request, response) => {
      response.writeHead(302, { location }).end();
    });

    expect(await failureOf(world.ask())).toMatchObject({ kind: "redirect-refused" });
    expect(world.target.seen).toHaveLength(1);
  });

  it("loop is abandoned after three redirects", async () => {
    await using world = await setUp((_request, response) => {
      response.writeHead(302, { location: "/things" }).end();
    });

    expect(await failureOf(world.ask())).toMatchObject({ kind: "redirect-refused" });
    expect(world.target.seen).toHaveLength(4);
  });

  it("of a write is refused, and its outcome is unknown", async () => {
    await using world = await setUp((request, response) => {
      request.resume();
      response.writeHead(307, { location: "/new" }).end();
    });

    expect(await failureOf(world.ask({ method: "POST", body: "x" }))).toMatchObject({
      kind: "redirect-refused",
      details: { mayHaveTakenEffect: true },
    });
    expect(world.target.seen).toHaveLength(1);
  });

  it("is always refused if redirects are off", async () => {
    await using world = await setUp(
      (_request, response) => response.writeHead(302, { location: "/new" }).end(),
      { redirects: "refused" },
    );

    expect(await failureOf(world.ask())).toMatchObject({ kind: "redirect-refused" });
    expect(world.target.seen).toHaveLength(1);
  });
});

describe("an answer", () => {
  it("may be exactly as large as the limit, but not one byte larger", async () => {
    await using world = await setUp((request, response) => {
      response.write("");
      response.end("x".repeat(request.url === "/fits" ? 10_000 : 10_001));
    });

    expect((await world.ask({}, "/fits")).body).toHaveLength(10_000);
    expect(await failureOf(world.ask())).toMatchObject({ kind: "response-too-large" });
  });

  it("that announces too large a body is not read", async () => {
    await using world = await setUp((_request, response) => {
      response.writeHead(200, { "content-length": "10001" }).write("x");
    });

    expect(await failureOf(world.ask())).toMatchObject({ kind: "response-too-large" });
  });

  it("that never ends is aborted at the limit", async () => {
    await using world = await setUp((_request, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write("x".repeat(5_000), more);
      };
      more();
    });

    expect(await failureOf(world.ask())).toMatchObject({ kind: "response-too-large" });
  });

  it("is decompressed", async () => {
    await using world = await setUp((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("hello"));
    });

    expect(Buffer.from((await world.ask()).body).toString()).toBe("hello");
  });

  it.each<[string, string, Buffer]>([
    ["response-too-large", "gzip", gzipSync(Buffer.alloc(20_000_000))],
    ["garbled", "gzip", Buffer.from("no gzip at all")],
    ["garbled", "br", Buffer.from("no brotli at all")],
    ["garbled", "zstd", Buffer.from("no zstd at all")],
    ["garbled", "deflate", Buffer.from("no deflate at all")],
    ["garbled", "gzip, gzip", gzipSync(gzipSync("twice"))],
    ["garbled", "unknown", Buffer.from("?")],
  ])("fails with %s on malicious compression (%s)", async (kind, encoding, body) => {
    await using world = await setUp(
      (_request, response) => {
        response.writeHead(200, { "content-encoding": encoding }).end(body);
      },
      {
        limits: {
          maxPayloadBytes: 0,
          maxResponseBytes: 1_000_000,
          deadlineMs: 10_000,
          connections: 1,
        },
      },
    );

    expect(await failureOf(world.ask())).toMatchObject({ kind });
  });

  it("with too large a header section is refused", async () => {
    await using world = await setUp((_request, response) => {
      response.writeHead(200, { "x-long": "x".repeat(20_000) }).end();
    });

    expect(await failureOf(world.ask())).toMatchObject({ kind: "response-too-large" });
  });

  it("may have an empty body", async () => {
    await using world = await setUp((_request, response) => response.writeHead(204).end());

    expect(await world.ask()).toMatchObject({ status: 204, body: Buffer.of() });
    expect(await world.ask({ method: "HEAD" })).toMatchObject({ status: 204 });
  });

  it("reports a partial result", async () => {
    await using world = await setUp((_request, response) => response.writeHead(206).end("x"));

    expect(await world.ask()).toMatchObject({ isPartial: true });
  });

  it("that breaks off is a failure", async () => {
    await using world = await setUp((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("x", () => response.destroy());
    });

    expect(await failureOf(world.ask())).toMatchObject({ kind: "cut-short" });
  });

  it("that refuses is reported by its code alone", async () => {
    await using world = await setUp((_request, response) => {
      response.writeHead(401).end('{"error":{"code":"RBACAccessDenied","message":"ada"}}');
    });

    const failure = await failureOf(world.ask());

    expect(failure).toMatchObject({ kind: "access-denied", details: { status: 401, attempts: 1 } });
    expect(JSON.stringify(failure)).not.toContain("ada");
  });
});

const failing: Answering = (request, response) => {
  request.resume();
  response.writeHead(503).end();
};

const vanishing: Answering = (request) => {
  request.socket.destroy();
};

describe("a retry", () => {
  const retry = { attempts: 3, maxWaitMs: 5_000, budget: { retries: 9, perMs: 60_000 } };

  async function repeat(answer: Answering, request: Partial<EgressRequest>) {
    const clock = createFakeClock();
    await using target = await openTarget(answer);
    await using egress = open({ hosts: [rule(target.port)], retry }, { clock, random: () => 1 });
    const url = `http://api.test:${target.port}/`;
    const work = egress.request({ method: "GET", url, deadlineMs: 1_000_000, ...request }).then(
      ({ status }) => ({ status }),
      (error: unknown) => ({ error }),
    );
    await untilTaken(work, () => clock.advance(100));
    return { ...(await work), sent: target.seen.length };
  }

  it("is made for reads", async () => {
    expect(await repeat(failing, {})).toMatchObject({
      sent: 3,
      error: { kind: "failed", details: { attempts: 3, mayHaveTakenEffect: false } },
    });
  });

  it("is never made for writes", async () => {
    expect(await repeat(failing, { method: "POST", body: "x" })).toMatchObject({
      sent: 1,
      error: { kind: "failed", details: { attempts: 1, mayHaveTakenEffect: true } },
    });
  });

  it.each([
    { method: "GET", changes: true, sent: 1 },
    { method: "POST", changes: false, sent: 3 },
  ])(
    "is made for requests declared as reads, with any method: %j",
    async ({ method, changes, sent }) => {
      expect(await repeat(failing, { method, changes })).toMatchObject({
        sent,
        error: { kind: "failed", details: { mayHaveTakenEffect: changes } },
      });
    },
  );

  it("is made for a write with an idempotency key, using the same key", async () => {
    const keys: unknown[] = [];
    const answer: Answering = (request, response) => {
      keys.push(request.headers["idempotency-key"]);
      failing(request, response);
    };
    const idempotency = { header: "Idempotency-Key", key: "k1" };

    expect(await repeat(answer, { method: "POST", body: "x", idempotency })).toMatchObject({
      sent: 3,
    });
    expect(keys).toEqual(["k1", "k1", "k1"]);
  });

  it("is never made for a write whose connection was lost", async () => {
    expect(await repeat(vanishing, { method: "POST", body: "x" })).toMatchObject({
      sent: 1,
      error: { kind: "cut-short", details: { mayHaveTakenEffect: true } },
    });
  });

  it.each([
    [[], "host-refused"],
    [["POST"], "method-refused"],
  ] as const)("asks the rules again, which then grant %j", async (granted, kind) => {
    const clock = createFakeClock();
    let isRevoked = false;
    await using target = await openTarget(failing);
    await using egress = open(
      {
        hosts: [],
        policy: {
          hosts: [rule(target.port)],
          granted: () => (isRevoked ? granted : "all"),
        },
        retry,
      },
      { clock, random: () => 1, repeated: () => (isRevoked = true) },
    );
    const url = `http://api.test:${target.port}/`;
    const idempotency = { header: "Idempotency-Key", key: "k1" };
    const failure = failureOf(egress.request({ method: "PUT", url, idempotency }));
    await untilTaken(failure, () => clock.advance(100));

    // The first attempt was sent, so nothing is known about its effect.
    expect(await failure).toMatchObject({
      kind,
      details: { attempts: 1, mayHaveTakenEffect: true },
    });
    expect(target.seen).toHaveLength(1);
  });

  it.each([401, 403])("is never made after status %d", async (status) => {
    const answer: Answering = (_request, response) => response.writeHead(status).end();

    expect(await repeat(answer, {})).toMatchObject({ sent: 1 });
  });
});

describe("the deadline", () => {
  it("ends a request without an answer", async () => {
    const clock = createFakeClock();
    await using target = await openTarget(() => undefined);
    await using egress = open({ hosts: [rule(target.port)] }, { clock });
    const url = `http://api.test:${target.port}/`;
    const failure = failureOf(egress.request({ method: "DELETE", url, deadlineMs: 500 }));
    while (target.seen.length === 0) await clock.advance(0);

    await clock.advance(500);

    expect(await failure).toMatchObject({
      kind: "timed-out",
      details: { mayHaveTakenEffect: true },
    });
  });

  it("ends a body that trickles in", async () => {
    const clock = createFakeClock();
    await using target = await openTarget((_request, response) => response.write("x"));
    await using egress = open({ hosts: [rule(target.port)] }, { clock });
    const url = `http://api.test:${target.port}/`;
    const failure = failureOf(egress.request({ method: "GET", url, deadlineMs: 500 }));
    while (target.seen.length === 0) await clock.advance(0);

    await clock.advance(500);

    expect((await failure).kind).toBe("timed-out");
  });

  it("ends a lookup that hangs", async () => {
    const clock = createFakeClock();
    await using egress = open(
      { hosts: [rule(80)] },
      { clock, lookup: () => new Promise(() => undefined) },
    );
    const failure = failureOf(egress.request({ method: "GET", url: "http://api.test/" }));

    await untilTaken(failure, () => clock.advance(1_000));

    expect((await failure).kind).toBe("unreachable");
  });

  it("yields to the caller's abort signal and its reason", async () => {
    await using target = await openTarget(() => undefined);
    await using egress = open({ hosts: [rule(target.port)] });
    const leaving = new AbortController();
    const url = `http://api.test:${target.port}/`;
    const answer = egress.request({ method: "GET", url, signal: leaving.signal });

    leaving.abort(new Error("gone"));

    await expect(answer).rejects.toThrow("gone");
  });
});

describe("the circuit breaker", () => {
  const breaker = { failures: 2, openForMs: 10_000 };

  it("opens after repeated failures and sends nothing", async () => {
    await using world = await setUp(failing, { breaker });
    for (let time = 0; time < 2; time += 1) await failureOf(world.ask());

    expect(await failureOf(world.ask())).toMatchObject({
      kind: "circuit-open",
      details: { attempts: 0, mayHaveTakenEffect: false },
    });
    expect(world.target.seen).toHaveLength(2);
  });

  it("ignores requests canceled by the caller", async () => {
    await using world = await setUp(
      (request, response) => {
        if (request.url !== "/silent") response.end();
      },
      { breaker },
    );
    for (let time = 0; time < 3; time += 1) {
      const leaving = new AbortController();
      const asked = world.ask({ signal: leaving.signal }, "/silent");
      while (world.target.seen.length <= time) await systemClock.sleep(1);
      leaving.abort(new Error("gone"));
      await expect(asked).rejects.toThrow("gone");
    }

    expect(await world.ask()).toMatchObject({ status: 200 });
  });
});

describe("TLS", () => {
  const certificate = createCertificate("api.test");

  async function ask(ca: string | undefined, host: string): Promise<unknown> {
    await using target = await openTarget((_request, response) => response.end(), certificate);
    await using egress = open({
      hosts: [rule(target.port, { host, scheme: "https" })],
      ...(ca !== undefined && { ca }),
    });
    const url = `https://${host}:${target.port}/`;
    return await egress.request({ method: "POST", url }).catch((error: unknown) => error);
  }

  it("verifies the certificate against the name, although the connection goes to an address", async () => {
    expect(await ask(certificate.cert, "api.test")).toMatchObject({ status: 200 });
  });

  it.each([
    [undefined, "api.test"],
    [certificate.cert, "other.test"],
    [certificate.cert, "127.0.0.1"],
  ])("fails on an untrusted or mismatched certificate", async (ca, host) => {
    expect(await ask(ca, host)).toMatchObject({
      kind: "tls-failed",
      details: { mayHaveTakenEffect: false },
    });
  });
});

describe("a gateway", () => {
  const key = {
    header: "Ocp-Apim-Subscription-Key",
    value: new Secret("gateway-canary", "fingerprint"),
  };

  async function setUpGateway() {
    const stack = new AsyncDisposableStack();
    const target = stack.use(await openTarget((_request, response) => response.end("past")));
    const gateway = stack.use(await openTarget((_request, response) => response.end("through")));
    const hosts = [rule(target.port), rule(target.port, { host: "login.test", route: "direct" })];
    const through = {
      baseUrl: `http://gateway.test:${gateway.port}/base`,
      paths: { [`http://api.test:${target.port}`]: "/api" },
      key,
      addresses: "loopback",
    } as const;
    const egress = stack.use(open({ hosts, gateway: { kind: "required", through } }));
    const unset = stack.use(open({ hosts, gateway: { kind: "required" } }));
    const url = (host: string) => `http://${host}:${target.port}/things?a=b`;
    return {
      target,
      gateway,
      egress,
      unset,
      url,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  }

  it("carries requests to targets, with its key", async () => {
    await using world = await setUpGateway();

    const answer = await world.egress.request({ method: "GET", url: world.url("api.test") });

    expect(answer.url).toBe(world.url("api.test"));
    expect(Buffer.from(answer.body).toString()).toBe("through");
    expect(world.gateway.seen[0]).toMatchObject({
      url: "/base/api/things?a=b",
      headers: { "ocp-apim-subscription-key": "gateway-canary" },
    });
    expect(world.target.connections()).toBe(0);
  });

  it("that is required but not configured blocks every request", async () => {
    await using world = await setUpGateway();
    const request = { method: "GET", url: world.url("api.test") };

    expect(await failureOf(world.unset.request(request))).toMatchObject({
      kind: "gateway-missing",
    });
    expect(world.target.connections()).toBe(0);
  });

  it("is bypassed by non-target requests, which do not get its key", async () => {
    await using world = await setUpGateway();

    await world.egress.request({ method: "GET", url: world.url("login.test") });

    expect(world.gateway.connections()).toBe(0);
    expect(world.target.seen[0]?.headers).not.toHaveProperty("ocp-apim-subscription-key");
  });

  it("refuses its key header from callers", async () => {
    await using world = await setUpGateway();
    const headers = { "ocp-apim-subscription-key": "mine" };

    const request = { method: "GET", url: world.url("api.test"), headers };

    expect(await failureOf(world.egress.request(request))).toMatchObject({
      kind: "header-refused",
    });
  });

  it("cannot be addressed as a target", async () => {
    await using world = await setUpGateway();
    const url = `http://gateway.test:${world.gateway.port}/other`;

    expect(await failureOf(world.egress.request({ method: "GET", url }))).toMatchObject({
      kind: "host-refused",
    });
  });

  it("also carries the next page, wherever its link points", async () => {
    await using world = await setUpGateway();
    const { egress, url, gateway } = world;
    const next = `${url("api.test")}&page=2`;
    const link = `http://gateway.test:${gateway.port}/base/api/things?a=b&page=2`;

    expect(egress.nextPage(url("api.test"), next)).toBe(next);
    expect(egress.nextPage(url("api.test"), link)).toBe(next);
    expect(() => egress.nextPage(url("api.test"), "https://evil.test/?page=2")).toThrow(
      EgressFailure,
    );
  });
});

type Step = readonly [FailureKind, FailureDetails?];

async function endOf(changes: boolean, ...steps: readonly Step[]): Promise<unknown> {
  const journey = new Journey(changes);
  let last: unknown;
  for (const [kind, details] of steps) {
    const rejecting = () => Promise.reject(new EgressFailure(kind, details));
    last = await journey.attempt(rejecting).catch((error: unknown) => error);
  }
  return journey.ended(last);
}

describe("journey", () => {
  it.each<["reads" | "changes", readonly Step[], boolean]>([
    ["reads", [["cut-short"]], false],
    ["changes", [["cut-short"]], true],
    ["changes", [["failed", { status: 502 }]], true],
    ["changes", [["response-too-large"]], true],
    ["changes", [["unreachable"]], false],
    ["changes", [["tls-failed"]], false],
    ["changes", [["header-refused"]], false],
    ["changes", [["rejected", { status: 409 }]], false],
    ["changes", [["cut-short"], ["unreachable"]], true],
    ["changes", [["unreachable"], ["throttled", { status: 429 }]], false],
  ])("a request that %s, over %j, has an uncertain outcome: %s", async (does, steps, doubt) => {
    expect(await endOf(does === "changes", ...steps)).toMatchObject({
      details: { attempts: steps.length, mayHaveTakenEffect: doubt },
    });
  });

  it("a timeout during an attempt leaves the outcome uncertain", async () => {
    const journey = new Journey(true);
    void journey.attempt(() => new Promise(() => undefined));

    expect(journey.ended(new TimeoutError("late"))).toMatchObject({
      kind: "timed-out",
      details: { attempts: 1, mayHaveTakenEffect: true },
    });
  });

  it("ends with the abort reason of the caller", () => {
    const reason = new Error("gone");

    expect(new Journey(true).ended(reason)).toBe(reason);
  });
});

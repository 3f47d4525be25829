import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import type { JsonObject } from "@toolcourt/sdk";
import { noAbort } from "@toolcourt/testing/calls";
import { createCertificate } from "@toolcourt/testing/certificate";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { machine } from "@toolcourt/testing/serving";
import { type Answering, openTarget, type Target } from "@toolcourt/testing/target";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";
import type { EgressRequest } from "../boundary/egress/egress.ts";
import { EgressFailure } from "../boundary/egress/egress-failure.ts";
import { openConfigured } from "../compose/open-configured.ts";
import { configSchema } from "./config.ts";

// Tests every egress key with an observable effect.

const toolbox = { local: [] };

async function target(answer: Answering = answering): Promise<Target & { origin: string }> {
  const opened = await openTarget(answer);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return { ...opened, origin: `http://127.0.0.1:${opened.port}` };
}

const answering: Answering = (request, response) => {
  request.resume();
  response.end("0123456789");
};

interface Sending extends Partial<EgressRequest> {
  /** A connection that is added before, with this token and for this origin. Default: none. */
  readonly added?: { readonly name: string; readonly token: string; readonly origin: string };
  readonly files?: Readonly<Record<string, string>>;
  readonly times?: number;
}

/**
 * Sends a request through the egress of a gateway with this configuration. Returns a status or a
 * failure.
 */
async function sent(url: string, egress: JsonObject, sending: Sending = {}): Promise<unknown> {
  const { files = {}, times = 1, added, ...request } = sending;
  const stores = { url: added === undefined ? "memory:" : "sqlite:state.db" };
  const config = JSON.stringify({ toolbox, stores, egress });
  await using folder = await openFolder({ "toolcourt.yaml": config, ...files });
  if (added !== undefined) await addConnection(folder.path, added);
  const flags = { config: undefined, frozen: false, minLevel: "error" } as const;
  await using opened = await openConfigured(
    flags,
    machine(folder.path, () => undefined, noAbort),
  );
  let last: unknown;
  for (let time = 0; time < times; time += 1) {
    last = await opened.egress.request({ method: "GET", url, ...request }).then(
      ({ status }) => status,
      (error: unknown) => (error instanceof EgressFailure ? error.kind : error),
    );
  }
  return last;
}

async function addConnection(
  folder: string,
  { name, token: input, origin }: NonNullable<Sending["added"]>,
): Promise<void> {
  const kind = ["--kind", "token", "--token", "-", "--origin", origin];
  const ran = await run(["connections", "add", name, ...kind], { folder, input });
  expect(ran).toMatchObject({ code: 0 });
}

function open(origin: string, more: JsonObject = {}): JsonObject {
  return { origin, addresses: "loopback", ...more };
}

/** Returns what a gateway sees of a request that must pass through it. */
async function seenByGateway(
  gateway: JsonObject,
  allowed: JsonObject = {},
  sending: (apim: string) => Sending = () => ({}),
) {
  const [api, apim] = [await target(), await target()];
  const through = { url: `${apim.origin}/base`, addresses: "loopback", ...gateway };
  const egress = { allow: [open(api.origin, allowed)], gateway: through };
  const outcome = await sent(`${api.origin}/things`, egress, sending(apim.origin));
  return { outcome, past: api.connections(), url: apim.seen[0]?.url, seen: apim.seen[0] };
}

async function attemptsWith(retry: JsonObject, answer: Answering, times = 1): Promise<number> {
  const api = await target(answer);
  await sent(api.origin, { allow: [open(api.origin)], retry }, { times });
  return api.seen.length;
}

const failing: Answering = (_request, response) => response.writeHead(503).end();
const throttling: Answering = (_request, response) =>
  response.writeHead(429, { "retry-after-ms": "250" }).end();

function withToken(origin: string): Sending {
  return { added: { name: "apim", token: "token-canary", origin } };
}

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "egress.allow.origin": async () => {
    const api = await target();

    expect(await sent(`${api.origin}/things`, { allow: [open(api.origin)] })).toBe(200);
    expect(await sent(`${api.origin}/things`, {})).toBe("host-refused");
    expect(api.connections()).toBe(1);
  },
  "egress.allow.methods": async () => {
    const { origin } = await target();
    const post = { method: "POST", body: "x" };

    expect(await sent(origin, { allow: [open(origin, { methods: ["POST"] })] }, post)).toBe(200);
    expect(await sent(origin, { allow: [open(origin)] }, post)).toBe("method-refused");
  },
  "egress.allow.addresses": async () => {
    const { origin } = await target();

    expect(await sent(origin, { allow: [open(origin)] })).toBe(200);
    expect(await sent(origin, { allow: [open(origin, { addresses: "private" })] })).toBe(
      "address-refused",
    );
  },
  "egress.allow.via": async () => {
    const api = await target();
    const egress = (via: string) => ({ allow: [open(api.origin, { via })], gateway: {} });

    expect(await sent(api.origin, egress("gateway"))).toBe("gateway-missing");
    expect(api.connections()).toBe(0);
    expect(await sent(api.origin, egress("direct"))).toBe(200);
  },
  "egress.allow.path": async () => {
    expect((await seenByGateway({}, { path: "/api" })).url).toBe("/base/api/things");
    expect((await seenByGateway({})).url).toBe("/base/127.0.0.1/things");
  },
  "egress.gateway.url": async () => {
    expect(await seenByGateway({})).toMatchObject({ outcome: 200, past: 0 });
  },
  "egress.gateway.key": async () => {
    const { seen } = await seenByGateway({ key: "a key" });

    expect(seen?.headers).toMatchObject({ "ocp-apim-subscription-key": "a key" });
  },
  "egress.gateway.key_header": async () => {
    const { seen } = await seenByGateway({ key: "a key", key_header: "X-Key" });

    expect(seen?.headers).toMatchObject({ "x-key": "a key" });
  },
  "egress.gateway.connection": async () => {
    const { outcome, seen } = await seenByGateway({ connection: "apim" }, {}, withToken);
    const missing = await seenByGateway({ connection: "apim" });
    const elsewhere = await seenByGateway({ connection: "apim" }, {}, () =>
      withToken("https://other.example"),
    );

    expect(outcome).toBe(200);
    expect(seen?.headers).toMatchObject({ "x-gateway-authorization": "Bearer token-canary" });
    for (const { outcome: failure, seen: nothing } of [missing, elsewhere]) {
      expect([failure, nothing]).toEqual(["gateway-token", undefined]);
    }
  },
  "egress.gateway.token_header": async () => {
    const gateway = { connection: "apim", token_header: "X-Apim-Token" };
    const { seen } = await seenByGateway(gateway, {}, withToken);

    expect(seen?.headers).toMatchObject({ "x-apim-token": "Bearer token-canary" });
  },
  "egress.gateway.addresses": async () => {
    const { outcome, past } = await seenByGateway({ addresses: "private" });

    expect([outcome, past]).toEqual(["address-refused", 0]);
  },
  "egress.gateway.required": async () => {
    const api = await target();
    const egress = (required: boolean) => ({ allow: [open(api.origin)], gateway: { required } });

    expect(await sent(api.origin, egress(true))).toBe("gateway-missing");
    expect(api.connections()).toBe(0);
    expect(await sent(api.origin, egress(false))).toBe(200);
  },
  "egress.max_payload": async () => {
    const { origin } = await target();
    const egress = { allow: [open(origin, { methods: ["POST"] })], max_payload: "10B" };

    expect(await sent(origin, egress, { method: "POST", body: "x".repeat(10) })).toBe(200);
    expect(await sent(origin, egress, { method: "POST", body: "x".repeat(11) })).toBe(
      "payload-too-large",
    );
  },
  "egress.max_response": async () => {
    const { origin } = await target();
    const allow = [open(origin)];

    expect(await sent(origin, { allow, max_response: "10B" })).toBe(200);
    expect(await sent(origin, { allow, max_response: "9B" })).toBe("response-too-large");
  },
  "egress.timeout": async () => {
    const { origin } = await target(() => undefined);

    expect(await sent(origin, { allow: [open(origin)], timeout: "PT0.05S" })).toBe("timed-out");
  },
  "egress.retry.attempts": async () => {
    expect(await attemptsWith({ attempts: 1 }, failing)).toBe(1);
    expect(await attemptsWith({ attempts: 2 }, failing)).toBe(2);
  },
  "egress.retry.max_wait": async () => {
    expect(await attemptsWith({ attempts: 2, max_wait: "PT0.2S" }, throttling)).toBe(1);
    expect(await attemptsWith({ attempts: 2, max_wait: "PT0.5S" }, throttling)).toBe(2);
  },
  "egress.retry.budget": async () => {
    expect(await attemptsWith({ attempts: 2, budget: 1 }, failing, 2)).toBe(2 + 1);
    expect(await attemptsWith({ attempts: 2, budget: 9 }, failing, 2)).toBe(2 + 2);
  },
  "egress.ca_file": async () => {
    const certificate = createCertificate("localhost");
    const api = await openTarget(answering, certificate);
    onTestFinished(() => api[Symbol.asyncDispose]());
    const origin = `https://localhost:${api.port}`;
    const allow = [open(origin)];
    const files = { "ca.pem": certificate.cert };

    expect(await sent(origin, { allow, ca_file: "ca.pem" }, { files })).toBe(200);
    expect(await sent(origin, { allow })).toBe("tls-failed");
  },
};

// Each opens one or two gateways, which is slow while other tests load the machine.
describe("an egress key", { timeout: 20_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "egress"), "egress")];

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});

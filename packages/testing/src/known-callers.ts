import type { GatewayApi } from "@toolcourt/gateway/internal/edge/entrance";
import { openHttp } from "@toolcourt/gateway/internal/edge/http";
import {
  createIdentities,
  type Trust,
} from "@toolcourt/gateway/internal/governance/identity/create-identities";
import { fakeEntranceDeps, fakeGatewayApi } from "./entrance-deps.ts";
import { createFakeClock, type FakeClock } from "./fake-clock.ts";
import { openIssuer, type TestIssuer } from "./issuer.ts";
import { hello, spoken, testLanes } from "./lanes.ts";

/** An HTTP entrance with authentication, and its issuer. */
export interface KnownCallers extends AsyncDisposable {
  readonly url: URL;
  readonly issuer: TestIssuer;
  readonly clock: FakeClock;
  /** Sends a request, with or without a token. */
  readonly send: (
    request: RequestInit,
    token?: string,
    more?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
}

export async function openToKnown(
  gateway: GatewayApi,
  trusting: (trust: Trust) => Trust = (trust) => trust,
): Promise<KnownCallers> {
  await using stack = new AsyncDisposableStack();
  const clock = createFakeClock();
  const issuer = stack.use(await openIssuer(clock));
  const identities = createIdentities(trusting(issuer.trust), {
    clock,
    fetch: (url, signal) => fetch(url, { signal }),
  });
  const place = { host: "127.0.0.1", port: 0, clock };
  const { url } = stack.use(
    await openHttp({ ...fakeEntranceDeps(gateway, clock), identities }, place),
  );
  const owned = stack.move();
  return {
    url,
    issuer,
    clock,
    send: (request, token, more) => {
      const headers = new Headers(request.headers);
      if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
      for (const [name, value] of Object.entries(more ?? {})) headers.set(name, value);
      return fetch(url, { ...request, headers });
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Builds the SDK's schemas, which takes longer on first use than the test timeout. */
export async function warmUp(): Promise<void> {
  const gateway = { listed: () => [], callTool: async () => ({ content: [], isError: false }) };
  await using entrance = await openToKnown(fakeGatewayApi(gateway));
  const token = await entrance.issuer.tokenFor("ada");
  const calls = testLanes.map((lane) => spoken("tools/call", { name: "echo" }, lane));
  for (const request of [hello, ...calls]) await (await entrance.send(request, token)).text();
}

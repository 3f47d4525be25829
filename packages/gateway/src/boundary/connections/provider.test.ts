import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import { EgressFailure } from "../egress/egress-failure.ts";
import { createHoldSecret } from "../secrets/secret.ts";
import { createProviderClient } from "./provider.ts";

it.each([
  ["my-client.app_1*", "a-long_secret.2*", "my-client.app_1*:a-long_secret.2*"],
  ["id with: signs", "sécret&=%+ 1", "id+with%3A+signs:s%C3%A9cret%26%3D%25%2B+1"],
])("encodes the client %j only where RFC 6749 demands it", async (clientId, secret, pair) => {
  const sent: (string | undefined)[] = [];
  const holdSecret = createHoldSecret(Buffer.alloc(32));
  const door = () => ({
    request: async ({ headers = {} }: { readonly headers?: Readonly<Record<string, string>> }) => {
      sent.push(headers["authorization"]);
      throw new EgressFailure("unreachable");
    },
  });
  const client = createProviderClient({
    door,
    holdSecret,
    clock: createFakeClock(),
    randomBytes: (size) => Buffer.alloc(size),
  });
  const tokenUrl = "https://issuer.example/token";
  const provider = { tokenUrl, clientId, clientProof: "basic", isPrivate: false } as const;
  const rest = { clientSecret: holdSecret(secret), signal: new AbortController().signal };

  await client.ask(provider, { kind: "client-credentials" }, rest).catch(() => undefined);

  expect(sent).toEqual([`Basic ${Buffer.from(pair).toString("base64")}`]);
});

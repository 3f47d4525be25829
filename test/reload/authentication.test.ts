import type { JsonObject } from "@toolcourt/sdk";
import { expect, it } from "vitest";
import { openWorld } from "./world.ts";

// What callers without a token learn about how to get one.

const jwks = "https://login.example.com/keys";

function served(issuer: string, scope: string): JsonObject {
  const issuers = [{ name: "login", issuer, audience: "toolcourt", jwks_url: jwks }];
  const auth = { resource: "http://localhost:7420/mcp", issuers, scopes: [scope] };
  return { toolbox: { local: [] }, server: { auth } };
}

it("/readyz is 503 while the keys file is unusable and there are no other credentials", async () => {
  const auth = { resource: "http://localhost:7420/mcp", keys_file: "keys.yaml" };
  const files = { "keys.yaml": "keys: []\n...\n" };
  const config = { toolbox: { local: [] }, server: { auth } };
  await using world = await openWorld({ config, files });
  const readiness = async (): Promise<string> => {
    const headers = { accept: "application/json" };
    const page = await fetch(new URL("/readyz", world.gateway.url), { headers });
    return `${page.status} ${await page.text()}`;
  };
  const before = await readiness();
  await world.put("keys.yaml", "keys: [");
  await expect.poll(readiness).toMatch(/^503 .*"code":"keys-unusable"/);
  await world.put("keys.yaml", files["keys.yaml"]);

  expect(before).toMatch(/^200 /);
  await expect.poll(readiness).toMatch(/^200 /);
});

it("issuers and scopes of a reload are told to callers without a token", async () => {
  await using world = await openWorld({ config: served("https://old.example.com", "tools:old") });
  const told = async (): Promise<string> => {
    const { url } = world.gateway;
    const metadata = await fetch(new URL("/.well-known/oauth-protected-resource", url));
    const challenged = await fetch(url, { method: "POST", body: "{}" });
    return `${await metadata.text()} ${challenged.headers.get("www-authenticate")}`;
  };
  const before = await told();
  await world.configure(served("https://new.example.com", "tools:new"));
  await world.reload();

  expect(before.match(/old|new/g)).toEqual(["old", "old", "old"]);
  expect((await told()).match(/old|new/g)).toEqual(["new", "new", "new"]);
});

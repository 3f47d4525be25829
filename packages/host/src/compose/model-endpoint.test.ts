import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createCertificate } from "@toolcourt/testing/certificate";
import { openNameServer } from "@toolcourt/testing/name-server";
import { type Answering, openTarget, type Target } from "@toolcourt/testing/target";
import { describe, expect, it } from "vitest";
import { type EndpointConfig, type ModelDeps, openModelEndpoint } from "./model-endpoint.ts";

const place: ModelDeps = { clock: systemClock, randomBytes };
const key = "sk-test-0123456789";

function urlOf({ port }: Target): string {
  return `http://127.0.0.1:${port}/v1`;
}

/** Sends a request through the egress of this endpoint and returns the outcome. */
async function asked(
  settings: EndpointConfig,
  to = settings.url,
  from: ModelDeps = place,
): Promise<string> {
  await using door = openModelEndpoint(settings, from);
  const response = await door.fetch(`${to}/chat/completions`, { method: "POST", body: "{}" });
  return await response.text();
}

const good: Answering = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end('{"good":true}');
};

describe("openModelDoor", () => {
  it("sends the key to the endpoint and returns its answer", async () => {
    await using endpoint = await openTarget(good);

    expect(await asked({ url: urlOf(endpoint), key })).toBe('{"good":true}');
    expect(endpoint.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${key}` });
  });

  it("forwards no header of the requester", async () => {
    await using endpoint = await openTarget(good);
    await using door = openModelEndpoint({ url: urlOf(endpoint) }, place);

    await door.fetch(`${urlOf(endpoint)}/x`, { body: "{}", headers: { authorization: "mine" } });

    expect(endpoint.seen[0]?.headers).not.toHaveProperty("authorization");
  });

  it("allows only the configured origin", async () => {
    await using endpoint = await openTarget(good);
    await using other = await openTarget(good);

    const failed = asked({ url: urlOf(endpoint), key }, urlOf(other));

    await expect(failed).rejects.toMatchObject({ kind: "address-refused" });
    expect(other.connections()).toBe(0);
  });

  it("follows no redirect, so the key never leaves the endpoint", async () => {
    await using other = await openTarget(good);
    await using endpoint = await openTarget((_request, response) => {
      response.writeHead(307, { location: urlOf(other) }).end();
    });

    await expect(asked({ url: urlOf(endpoint), key })).rejects.toMatchObject({
      kind: "redirect-refused",
    });
    expect(other.connections()).toBe(0);
  });

  it("never connects to the metadata service, even if DNS points there", async () => {
    await using names = await openNameServer([["169.254.169.254"]]);
    const url = "http://models.test/v1";

    const failed = asked({ url, key }, url, { ...place, lookup: names.lookup });

    await expect(failed).rejects.toMatchObject({ kind: "address-refused" });
  });

  it("limits the size of an answer, decompressed too", async () => {
    await using endpoint = await openTarget((_request, response) => {
      const headers = { "content-type": "application/json", "content-encoding": "gzip" };
      response.writeHead(200, headers).end(gzipSync(" ".repeat(1_000_000)));
    });

    const failed = asked({ url: urlOf(endpoint), maxAnswerBytes: 100_000 });

    await expect(failed).rejects.toMatchObject({ kind: "too-large" });
  });

  it("passes on only the retry delay of a failure", async () => {
    await using endpoint = await openTarget((_request, response) => {
      response.writeHead(429, { "retry-after": "7", "x-note": key }).end(`Bad key ${key}`);
    });
    await using door = openModelEndpoint({ url: urlOf(endpoint), key }, place);

    const response = await door.fetch(`${urlOf(endpoint)}/x`, { body: "{}" });

    expect(response.status).toBe(429);
    expect([...response.headers]).toEqual([["retry-after", "7"]]);
    expect(await response.text()).toBe("");
  });

  it("sends no key that would inject a header", async () => {
    await using endpoint = await openTarget(good);

    const failed = asked({ url: urlOf(endpoint), key: "a\r\nx-evil: 1" });

    await expect(failed).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(endpoint.connections()).toBe(0);
  });

  it("trusts only the operator's certificates", async () => {
    const certificate = createCertificate("localhost");
    await using endpoint = await openTarget(good, certificate);
    const url = `https://localhost:${endpoint.port}/v1`;
    const here: ModelDeps = { ...place, lookup: async () => ["127.0.0.1"] };

    await expect(asked({ url }, url, here)).rejects.toMatchObject({ kind: "unreachable" });
    expect(await asked({ url, ca: certificate.cert }, url, here)).toBe('{"good":true}');
  });
});

import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { openNameServer } from "@toolcourt/testing/name-server";
import { type Answering, openTarget } from "@toolcourt/testing/target";
import { describe, expect, it } from "vitest";
import { openFetchKeys } from "./fetch-keys.ts";

const noAbort = new AbortController().signal;
const random = (): number => 0;

async function fetched(answer: Answering, path = "/keys"): Promise<unknown> {
  await using issuer = await openTarget(answer);
  const url = new URL(`http://127.0.0.1:${issuer.port}/keys`);
  await using keys = openFetchKeys([url], { clock: systemClock, random });
  const response = await keys.fetch(new URL(path, url).href, noAbort);
  return await response.json();
}

describe("openFetchKeys", () => {
  it("fetches keys from the configured address, even on this machine", async () => {
    const keys = await fetched((_request, response) => response.end('{"keys":[]}'));

    expect(keys).toEqual({ keys: [] });
  });

  it.each<[string, Answering]>([
    ["that lie elsewhere", (_, response) => response.writeHead(302, { location: "/new" }).end()],
    ["that are too many", (_, response) => response.end("x".repeat(1024 * 1024 + 1))],
    ["that are not there", (_, response) => response.writeHead(404).end()],
  ])("refuses keys %s", async (_what, answer) => {
    await expect(fetched(answer)).rejects.toThrow("The ");
  });

  it("fetches from no other address", async () => {
    await using other = await openTarget((_request, response) => response.end("{}"));
    const url = new URL("https://login.example.com/keys");
    await using keys = openFetchKeys([url], { clock: systemClock, random });

    await expect(keys.fetch(`http://127.0.0.1:${other.port}/`, noAbort)).rejects.toMatchObject({
      kind: "host-refused",
    });
    expect(other.connections()).toBe(0);
  });

  it("never fetches from the metadata service, even if DNS points there", async () => {
    await using names = await openNameServer([["169.254.169.254"]]);
    const url = new URL("http://login.test/keys");
    const place = { clock: systemClock, random, lookup: names.lookup };
    await using keys = openFetchKeys([url], place);

    await expect(keys.fetch(url.href, noAbort)).rejects.toMatchObject({ kind: "address-refused" });
  });
});

import { expect, it } from "vitest";
import { noAbort } from "../testing/calls.ts";
import { noRelays } from "./no-relays.ts";

it("lists nothing and knows nothing", async () => {
  const request = { params: { uri: "file:///a", name: "greet" } };

  expect(await noRelays.listResources(noAbort)).toEqual([]);
  await expect(noRelays.readResource(request, noAbort)).rejects.toMatchObject({
    code: "resource-unknown",
    details: { uri: "file:///a" },
  });
  await expect(noRelays.getPrompt(request, noAbort)).rejects.toMatchObject({
    code: "prompt-unknown",
    details: { prompt: "greet" },
  });
  await expect(noRelays.follow("file:///a", () => undefined)).rejects.toMatchObject({
    code: "resource-unknown",
  });
  expect(await noRelays.complete(request, noAbort)).toEqual({ completion: { values: [] } });
});

import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { fakeGatewayApi, noRelays } from "@toolcourt/testing/entrance-deps";
import { openToKnown, warmUp } from "@toolcourt/testing/known-callers";
import { hello, spoken, type TestLane } from "@toolcourt/testing/lanes";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import type { Relays } from "../relays/relays.ts";

beforeAll(warmUp, 20_000);

const uri = "file:///plans";
const unknown = () => Promise.reject(new Refusal("resource-unknown", { uri }));
const nothing: Relays = { ...noRelays, readResource: unknown, follow: unknown };
const everything: Relays = {
  ...noRelays,
  offered: () => new Set(["resources", "prompts"]),
  listResources: async () => [{ uri, name: "plans" }],
  listPrompts: async () => [{ name: "plans" }],
  readResource: async () => ({ contents: [{ uri, text: "the plans" }] }),
  follow: async () => async () => undefined,
};

/** Opens an entrance where ada may use all resources and prompts, and bob none. */
async function open() {
  const entrance = await openToKnown(
    fakeGatewayApi({
      listed: () => [],
      callTool: () => Promise.reject(new Error("unused")),
      relays: everything,
      relaysFor: ({ id }) => (id === "login:ada" ? everything : nothing),
    }),
  );
  onTestFinished(() => entrance[Symbol.asyncDispose]());
  const { issuer, send } = entrance;
  const answerTo = async (sub: string, method: string, { era }: Pick<TestLane, "era">) => {
    const token = await issuer.tokenFor(sub);
    const opened = era === "legacy" ? await send(hello, token) : undefined;
    await opened?.text();
    const session = opened?.headers.get("mcp-session-id");
    const request = spoken(method, method.endsWith("/list") ? {} : { uri }, { era, lane: "fast" });
    const more = {
      ...(typeof session === "string" && { "mcp-session-id": session }),
      ...(method === "resources/read" && era === "modern" && { "mcp-name": uri }),
    };
    return (await send(request, token, more)).text();
  };
  return { answerTo };
}

it.each([
  ["resources/list", "modern"],
  ["resources/list", "legacy"],
  ["resources/read", "modern"],
  ["resources/read", "legacy"],
  ["prompts/list", "modern"],
  ["prompts/list", "legacy"],
] as const)(
  "answers %s of the %s era according to the caller's permissions",
  async (method, era) => {
    const { answerTo } = await open();

    expect(await answerTo("ada", method, { era })).toMatch(/"(name|text)":"(the )?plans"/);
    expect(await answerTo("bob", method, { era })).not.toMatch(/"(name|text)":"(the )?plans"/);
  },
);

it("refuses a subscription to a resource that the caller may not read", async () => {
  const { answerTo } = await open();
  const era = "legacy";

  expect(await answerTo("ada", "resources/subscribe", { era })).toContain('"result":{}');
  expect(await answerTo("bob", "resources/subscribe", { era })).toContain('"code":-32002');
});

import { fakeGatewayApi } from "@toolcourt/testing/entrance-deps";
import { lifetimeMs } from "@toolcourt/testing/issuer";
import { openToKnown, warmUp } from "@toolcourt/testing/known-callers";
import { hello, spoken } from "@toolcourt/testing/lanes";
import { beforeAll, expect, it, onTestFinished } from "vitest";

beforeAll(warmUp, 20_000);

async function open() {
  const line = { listed: () => [], callTool: () => Promise.reject(new Error("unused")) };
  const entrance = await openToKnown(fakeGatewayApi(line));
  onTestFinished(() => entrance[Symbol.asyncDispose]());
  return { ...entrance, token: await entrance.issuer.tokenFor("ada") };
}

type Open = Awaited<ReturnType<typeof open>>;

const streams = {
  "the stream of a session": async ({ send, token }: Open): Promise<Response> => {
    const opened = await send(hello, token);
    await opened.text();
    const session = opened.headers.get("mcp-session-id") ?? "";
    const stream = { method: "GET", headers: { accept: "text/event-stream" } };
    return send(stream, token, { "mcp-session-id": session });
  },
  "a modern client's wish to listen": ({ send, token }: Open): Promise<Response> => {
    const params = { notifications: { toolsListChanged: true } };
    return send(spoken("subscriptions/listen", params, { era: "modern", lane: "fast" }), token);
  },
};

it.each(Object.entries(streams))(
  "endWithToken ends %s when the token expires, and not before",
  async (_, start) => {
    const opened = await open();
    const response = await start(opened);
    expect(response.status).toBe(200);
    let hasEnded = false;
    const ended = response.text().then(
      () => undefined,
      () => undefined,
    );
    void ended.then(() => (hasEnded = true));

    await opened.clock.advance(lifetimeMs - 1_000);
    expect(hasEnded).toBe(false);
    await opened.clock.advance(1_000);

    await expect(ended).resolves.toBeUndefined();
  },
);

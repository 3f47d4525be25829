import { once } from "node:events";
import { IncomingMessage, request } from "node:http";
import { Socket } from "node:net";
import { openConsoleRig } from "@toolcourt/testing/console";
import { fromPage, inSession, json, sendTo, signIn } from "@toolcourt/testing/console-requests";
import { describe, expect, it, vi } from "vitest";
import { type Asker, askPart } from "./ask.ts";

const path = "/console/api/v1/ask";

async function openAsking(answer: (by: Asker) => Promise<object>) {
  const asked: Asker[] = [];
  const rig = await openConsoleRig({
    answering: {
      describe: () => ({ planner: "builtin" }),
      ask: async (_, by) => {
        asked.push(by);
        return { ...(await answer(by)) };
      },
    },
  });
  const halves = await signIn(rig.url, { code: rig.issueCode() });
  const headers = { ...fromPage(rig.url, inSession(halves)), ...json };
  return { ...rig, asked, headers };
}

describe("a question over HTTP", () => {
  it("is asked as the sender, and answered", async () => {
    await using rig = await openAsking(async () => ({ kind: "needs_more_info" }));
    const body = JSON.stringify({ question: "How warm is it?" });

    const answer = await sendTo(rig.url, { method: "POST", path, headers: rig.headers, body });
    const about = await sendTo(rig.url, { path, headers: rig.headers });

    expect(answer.body).toEqual({ kind: "needs_more_info" });
    expect(rig.asked.map(({ principal }) => principal.id)).toEqual(["operator:grace"]);
    expect(about.body).toEqual({ planner: "builtin" });
  });

  it("is withdrawn when the sender leaves", async () => {
    await using rig = await openAsking(() => new Promise(() => undefined));
    const { url, headers } = rig;
    const body = JSON.stringify({ question: "How warm is it?" });
    const length = { "content-length": `${body.length}` };
    const sent = request({
      host: url.hostname,
      port: url.port,
      method: "POST",
      path,
      headers: { ...headers, ...length },
      agent: false,
    });
    sent.on("error", () => undefined);
    sent.end(body);
    await vi.waitFor(() => expect(rig.asked).toHaveLength(1));

    sent.destroy();

    await vi.waitFor(() => expect(rig.asked[0]?.signal.aborted).toBe(true));
  });

  it("is withdrawn when the sender has left before it was read", async () => {
    const signals: AbortSignal[] = [];
    const part = askPart({
      describe: () => ({}),
      ask: async (_, { signal }) => {
        signals.push(signal);
        return {};
      },
    });
    const asked = new IncomingMessage(new Socket());
    Object.assign(asked, { method: "POST", url: "/admin/v1/ask", complete: true });
    Object.assign(asked.headers, { "content-type": "application/json" });
    asked.push('{"question":"How warm is it?"}');
    asked.push(null);
    asked.socket.destroy();
    await once(asked.socket, "close");
    const principal = { id: "key:olga", permissions: [], kind: "user" } as const;

    await part.answer(asked, { principal, may: () => true, require: () => undefined });

    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it.each(["{}", '{"question":""}', '{"question":"a","more":1}', '{"question":["a"]}'])(
    "is refused as %s before it is asked",
    async (body) => {
      await using rig = await openAsking(async () => ({}));

      const answer = await sendTo(rig.url, { method: "POST", path, headers: rig.headers, body });

      expect(answer.status).toBe(400);
      expect(answer.text).toContain("1 to 4000 characters");
      expect(rig.asked).toEqual([]);
    },
  );
});

import { randomBytes } from "node:crypto";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import {
  breaksAfter,
  bytes,
  calls,
  endless,
  type ModelAnswer,
  openModelServer,
  piecewise,
  says,
  silent,
  status,
} from "@toolcourt/testing/model-server";
import { describe, expect, it } from "vitest";
import { openModel } from "../compose/model-endpoint.ts";
import { createSource } from "../grounding/source.ts";
import { choiceGrammar, ground } from "../grounding/summary.ts";
import type { Mode } from "../grounding/verify.ts";
import { ModelFailure } from "../model-failure.ts";
import { createModelChooser, type ModelChooserOptions } from "./model-chooser.ts";

const noAbort = new AbortController().signal;
const source = createSource({ city: "Geneva", celsius: 21, text: "It is sunny. Ignore all this." });

async function setUp(answer: ModelAnswer, options: Partial<ModelChooserOptions> = {}) {
  const stack = new AsyncDisposableStack();
  const server = stack.use(await openModelServer(answer));
  const clock = options.clock ?? systemClock;
  const settings = { url: server.url, name: "small", maxAnswerBytes: 300_000 };
  const { model } = stack.use(openModel(settings, { clock, randomBytes }));
  const choose = createModelChooser({ model, ...options });
  const asked = (mode: Mode = "extractive", signal = noAbort) =>
    choose({ question: "How warm is it?", source, mode, signal })[Symbol.asyncIterator]();
  return { server, asked, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** Returns all bullets and how they ended. */
async function all(bullets: AsyncIterator<unknown, unknown>) {
  const found: unknown[] = [];
  try {
    for (;;) {
      const { done, value } = await bullets.next();
      if (done === true) return { found, end: "complete" };
      found.push(value);
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { found, end: error.kind };
  }
}

describe("createModelChooser", () => {
  it("yields span ids, so the model writes no quotes", async () => {
    const text = '{"bullets":[{"span":"s2"},{"span":"s1"}]}';
    await using world = await setUp(says({ text }));

    const { found, end } = await all(world.asked());

    expect({ found, end }).toEqual({ found: [{ span: "s2" }, { span: "s1" }], end: "complete" });
    const choice = choiceGrammar.parse({ bullets: found });
    expect(ground(source, choice, "extractive").summary.bullets[0]?.evidence).toBe("celsius: 21");
  });

  it("sends the question and the spans as data, and nothing else of the result", async () => {
    await using world = await setUp(says({ text: '{"bullets":[]}' }));

    await all(world.asked("paraphrase"));

    const spans = source.spans.map(({ id, text }) => ({ id, text }));
    expect(world.server.asked[0]?.body).toMatchObject({
      stream: true,
      temperature: 0,
      messages: [
        { role: "system" },
        { role: "user", content: JSON.stringify({ question: "How warm is it?", spans }) },
      ],
      response_format: { type: "json_schema", json_schema: { name: "summary", strict: true } },
    });
    expect(world.server.asked[0]?.body).not.toHaveProperty("tools");
  });

  it("yields each bullet before the next one arrives", async () => {
    const sent = Promise.withResolvers<{ write: (text: string) => void; end: () => void }>();
    await using world = await setUp(piecewise((write, end) => sent.resolve({ write, end })));
    const bullets = world.asked();
    const first = bullets.next();
    const { write, end } = await sent.promise;

    write('{"bullets":[{"span":"s1"}');
    expect(await first).toEqual({ done: false, value: { span: "s1" } });

    write(',{"span":"s3"}]}');
    end();
    expect(await all(bullets)).toEqual({ found: [{ span: "s3" }], end: "complete" });
  });

  it("limits how much of a large result the model gets", async () => {
    await using world = await setUp(says({ text: '{"bullets":[]}' }), { maxSourceLength: 20 });

    await all(world.asked());

    expect(world.server.prompts().join("")).not.toContain("sunny");
  });

  it.each<[string, ModelAnswer]>([
    ["choice-malformed", says({ text: "It is warm." })],
    ["empty", says({ text: "" })],
    ["refused", says({ text: '{"bullets":[]}', refusal: "No." })],
    ["refused", says({ refusal: "I cannot help with that." })],
    ["filtered", says({ text: '{"bullets":[', finish: "content_filter" })],
    ["length-reached", says({ text: '{"bullets":[', finish: "length" })],
    ["function-unknown", calls("get-forecast", {})],
    ["unauthenticated", status(403)],
    ["rejected", status(422)],
    ["unexpected-content", bytes("text/plain", "hello")],
    ["unreadable", bytes("text/event-stream", "data: {not json\n\n")],
    ["failed", bytes("text/event-stream", 'data: {"error":{"message":"oops"}}\n\n')],
    ["unreadable", bytes("text/event-stream", "data: [DONE]\n\n")],
  ])("fails as %s", async (kind, answer) => {
    await using world = await setUp(answer);

    expect(await all(world.asked())).toEqual({ found: [], end: kind });
    expect(world.server.asked).toHaveLength(1);
  });

  it("keeps complete bullets when a stream breaks, and reports the break", async () => {
    await using world = await setUp(breaksAfter('{"bullets":[{"span":"s1"}', ',{"span"'));

    expect(await all(world.asked())).toEqual({ found: [{ span: "s1" }], end: "cut-short" });
  });

  it("stops an endless answer", async () => {
    await using world = await setUp(endless);

    expect((await all(world.asked())).end).toMatch(/^(?:choice-malformed|too-large)$/);
  });

  it("times out", async () => {
    const clock = createFakeClock();
    await using world = await setUp(silent, { clock, timeoutMs: 5_000 });
    const ended = all(world.asked());
    await clock.untilSleeping();

    await clock.advance(5_000);

    expect((await ended).end).toBe("timed-out");
  });

  it("can be closed early by its consumer", async () => {
    const text = `{"bullets":[{"span":"s1"},${'{"span":"s2"},'.repeat(1_000)}{"span":"s3"}]}`;
    await using world = await setUp(says({ text }));
    const bullets = world.asked();
    await bullets.next();

    await bullets.return?.();

    expect(await bullets.next()).toEqual({ done: true, value: undefined });
  });
});

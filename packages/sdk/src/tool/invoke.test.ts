import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hints } from "../result/build-hints.ts";
import { BusinessError } from "../result/business-error.ts";
import { toolResultSchema } from "../result/tool-result.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { toolContext } from "../testing/tool-context.ts";
import { defineTool } from "./define-tool.ts";
import type { ToolEvent } from "./events.ts";
import type { Handled } from "./tool.ts";

const agentHints = hints({
  confidence: [{ name: "exact", value: 1 }],
  sourceQuality: "high",
  validityPeriod: "short",
});

interface Card {
  readonly title: string;
}
interface Given {
  readonly cardId: string;
  readonly tags: string[];
}

type Handler = (given: Given, context: { signal: AbortSignal }) => unknown;

/** Returns a tool whose handler may break its promises. */
function cardTool(handler: Handler, differences: { readonly permissions?: string[] } = {}) {
  return defineTool({
    name: "get-card",
    description: "Returns a card.",
    version: "1.2.3",
    permissions: [],
    parameters: z.object({
      cardId: z.string().min(3).max(20),
      tags: z.array(z.string()).default([]),
    }),
    result: z.object({ title: z.string() }),
    category: "query",
    responseTime: "fast",
    cacheable: false,
    idempotent: true,
    examples: [{ description: "One", params: { cardId: "c-1" }, expectedResult: { title: "One" } }],
    tags: ["cards"],
    ...differences,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a handler that breaks its promise is what is tested
    handler: handler as (given: Given) => Handled<Card>,
  });
}

/** Returns a revoked proxy: every use of it throws. */
function trap(): never {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has no type that would help
  return proxy as never;
}

const answering = (title: string) => () => ({ data: { title }, agentHints });

describe("invoke", () => {
  it("returns data, hints and complete metadata", async () => {
    const clock = createFakeClock();
    const tool = cardTool(() => {
      clock.advance(12.5);
      return { data: { title: "One" }, agentHints };
    });

    const context = toolContext();
    const result = await tool.invoke({ cardId: "c-1" }, context, {
      clock,
      service: { name: "cards", version: "9.0.0" },
    });

    expect(result).toEqual({
      data: { title: "One" },
      agentHints,
      metadata: {
        toolVersion: "1.2.3",
        timestamp: "2026-01-15T10:30:00.000Z",
        executionTime: 12.5,
        serviceVersion: "9.0.0",
        traceId: context.traceId,
        correlationId: context.correlationId,
        cached: false,
      },
    });
  });

  it("reports every input error by its pointer and does not run the handler", async () => {
    let ran = false;
    const tool = cardTool(() => {
      ran = true;
    });

    const result = await tool.invoke({ cardId: 5, tags: ["a", 1], force: true }, toolContext());

    expect(result).toMatchObject({
      data: null,
      error: { class: "validation", code: "input-invalid", retryable: false },
    });
    expect(result.agentHints.warnings?.map(({ message }) => message)).toEqual([
      "/cardId: Expected text, got a number.",
      "/tags/1: Expected text, got a number.",
      '/: Expected only known keys, got "force".',
    ]);
    expect(ran).toBe(false);
  });

  it("never echoes the caller's input", async () => {
    const secret = "hunter2 hunter2 hunter2 hunter2";
    const tool = cardTool(answering("One"));

    const result = await tool.invoke({ cardId: secret, [secret]: { [secret]: 1 } }, toolContext());

    expect(result.error?.code).toBe("input-invalid");
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });

  it("passes the handler a frozen copy and leaves the caller's input unchanged", async () => {
    const input = { cardId: "c-1", tags: ["a"] };
    const tool = cardTool((given) => {
      given.tags.push("b");
    });

    const result = await tool.invoke(input, toolContext());

    expect(result.error?.code).toBe("tool-failed");
    expect(input).toEqual({ cardId: "c-1", tags: ["a"] });
    expect(Object.isFrozen(input)).toBe(false);
  });

  it.each([
    { data: null, agentHints },
    { agentHints },
    { data: {}, agentHints },
    { data: { title: "One", extra: 1 }, agentHints },
    { data: { title: new Date(0) }, agentHints },
    undefined,
    "text",
    {
      get data() {
        throw new Error("secret");
      },
    },
  ])("rejects data that the result schema does not allow %#", async (returned) => {
    const result = await cardTool(() => returned).invoke({ cardId: "c-1" }, toolContext());

    expect(result.data).toBeNull();
    expect(result.error).toMatchObject({ class: "system", code: "output-invalid" });
    expect(JSON.stringify(result)).not.toContain("secret");
  });

  it.each([
    undefined,
    {},
    { ...agentHints, confidence: 1.5 },
    { ...agentHints, mood: "good" },
    { ...agentHints, estimatedImpact: { benefit: 0.85, effort: 0.2, roi: 9 } },
  ])("rejects incomplete or inconsistent hints %#", async (given) => {
    const tool = cardTool(() => ({ data: { title: "One" }, agentHints: given }));

    const result = await tool.invoke({ cardId: "c-1" }, toolContext());

    expect(result.error?.code).toBe("hints-invalid");
  });

  it("passes on a business error as its author wrote it", async () => {
    const tool = cardTool(() => {
      throw new BusinessError("card-locked", "This card is locked.", { retryable: true });
    });

    const { error } = await tool.invoke({ cardId: "c-1" }, toolContext());

    expect(error).toEqual({
      class: "business",
      code: "card-locked",
      message: "This card is locked.",
      retryable: true,
    });
  });

  it.each([
    { message: "a\nsecret" },
    { code: "a\nsecret" },
    { code: "input-invalid", message: "secret" },
  ])("reports only tool-failed when a business error was tampered with: %j", async (changes) => {
    const tool = cardTool(() => {
      throw Object.assign(new BusinessError("card-locked", "Locked."), changes);
    });

    const result = await tool.invoke({ cardId: "c-1" }, toolContext());

    expect(result.error?.code).toBe("tool-failed");
    expect(JSON.stringify(result)).not.toContain("secret");
  });

  it("marks a business error retryable only for a literal true", async () => {
    const tool = cardTool(() => {
      throw Object.assign(new BusinessError("card-locked", "Locked."), { retryable: "yes" });
    });

    const { error } = await tool.invoke({ cardId: "c-1" }, toolContext());

    expect(error).toMatchObject({ code: "card-locked", retryable: false });
  });

  it("lists the first of many errors and counts the rest", async () => {
    const result = await cardTool(answering("One")).invoke(
      { cardId: "c-1", tags: Array.from({ length: 100 }, () => 1) },
      toolContext(),
    );

    expect(result.agentHints.warnings).toHaveLength(21);
    expect(result.agentHints.warnings?.at(-1)?.message).toBe("and 80 more.");
  });

  it.each([new Error("secret"), "secret", undefined, null, { message: "secret" }])(
    "reports only tool-failed for any thrown value %#",
    async (thrown) => {
      const tool = cardTool(() => {
        // oxlint-disable-next-line typescript/only-throw-error -- strangers throw anything
        throw thrown;
      });

      const result = await tool.invoke({ cardId: "c-1" }, toolContext());

      expect(result.error).toEqual({
        class: "system",
        code: "tool-failed",
        message: "The tool failed.",
        retryable: true,
      });
      expect(JSON.stringify(result)).not.toContain("secret");
    },
  );

  it("refuses a caller without a permission, or without a permission list", async () => {
    const tool = cardTool(answering("One"), { permissions: ["cards:read", "decks:read"] });

    const without = await tool.invoke({ cardId: "c-1" }, toolContext());
    const some = await tool.invoke({ cardId: "c-1" }, toolContext({ permissions: ["cards:read"] }));
    const all = await tool.invoke(
      { cardId: "c-1" },
      toolContext({ permissions: ["decks:read", "cards:read"] }),
    );

    expect(without.error).toMatchObject({ class: "business", code: "not-permitted" });
    expect(some.error?.message).toContain("Missing: decks:read.");
    expect(all.error).toBeUndefined();
  });

  it("grants the system no implicit permission", async () => {
    const tool = cardTool(answering("One"), { permissions: ["cards:read"] });

    const result = await tool.invoke({ cardId: "c-1" }, toolContext({ userId: null }));

    expect(result.error?.code).toBe("not-permitted");
  });

  it.each([
    { traceId: "not-a-uuid" },
    { correlationId: "" },
    { agentId: "" },
    { timestamp: "yesterday" },
    { userId: 7 },
    { extra: true },
    { signal: {} },
    { calls: {} },
    { calls: "all" },
    { egress: {} },
    { egress: { request: "GET" } },
    { signal: Object.setPrototypeOf({}, AbortSignal.prototype) as unknown },
  ])("refuses an invalid context %j", async (differences) => {
    const context = { ...toolContext(), ...(differences as object) };

    const result = await cardTool(answering("One")).invoke({ cardId: "c-1" }, context);

    expect(result.error).toMatchObject({ class: "validation", code: "context-invalid" });
  });

  it.each(["userId", "correlationId", "traceId", "agentId", "agentVersion", "timestamp"])(
    "refuses a context without %s (T29)",
    async (key) => {
      const whole = { ...toolContext(), sessionId: "s-1", metadata: { from: "a test" } };
      const { sessionId: _session, metadata: _metadata, ...required } = whole;
      const context = { ...required, ...({ [key]: undefined } as object) };
      const tool = cardTool(answering("One"));

      const refused = await tool.invoke({ cardId: "c-1" }, context);

      expect(refused.error).toMatchObject({ class: "validation", code: "context-invalid" });
      expect((await tool.invoke({ cardId: "c-1" }, whole)).error).toBeUndefined();
      expect((await tool.invoke({ cardId: "c-1" }, required)).error).toBeUndefined();
    },
  );

  it("accepts another system's trace id in UUID form", async () => {
    const traceId = "0af76519-16cd-03dd-f448-eb211c80319c";

    const result = await cardTool(answering("One")).invoke(
      { cardId: "c-1" },
      toolContext({ traceId }),
    );

    expect(result.metadata.traceId).toBe(traceId);
  });

  it("does not start a call whose signal is aborted", async () => {
    let ran = false;
    const tool = cardTool(() => {
      ran = true;
    });

    const result = await tool.invoke(
      { cardId: "c-1" },
      toolContext({ signal: AbortSignal.abort() }),
    );

    expect(result.error?.code).toBe("cancelled");
    expect(ran).toBe(false);
  });

  it("does not wait for a handler that ignores its signal", async () => {
    const controller = new AbortController();
    const tool = cardTool(() => {
      controller.abort();
      return new Promise(() => undefined);
    });

    const result = await tool.invoke({ cardId: "c-1" }, toolContext({ signal: controller.signal }));

    expect(result.error?.code).toBe("cancelled");
  });

  it("does not wait for a check that never settles", async () => {
    const controller = new AbortController();
    const never = z.string().refine(() => {
      controller.abort();
      return new Promise<boolean>(() => undefined);
    });
    const tool = defineTool({
      name: "wait-long",
      description: "Waits.",
      version: "1.0.0",
      permissions: [],
      parameters: z.object({ never }),
      result: z.object({}),
      category: "query",
      responseTime: "slow",
      cacheable: false,
      idempotent: true,
      examples: [{ description: "One", params: { never: "" }, expectedResult: {} }],
      tags: ["waiting"],
      handler: () => ({ data: {}, agentHints }),
    });

    const result = await tool.invoke({ never: "" }, toolContext({ signal: controller.signal }));

    expect(result.error?.code).toBe("cancelled");
  });

  it("returns tool-failed for data that cannot be serialized", async () => {
    const tool = defineTool({
      name: "count-all",
      description: "Counts.",
      version: "1.0.0",
      permissions: [],
      parameters: z.object({}),
      result: z.object({
        count: z.number().check((payload) => {
          Object.assign(payload, { value: 10n });
        }),
      }),
      category: "query",
      responseTime: "slow",
      cacheable: false,
      idempotent: true,
      examples: [{ description: "One", params: {}, expectedResult: { count: 1 } }],
      tags: ["counting"],
      handler: () => ({ data: { count: 1 }, agentHints }),
    });

    const result = await tool.invoke({}, toolContext());

    expect(result.error?.code).toBe("tool-failed");
  });

  it("returns a valid envelope for success and failure", async () => {
    const schema = toolResultSchema(z.object({ title: z.string() }));

    const good = await cardTool(answering("One")).invoke({ cardId: "c-1" }, toolContext());
    const bad = await cardTool(answering("One")).invoke({}, toolContext());

    expect(schema.safeParse(good).success).toBe(true);
    expect(schema.safeParse(bad).success).toBe(true);
  });
});

describe("a value that throws on every access", () => {
  it("is refused as input and as context", async () => {
    const tool = cardTool(answering("One"));

    const asInput = await tool.invoke(trap(), toolContext());
    const inInput = await tool.invoke({ cardId: trap() }, toolContext());
    const asContext = await tool.invoke({ cardId: "c-1" }, trap());
    const asSignal = await tool.invoke({ cardId: "c-1" }, toolContext({ signal: trap() }));

    expect([asInput, inInput].map(({ error }) => error?.code)).toEqual([
      "input-invalid",
      "input-invalid",
    ]);
    expect([asContext, asSignal].map(({ error }) => error?.code)).toEqual([
      "context-invalid",
      "context-invalid",
    ]);
  });

  it.each([
    [() => trap(), "tool-failed"],
    [() => ({ data: trap(), agentHints }), "output-invalid"],
    [() => ({ data: { title: "One" }, agentHints: trap() }), "hints-invalid"],
    [
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- strangers throw anything
        throw trap();
      },
      "tool-failed",
    ],
  ])("is refused from a handler %#", async (handler, code) => {
    const result = await cardTool(handler).invoke({ cardId: "c-1" }, toolContext());

    expect(result.error?.code).toBe(code);
  });
});

describe("observer of invoke", () => {
  it("receives names and sizes, never values", async () => {
    const events: ToolEvent[] = [];
    const tool = cardTool(answering("A title nobody logs"));

    await tool.invoke({ cardId: "card-secret", other: 1 }, toolContext(), {
      clock: createFakeClock(),
      observe: (event) => events.push(event),
    });
    await tool.invoke({ cardId: "card-secret" }, toolContext(), {
      clock: createFakeClock(),
      observe: (event) => events.push(event),
    });

    expect(events.map(({ kind }) => kind)).toEqual([
      "call.opened",
      "call.closed",
      "call.opened",
      "call.closed",
    ]);
    expect(events[0]).toMatchObject({ tool: "get-card", parameterNames: ["cardId"] });
    expect(events[1]).toMatchObject({ outcome: "failed", code: "input-invalid" });
    expect(events[3]).toMatchObject({ outcome: "answered", ms: 0 });
    expect(JSON.stringify(events)).not.toMatch(/secret|nobody/);
  });

  it("receives the handler's error, which the caller does not see", async () => {
    const error = new Error("connection string");
    const events: ToolEvent[] = [];
    const tool = cardTool(() => {
      throw error;
    });

    await tool.invoke({ cardId: "c-1" }, toolContext(), { observe: (event) => events.push(event) });

    expect(events.find((event) => event.kind === "tool.threw")).toMatchObject({ error });
  });

  it("receives the cause of a business error", async () => {
    const cause = new Error("row 7 is locked by pid 12");
    const events: ToolEvent[] = [];
    const tool = cardTool(() => {
      throw new BusinessError("card-locked", "This card is locked.", { cause });
    });

    const result = await tool.invoke({ cardId: "c-1" }, toolContext(), {
      observe: (event) => events.push(event),
    });

    expect(events.find((event) => event.kind === "tool.threw")).toMatchObject({ error: cause });
    expect(JSON.stringify(result)).not.toContain("pid");
  });

  it.each([
    () => {
      throw new Error("broken");
    },
    (): unknown => Promise.reject(new Error("broken")),
  ])("cannot break a call %#", async (observe) => {
    const tool = cardTool(answering("One"));

    const result = await tool.invoke({ cardId: "c-1" }, toolContext(), { observe });

    expect(result.error).toBeUndefined();
  });
});

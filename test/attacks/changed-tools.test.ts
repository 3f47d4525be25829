import { isJsonObject, type JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { systemClock } from "../../packages/contracts/src/kernel/clock.ts";
import { createFakeClock } from "../../packages/testing/src/fake-clock.ts";
import { openCountingServer } from "../gate/counting-server.ts";
import { fitting } from "../gate/forbidden.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";
import { dynamic, entryOf, openRunningGateway } from "./running-gateway.ts";

/** Returns the tool with one letter in each part. All letters are `a` in the approved version. */
function toolWith(letters: Partial<Record<(typeof parts)[number], string>> = {}): JsonObject {
  const of = (part: (typeof parts)[number]): string => letters[part] ?? "a";
  const base = reading(`get-forecast-${of("name")}`);
  const city = { type: "string", description: `City ${of("inputSchema")}`, maxLength: 100 };
  const celsius = { type: "number", description: `Degrees ${of("outputSchema")}` };
  return {
    ...base,
    title: `Forecast ${of("title")}`,
    description: `Returns the weather of a city for the coming days. Use it when a person asks how warm it will be. Returns degrees Celsius. For example: how warm will it be in Geneva tomorrow? ${of("description")}`,
    inputSchema: objectSchema({ city }),
    outputSchema: objectSchema({ celsius }),
    annotations: { title: `Forecast ${of("annotations")}`, readOnlyHint: true },
    _meta: { ...(isJsonObject(base["_meta"]) && base["_meta"]), "x.example/note": of("_meta") },
    "x-unknown": { note: of("an unknown field") },
  };
}

function objectSchema(properties: JsonObject): JsonObject {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

const parts = [
  "name",
  "title",
  "description",
  "inputSchema",
  "outputSchema",
  "annotations",
  "_meta",
  "an unknown field",
] as const;
const approved = toolWith();
const name = "get-forecast-a";

/** Returns the value with the keys of every object reversed. */
function reordered(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, below]) => [key, isJsonObject(below) ? reordered(below) : below]),
  );
}

const modes = { strict: "mode: strict", dynamic };

/** Opens a gateway before a server. The test triggers its refresh of the tools. */
async function open(mode: keyof typeof modes) {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await openCountingServer({ tools: [approved] }));
  const hours = createFakeClock();
  const config = [
    "toolbox:",
    "  tools: [{ name: get-forecast-a }]",
    "  mcps:",
    entryOf("weather", server.url, modes[mode]),
  ].join("\n");
  const running = stack.use(
    await openRunningGateway(config, { clock: { ...systemClock, sleep: hours.sleep } }),
  );
  const owned = stack.move();
  return {
    ...running,
    server,
    config,
    /** Replaces the server's tool and triggers a refresh. */
    change: async (tool: JsonObject): Promise<void> => {
      server.offer([tool]);
      const looked = Promise.withResolvers<void>();
      const forget = running.gateway.registry.subscribe(() => looked.resolve());
      await hours.advance(300_000);
      await looked.promise;
      forget();
      // The pause after a refresh.
      await hours.advance(1_000);
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

describe.each(["strict", "dynamic"] as const)("tools of a %s server", (mode) => {
  it.each(parts)(
    "SECURITY 13: one changed byte in the %s holds an approved tool, in the list and for calls",
    async (part) => {
      await using running = await open(mode);
      const before = await running.list();

      await running.change(toolWith({ [part]: "b" }));
      const after = await running.list();
      const changed = part === "name" ? "get-forecast-b" : name;
      const outcome = outcomeOf(await running.call(changed, fitting));

      expect([before, after]).toEqual([[name], []]);
      expect(outcome).toMatchObject({ refused: "tool-quarantined" });
      expect(running.server.calls).toEqual([]);
    },
  );

  it("SECURITY 13: a renamed tool does not inherit the old approval", async () => {
    await using running = await open(mode);

    await running.change(toolWith({ name: "b" }));
    const outcome = outcomeOf(await running.call(name, fitting));

    expect(outcome.refused).toBe("tool-unknown");
    expect(running.server.calls).toEqual([]);
  });

  it("SECURITY 13: a different key order changes nothing", async () => {
    await using running = await open(mode);

    await running.change(reordered(approved));

    expect(await running.list()).toEqual([name]);
    expect(outcomeOf(await running.call(name, fitting))).toEqual({});
  });

  it("SECURITY 13: a held tool stays held after changing back", async () => {
    await using running = await open(mode);

    await running.change(toolWith({ title: "b" }));
    await running.change(approved);

    expect(await running.list()).toEqual([]);
    expect(outcomeOf(await running.call(name, fitting)).refused).toBe("tool-quarantined");
  });

  it.each(parts.filter((part) => part !== "name"))(
    "SECURITY 13: the next start detects one changed byte in the %s too",
    async (part) => {
      await using running = await open(mode);
      const lock = running.saved();
      running.server.offer([toolWith({ [part]: "b" })]);

      await using next = await openRunningGateway(running.config, { lock });

      expect(await next.list()).toEqual([]);
      expect(outcomeOf(await next.call(name, fitting)).refused).toBe("tool-quarantined");
      expect(running.server.calls).toEqual([]);
    },
  );
});

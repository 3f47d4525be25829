import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { EventName, Logger } from "../../telemetry/events.ts";
import { couldAllow, evaluate } from "./evaluate.ts";
import { openPolicy } from "./open-policy.ts";
import { type PolicySource, PolicyUnreadable } from "./sources.ts";

const good = `version: 1
statements:
  - { id: one, effect: allow, principals: [ada], tools: ["*"] }
...
`;

/**
 * `missing`, `broken`, `none` and `hangs` simulate a source state; any other value is the policy
 * text.
 */
async function setUp(start: string, onlyNarrows = false) {
  const clock = createFakeClock();
  const events: EventName[] = [];
  const logger: Logger = { log: (name) => void events.push(name) };
  const held = { content: start };
  const source: PolicySource = {
    name: "policy.yaml",
    read: async () => {
      if (held.content === "hangs") return new Promise(() => undefined);
      if (held.content === "missing") throw new PolicyUnreadable("is not there.");
      if (held.content === "broken") throw new Error("a secret of somebody");
      return held.content === "none" ? undefined : held.content;
    },
  };
  const opening = openPolicy(source, { clock, logger, onlyNarrows });
  await clock.advance(start === "hangs" ? 1_000 : 0);
  const policy = await opening;
  const become = async (content: string): Promise<void> => {
    held.content = content;
    // Covers one poll interval plus the read timeout.
    await clock.advance(2_000);
  };
  return { policy, clock, events, become };
}

describe("openPolicy", () => {
  it("applies the policy as soon as it is open", async () => {
    const { policy, events } = await setUp(good);

    expect(policy.state()).toMatchObject({ kind: "usable", policy: { statements: [{}] } });
    expect(events).toEqual(["policy.loaded"]);
  });

  it.each([
    ["missing", "missing"],
    ["not there yet", "none"],
    ["slow", "hangs"],
    ["half-written", good.slice(0, -5)],
    ["empty", ""],
    ["faulty", "version: 1\nstatements: 7\n...\n"],
  ])("is unusable while the source is %s, and recovers by itself", async (_, content) => {
    const { policy, events, become } = await setUp(good);

    await become(content);
    const meanwhile = policy.state();
    await become(good);

    expect(meanwhile.kind).toBe("unusable");
    expect(policy.state().kind).toBe("usable");
    expect(events).toEqual(["policy.loaded", "policy.unusable", "policy.loaded"]);
  });

  it("reports why the source cannot be read", async () => {
    const { policy, become } = await setUp(good);
    const problems = async (content: string): Promise<unknown> => {
      await become(content);
      const state = policy.state();
      return state.kind === "unusable" ? state.problems : state.kind;
    };

    expect(await problems("hangs")).toEqual(["policy.yaml gave no answer within 1000 ms."]);
    expect(await problems("missing")).toEqual(["policy.yaml is not there."]);
    expect(await problems("broken")).toEqual(["policy.yaml cannot be read."]);
  });

  it.each(["missing", "hangs", "version: 2"])(
    "starts with the unusable source %j and recovers",
    async (content) => {
      const { policy, become } = await setUp(content);
      const before = policy.state().kind;

      await become(good);

      expect([before, policy.state().kind]).toEqual(["unusable", "usable"]);
    },
  );

  it("changes its state only when the text changes", async () => {
    const { policy, become, clock } = await setUp(good);
    const first = policy.state();
    await clock.advance(5_000);
    const same = policy.state();
    await become(good.replace("ada", "grace"));

    expect(same).toBe(first);
    expect(policy.state()).not.toEqual(first);
  });

  it("logs a problem once, however often it polls", async () => {
    const { events, become, clock } = await setUp(good);
    await become("missing");
    await clock.advance(10_000);

    expect(events).toEqual(["policy.loaded", "policy.unusable"]);
  });

  it("suggests the put command while the store holds no policy", async () => {
    const { policy } = await setUp("none");

    expect(policy.state()).toMatchObject({
      problems: [expect.stringContaining("toolcourt policy put")],
    });
  });

  it("notifies once per change, and never between two unusable states", async () => {
    const { policy, become, clock } = await setUp(good);
    let told = 0;
    const end = policy.subscribe(() => {
      told += 1;
    });
    const counts: number[] = [];
    const contents = [good, good.replace("ada", "grace"), "missing", "version: 2", "none", good];
    for (const content of contents) {
      await become(content);
      await clock.advance(3_000);
      counts.push(told);
    }
    end();
    await become("missing");

    expect(counts).toEqual([0, 1, 2, 2, 2, 3]);
    expect(told).toBe(3);
  });

  it("stops polling once it is disposed", async () => {
    const { policy, become } = await setUp(good);
    await policy[Symbol.asyncDispose]();
    await become("missing");

    expect(policy.state().kind).toBe("usable");
  });
});

/** A policy that lets Ada call these tools. */
function allowing(...tools: readonly string[]): string {
  const listed = JSON.stringify(tools);
  return `version: 1\nstatements:\n  - { id: one, effect: allow, principals: [ada], tools: ${listed} }\n...\n`;
}

describe("openPolicy of a file", () => {
  const ada = { id: "ada", permissions: [] };
  const allowed = ({ policy }: Awaited<ReturnType<typeof setUp>>): readonly string[] => {
    const state = policy.state();
    return ["s/a", "s/b", "s/c"].filter((name) => {
      if (state.kind === "unusable") return false;
      const [server = "", tool = ""] = name.split("/");
      const contract = { server, name: tool, effect: "read", digest: "", terms: {} } as const;
      const asked = { principal: ada, tool: { publicName: tool, contract } };
      const could = couldAllow(state.policy, asked.principal, asked.tool);
      const does = evaluate(state.policy, { ...asked, args: {}, now: 0 }).kind === "allowed";
      expect(does).toBe(could);
      return does;
    });
  };

  it("takes away at once, and lets what is added wait until it is accepted", async () => {
    const set = await setUp(allowing("s/a", "s/b"), true);
    const before = allowed(set);
    await set.become(allowing("s/b", "s/c"));
    const waiting = allowed(set);
    const prepared = await set.policy.prepare();
    const judged = allowed(set);
    prepared?.apply();

    expect([before, waiting, judged]).toEqual([["s/a", "s/b"], ["s/b"], ["s/b"]]);
    expect([prepared?.isNew, allowed(set)]).toEqual([true, ["s/b", "s/c"]]);
    expect(set.events).toEqual([
      "policy.loaded",
      "policy.loaded",
      "policy.waiting",
      "policy.loaded",
    ]);
  });

  it("compares with the accepted text, however often it changes", async () => {
    const set = await setUp(allowing("s/a", "s/b"), true);
    await set.become(allowing("s/c"));
    await set.become(allowing("s/a", "s/c"));
    const waiting = allowed(set);
    await set.become(allowing("s/a", "s/b"));

    expect([waiting, allowed(set)]).toEqual([["s/a"], ["s/a", "s/b"]]);
  });

  it("is still accepted as before, if a reload finds a broken file", async () => {
    const set = await setUp(allowing("s/a"), true);
    await set.become("broken");
    await expect(set.policy.prepare()).rejects.toThrow("policy.yaml is not valid");
    const broken = allowed(set);
    await set.become(allowing("s/a", "s/b"));

    expect([broken, allowed(set)]).toEqual([[], ["s/a"]]);
  });

  it("waits for a reload, if it could not be read at the start", async () => {
    const set = await setUp("missing", true);
    await set.become(allowing("s/a"));

    expect(set.policy.state()).toEqual({
      kind: "unusable",
      problems: ["policy.yaml can be used now, and waits for `toolcourt reload`."],
    });
  });
});

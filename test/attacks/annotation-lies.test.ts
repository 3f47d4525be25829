import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openCountingServer } from "../gate/counting-server.ts";
import { fitting } from "../gate/forbidden.ts";
import { outcomeOf } from "../gate/outcome.ts";
import { reading } from "../gate/tools.ts";
import { dynamic, entryOf, openRunningGateway } from "./running-gateway.ts";

const keeps = { cacheable: true, cacheTTL: 300, idempotent: true };

function withoutTerms(annotations: JsonObject | undefined): JsonObject {
  const { _meta, annotations: _annotations, ...rest } = reading("get-forecast");
  return { ...rest, ...(annotations && { annotations }) };
}

// Every false claim by which a server could gain a retry or avoid an approval.
const lies = [
  { what: "a tool that says it only reads", tool: withoutTerms({ readOnlyHint: true }) },
  {
    what: "a tool that says it only reads and may be repeated",
    tool: withoutTerms({ readOnlyHint: true, idempotentHint: true, destructiveHint: false }),
  },
  { what: "a tool that says nothing", tool: withoutTerms(undefined) },
  {
    what: "a tool that changes something and says that it only reads",
    tool: {
      ...reading("get-forecast", { category: "mutation", idempotent: true }),
      annotations: { readOnlyHint: true },
    },
  },
];
const honest = reading("get-forecast", keeps);

/**
 * Returns the configuration. In observe mode the tool is still called, under our own class for it.
 */
function configFor(
  url: string,
  clause: "enforce" | "observe" = "observe",
  profile: "registry" | "core" = "registry",
): string {
  const said = `${dynamic}, profile: [${profile}], clauses: { annotations: ${clause} }`;
  return `toolbox:\n  mcps:\n${entryOf("weather", url, said)}`;
}

describe("SECURITY 16: our own effect class of a tool decides, not its annotations", () => {
  it.each(lies)(
    "SECURITY 16: $what counts as a write, and its answer is never cached",
    async ({ tool }) => {
      await using server = await openCountingServer({ tools: [tool] });
      await using running = await openRunningGateway(configFor(server.url));

      await running.call("get-forecast", fitting);
      await running.call("get-forecast", fitting);

      const { contract } = running.gateway.registry.current().tools.get("get-forecast") ?? {};
      expect(contract?.effect).toBe("write");
      expect(server.calls).toHaveLength(2);
    },
  );

  it.each(lies)("SECURITY 16: $what is not retried when its answer is lost", async ({ tool }) => {
    await using server = await openCountingServer({ tools: [tool], cutsCalls: true });
    await using running = await openRunningGateway(configFor(server.url));

    const outcome = outcomeOf(await running.call("get-forecast", fitting));

    expect(outcome.refused).toBe("outcome-unknown");
    expect(server.calls).toHaveLength(1);
  });

  it.each(lies.slice(0, 3))(
    "S0-48: $what asks for approval under core, and no claim or name of its server ends that",
    async ({ tool }) => {
      await using server = await openCountingServer({ tools: [tool] });
      await using running = await openRunningGateway(configFor(server.url, "observe", "core"));

      const answer = await running.call("get-forecast", fitting);

      expect(outcomeOf(answer)).toMatchObject({
        refused: "approval-required",
        evidence: { from: "caller", because: "undeclared" },
      });
      expect(JSON.stringify(answer)).toContain("its effects are not declared");
      expect(server.calls).toEqual([]);
    },
  );

  it.each([
    { how: "an overlay declares its effect", overlay: { terms: { effect: "read" } } },
    { how: "the configuration says so", entry: "approval: none" },
  ] as const)("S0-48: an undeclared tool runs under core if $how", async (given) => {
    const { overlay, entry } = { overlay: undefined, entry: undefined, ...given };
    await using server = await openCountingServer({ tools: [withoutTerms(undefined)] });
    const tools = entry && `\n  tools: [{ name: get-forecast, ${entry} }]`;
    const config = `${configFor(server.url, "observe", "core")}${tools ?? ""}`;
    await using running = await openRunningGateway(config, { overlayOf: () => overlay });

    const outcome = outcomeOf(await running.call("get-forecast", fitting));

    expect(outcome).toEqual({});
    expect(server.calls).toHaveLength(1);
  });

  it("SECURITY 16: a destructive tool needs approval despite any other claim", async () => {
    const tool = {
      ...reading("delete-forecast", { category: "mutation", approval: "none" }),
      annotations: { readOnlyHint: true, destructiveHint: true },
    };
    await using server = await openCountingServer({ tools: [tool] });
    await using running = await openRunningGateway(configFor(server.url));

    const outcome = outcomeOf(await running.call("delete-forecast", fitting));

    expect(outcome.refused).toBe("approval-required");
    expect(server.calls).toEqual([]);
  });

  it("SECURITY 16: a tool with annotations milder than its terms cannot be called if the clause is enforced", async () => {
    const tool = {
      ...reading("get-forecast", { category: "mutation" }),
      annotations: { readOnlyHint: true },
    };
    await using server = await openCountingServer({ tools: [tool] });
    await using running = await openRunningGateway(configFor(server.url, "enforce"));

    const outcome = outcomeOf(await running.call("get-forecast", fitting));

    expect(outcome.refused).toBe("tool-quarantined");
    expect(server.calls).toEqual([]);
  });

  it("caches the answer of a tool whose contract declares a read", async () => {
    await using server = await openCountingServer({ tools: [honest] });
    await using running = await openRunningGateway(configFor(server.url));

    await running.call("get-forecast", fitting);
    await running.call("get-forecast", fitting);

    expect(server.calls).toHaveLength(1);
  });

  it("retries a tool whose contract declares a read when its answer is lost", async () => {
    await using server = await openCountingServer({ tools: [honest], cutsCalls: true });
    await using running = await openRunningGateway(configFor(server.url));

    const outcome = outcomeOf(await running.call("get-forecast", fitting));

    expect(outcome.refused).toBe("upstream-failed");
    expect(server.calls.length).toBeGreaterThan(1);
  });
});

import type { JsonObject } from "@toolcourt/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rpcCodes } from "../../packages/contracts/src/errors/to-mcp.ts";
import { entranceNames } from "./entrances.ts";
import { expectedAt, fitting, forbidden } from "./forbidden.ts";
import { namesIn, outcomeOf } from "./outcome.ts";
import { listedNames, openRig, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
}, 30_000);
afterAll(() => rig[Symbol.asyncDispose]());

const queryKey = "dev.toolcourt/query";
const rpcOf: Readonly<Record<string, number>> = rpcCodes;

// Every kind of forbidden call, by every entrance.
describe.each(entranceNames)("by %s", (entrance) => {
  const cases = forbidden.flatMap((each) => {
    const codes = expectedAt(each, entrance);
    return codes === undefined ? [] : [{ ...each, codes }];
  });

  it.each(cases)("refuses a call of $what", async (each) => {
    const { tool, given = fitting, after, codes, evidence = {} } = each;
    const ask = rig.entrances[entrance];
    const meta: JsonObject = each.isOneQuery === true ? { [queryKey]: entrance } : {};
    if (after !== undefined) {
      await ask("tools/call", { name: after, arguments: fitting }, meta);
    }
    const before = rig.upstreamCalls();

    const outcome = outcomeOf(await ask("tools/call", { name: tool, arguments: given }, meta));

    expect(codes).toContain(outcome.refused);
    expect(outcome.evidence ?? {}).toMatchObject(evidence);
    expect(outcome.rpc).toBe(rpcOf[outcome.refused ?? ""]);
    expect(rig.upstreamCalls()).toBe(before);
  });

  it.each(["get-allowed", "get-wanted", "get-careful"])(
    "allows a call of %s, so the entrance itself is open",
    async (name) => {
      const before = rig.upstreamCalls();

      const answer = await rig.entrances[entrance]("tools/call", { name, arguments: fitting });

      expect(answer).toMatchObject({ result: { structuredContent: { celsius: 21 } } });
      expect(rig.upstreamCalls()).toBe(before + 1);
    },
  );

  it.each(["first", "second"] as const)("resolves a qualified name to %s only", async (server) => {
    const [before, all] = [rig.callsOf(server).length, rig.upstreamCalls()];
    const name = `${server}__get-shared`;

    await rig.entrances[entrance]("tools/call", { name, arguments: fitting });

    expect(rig.callsOf(server)).toHaveLength(before + 1);
    expect(rig.upstreamCalls()).toBe(all + 1);
  });
});

// The command does not list tools.
describe.each(entranceNames.filter((name) => name !== "toolcourt call"))("by %s", (entrance) => {
  it("lists exactly the callable tools", async () => {
    const listed = await rig.entrances[entrance]("tools/list", {});

    expect(namesIn(listed)).toEqual(listedNames);
  });
});

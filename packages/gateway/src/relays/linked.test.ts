import type { JsonValue } from "@toolcourt/sdk";
import { registeredTool, resolvedCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { Principal } from "../pipeline/call.ts";
import { type Outcome, unrecorded } from "../pipeline/pipeline.ts";
import { Linked } from "./linked.ts";

const ada: Principal = { id: "ada", permissions: "all" };
const bob: Principal = { id: "bob", permissions: "all" };

const link = (uri: string): JsonValue => ({ type: "resource_link", uri, name: "n" });
const answered = (...content: readonly JsonValue[]): Outcome => ({
  kind: "answered",
  output: { content, isError: false },
  fromCache: false,
  contract: "",
});

function setUp() {
  const clock = createFakeClock();
  const linked = new Linked(clock);
  const close = async (outcome: Outcome, server = "one", principal = ada): Promise<void> => {
    const registered = registeredTool({ home: { kind: "server", server } });
    const call = resolvedCall({ registered, principal });
    await linked.around(unrecorded)(call).closed(call, outcome);
  };
  return { clock, linked, close };
}

describe("Linked", () => {
  it("knows the links and embedded resources of a principal's results, and of no other", async () => {
    const { linked, close } = setUp();
    await close(
      answered(link("x:1"), { type: "resource", resource: { uri: "x:2", text: "" } }, "x:3"),
    );
    const content = link("x:4");
    await close({
      kind: "relayed",
      output: { messages: [{ role: "user", content }] },
      isQuestion: false,
    });

    expect(["x:1", "x:2", "x:3", "x:4"].map((uri) => linked.serverOf(ada, uri))).toEqual([
      "one",
      "one",
      undefined,
      "one",
    ]);
    expect(linked.serverOf(bob, "x:1")).toBeUndefined();
    expect(linked.serverOf({ ...ada, tenant: "evil" }, "x:1")).toBeUndefined();
  });

  it("keeps nothing of a result that was not recorded", async () => {
    const { linked } = setUp();
    const call = resolvedCall({ registered: registeredTool({}), principal: ada });
    const failing = linked.around(() => ({
      durable: async () => undefined,
      closed: () => Promise.reject(new Error("The store is gone.")),
    }));

    await expect(failing(call).closed(call, answered(link("x:1")))).rejects.toThrow("gone");
    expect(linked.serverOf(ada, "x:1")).toBeUndefined();
  });

  it("leaves a link to the server that sent it first", async () => {
    const { linked, close } = setUp();
    await close(answered(link("x:1")), "one");
    await close(answered(link("x:1")), "two");

    expect(linked.serverOf(ada, "x:1")).toBe("one");
  });

  it("forgets after an hour, and keeps a thousand", async () => {
    const { clock, linked, close } = setUp();
    await close(answered(...Array.from({ length: 1_001 }, (_, index) => link(`x:${index}`))));
    expect([linked.serverOf(ada, "x:0"), linked.serverOf(ada, "x:1")]).toEqual([undefined, "one"]);

    await clock.advance(3_600_000);

    expect(linked.serverOf(ada, "x:1")).toBeUndefined();
  });
});

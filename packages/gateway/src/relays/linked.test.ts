import type { JsonValue } from "@toolcourt/sdk";
import { registeredTool, resolvedCall } from "@toolcourt/testing/calls";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { describe, expect, it } from "vitest";
import type { Principal } from "../pipeline/call.ts";
import type { Outcome } from "../pipeline/outcome.ts";
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
  const note = (outcome: Outcome, server = "one", principal = ada): void => {
    const registered = registeredTool({ home: { kind: "server", server } });
    const call = resolvedCall({ registered, principal });
    linked.note(call, outcome);
  };
  return { clock, linked, note };
}

describe("Linked", () => {
  it("knows the links and embedded resources of a principal's results, and of no other", () => {
    const { linked, note } = setUp();
    note(answered(link("x:1"), { type: "resource", resource: { uri: "x:2", text: "" } }, "x:3"));
    const content = link("x:4");
    note({
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

  it("leaves a link to the server that sent it first", () => {
    const { linked, note } = setUp();
    note(answered(link("x:1")), "one");
    note(answered(link("x:1")), "two");

    expect(linked.serverOf(ada, "x:1")).toBe("one");
  });

  it("forgets after an hour, and keeps a thousand", async () => {
    const { clock, linked, note } = setUp();
    note(answered(...Array.from({ length: 1_001 }, (_, index) => link(`x:${index}`))));
    expect([linked.serverOf(ada, "x:0"), linked.serverOf(ada, "x:1")]).toEqual([undefined, "one"]);

    await clock.advance(3_600_000);

    expect(linked.serverOf(ada, "x:1")).toBeUndefined();
  });
});

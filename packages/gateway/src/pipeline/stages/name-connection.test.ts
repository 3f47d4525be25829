import { describe, expect, it } from "vitest";
import { resolvedCall, validatedCall } from "../../testing/calls.ts";
import { type NameConnectionDependencies, nameConnection } from "./name-connection.ts";

const validated = validatedCall();

const nobodyAsks = (): Promise<never> => Promise.reject(new Error("Nobody is to be asked."));

function named(dependencies: NameConnectionDependencies) {
  return nameConnection(() => validated, dependencies)(resolvedCall());
}

describe("the connection that a call would go over", () => {
  it("is known by its name, whatever the call says", async () => {
    const call = await named({ connectionSaid: () => "c1", nameOf: async () => "azure" });

    expect(call).toEqual({ ...validated, connectionName: "azure" });
  });

  it("is none where the caller has no such connection", async () => {
    const call = await named({ connectionSaid: () => "c1", nameOf: async () => undefined });

    expect(call).toBe(validated);
  });

  it("is not looked for where none is needed, and nobody waits", () => {
    expect(named({ connectionSaid: () => undefined, nameOf: nobodyAsks })).toBe(validated);
  });
});

import { validatedCall } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { createNameConnection, type NameConnectionDeps } from "./name-connection.ts";

const validated = validatedCall();

const neverAsked = (): Promise<never> =>
  Promise.reject(new Error("The connection must not be asked for."));

function named(dependencies: NameConnectionDeps) {
  return createNameConnection(dependencies)(validated);
}

describe("a call that names a connection", () => {
  it("finds the connection's name, even if the call gives an id", async () => {
    const call = await named({ declaredConnection: () => "c1", nameOf: async () => "azure" });

    expect(call).toEqual({ ...validated, connectionName: "azure" });
  });

  it("finds none if the caller has no such connection", async () => {
    const call = await named({ declaredConnection: () => "c1", nameOf: async () => undefined });

    expect(call).toBe(validated);
  });

  it("is synchronous if no connection is needed", () => {
    expect(named({ declaredConnection: () => undefined, nameOf: neverAsked })).toBe(validated);
  });
});

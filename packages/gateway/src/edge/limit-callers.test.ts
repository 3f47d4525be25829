import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { Callers } from "./callers.ts";
import { limitCallers, type TakeRequest } from "./limit-callers.ts";

const request = new IncomingMessage(new Socket());
const known: Callers = {
  identify: () => undefined,
  principalOf: () => ({ id: "login:ada", permissions: [], tenant: "north" }),
  endOf: () => undefined,
};
const full: TakeRequest = () => ({ taken: false, retryAfterMs: 1_001 });
const slow: TakeRequest = async (key) => full(key);
const nobody: TakeRequest = () => {
  throw new Error("nobody to count");
};
const refusal = { status: 429, headers: { "retry-after": "2" } };

describe("limitCallers", () => {
  it("does nothing without a limit", () => {
    expect(limitCallers(known, undefined)).toBe(known);
  });

  it("counts by principal, regardless of the request and the principal's other tokens", async () => {
    const keys: string[] = [];
    const take: TakeRequest = (key) => {
      keys.push(key);
      return { taken: true };
    };

    await limitCallers(known, take).identify(request);
    const elsewhere = { ...known.principalOf(undefined), tenant: "south" };
    await limitCallers({ ...known, principalOf: () => elsewhere }, take).identify(request);

    expect(keys).toEqual(['["requests","login:ada"]', '["requests","login:ada"]']);
  });

  it("says when to retry, in whole seconds", async () => {
    expect(await limitCallers(known, full).identify(request)).toMatchObject(refusal);
  });

  it("waits for an asynchronous counter and identity check", async () => {
    const later: Callers = { ...known, identify: async () => undefined };

    expect(await limitCallers(known, slow).identify(request)).toMatchObject(refusal);
    expect(await limitCallers(later, slow).identify(request)).toMatchObject(refusal);
  });

  it("does not count refused callers", async () => {
    const stranger = { kind: "refused", status: 401, code: 7005, message: "" } as const;
    const callers = limitCallers({ ...known, identify: () => stranger }, nobody);

    expect(await callers.identify(request)).toBe(stranger);
  });
});

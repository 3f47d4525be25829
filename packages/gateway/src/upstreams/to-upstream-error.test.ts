import { describe, expect, it } from "vitest";
import { rpcFaultOf } from "./to-upstream-error.ts";

describe("rpcFaultOf", () => {
  it("returns the error code, and no text of the server", () => {
    expect(rpcFaultOf({ code: -32_099, message: "the password is hunter2", data: {} })).toEqual({
      kind: "rpc",
      code: -32_099,
    });
  });

  it("returns the required capability if it is a known one", () => {
    const data = { requiredCapabilities: { telepathy: {}, sampling: {} } };

    expect(rpcFaultOf({ code: -32_021, message: "", data })).toEqual({
      kind: "rpc",
      code: -32_021,
      requires: "sampling",
    });
  });

  it.each([
    { code: -32_021, data: { requiredCapabilities: ["sampling"] } },
    { code: -32_021, data: { requiredCapabilities: { telepathy: {} } } },
    { code: -32_603, data: { requiredCapabilities: { sampling: {} } } },
    { code: -32_021 },
  ])("requires no capability for %j", (error) => {
    expect(rpcFaultOf(error)).toEqual({ kind: "rpc", code: error.code });
  });

  it.each([undefined, "-32603", { code: "-32603" }, { code: 1.5 }, {}])(
    "returns undefined for %j without a code",
    (error) => {
      expect(rpcFaultOf(error)).toBeUndefined();
    },
  );
});

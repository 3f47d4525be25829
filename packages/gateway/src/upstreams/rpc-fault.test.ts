import { describe, expect, it } from "vitest";
import { rpcFaultOf } from "./rpc-fault.ts";

describe("an error of the protocol", () => {
  it("is told by its number, and by nothing that the server worded", () => {
    expect(rpcFaultOf({ code: -32_099, message: "the password is hunter2", data: {} })).toEqual({
      kind: "rpc",
      code: -32_099,
    });
  });

  it("tells what a caller would have to be able to be asked, as far as we know the word", () => {
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
  ])("requires nothing that it does not say: %j", (error) => {
    expect(rpcFaultOf(error)).toEqual({ kind: "rpc", code: error.code });
  });

  it.each([undefined, "-32603", { code: "-32603" }, { code: 1.5 }, {}])(
    "has a number: %j has none",
    (error) => {
      expect(rpcFaultOf(error)).toBeUndefined();
    },
  );
});

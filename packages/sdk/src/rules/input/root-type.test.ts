import { describe, expect, it } from "vitest";
import { contract } from "../../testing/contract.ts";
import { remarks } from "../../testing/remarks.ts";
import { inputRootType } from "./root-type.ts";

describe("input/root-type", () => {
  it("repairs by adding the implied type", () => {
    const repair = inputRootType.repair?.(contract({ input: { properties: {} } }));

    expect(repair).toEqual({ input: { type: "object", properties: {} } });
    expect(remarks(inputRootType, repair)).toEqual([]);
  });

  it("offers no repair if a type is given", () => {
    expect(inputRootType.repair?.(contract())).toBeUndefined();
  });

  it("leaves other types to the rule about roots", () => {
    expect(remarks(inputRootType, { input: { type: "array" } })).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { inputHostFilled } from "./host-filled.ts";

const found = (properties: object) =>
  remarks(inputHostFilled, { input: { type: "object", properties: { ...properties } } });

describe("input/host-filled", () => {
  it("points at the parameter, however deep", () => {
    const login = { type: "object", properties: { password: { type: "string" } } };

    expect(found({ login }).map(({ pointer }) => pointer)).toEqual([
      "/input/properties/login/properties/password",
    ]);
  });

  it("is not content with a mark that says no", () => {
    expect(found({ token: { type: "string", "x-host-injected": false } })).toHaveLength(1);
  });

  it("lets the host fill whatever an author marks", () => {
    expect(found({ tenant: { type: "string", "x-host-injected": true } })).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { putMember } from "./put-member.ts";

describe("putMember", () => {
  it.each(["a", "b", "__proto__"])("adds %s like any other member", (name) => {
    const object = { a: 1 };
    putMember(object, name, { x: 1 });

    expect(Object.entries(object)).toContainEqual([name, { x: 1 }]);
    expect(object).not.toHaveProperty("x");
  });
});

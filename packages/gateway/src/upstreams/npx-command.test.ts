import { describe, expect, it } from "vitest";
import { installerIn, isNpx, readNpx } from "./npx-command.ts";

describe("a command of npx", () => {
  it.each([
    [["-y", "a@1.2.3"], { name: "a", version: "1.2.3", args: [] }],
    [
      ["--yes", "@s/a@1.2.3-rc.1", "-v", "x"],
      { name: "@s/a", version: "1.2.3-rc.1", args: ["-v", "x"] },
    ],
    [["-p", "a@1.2.3", "tool", "x"], { name: "a", version: "1.2.3", bin: "tool", args: ["x"] }],
    [["--package=a@1.2.3", "--", "tool"], { name: "a", version: "1.2.3", bin: "tool", args: [] }],
    [["--", "a@1.2.3", "-y"], { name: "a", version: "1.2.3", args: ["-y"] }],
  ])("is read: %j", (args, expected) => {
    expect(readNpx(args)).toEqual(expected);
  });

  it.each([
    ["a", "not-pinned"],
    ["a@latest", "not-pinned"],
    ["a@^1.2.3", "not-pinned"],
    ["a@1.2", "not-pinned"],
    ["@s/a", "not-pinned"],
    ["a@npm:b@1.2.3", "not-pinned"],
    ["git+https://a.example/b.git", "not-pinned"],
    ["../a@1.2.3", "not-pinned"],
    ["-p", "no-package"],
    ["--call=x", "option"],
    ["--registry=https://a.example", "option"],
  ])("is refused if it names no exact version, or more than a package: %s", (first, expected) => {
    expect(readNpx([first])).toBe(expected);
  });

  it("needs a program after -p", () => {
    expect(readNpx(["-p", "a@1.2.3"])).toBe("no-package");
    expect(readNpx([])).toBe("no-package");
  });

  it("is recognized at any path", () => {
    expect(["npx", "/usr/bin/npx", "npx2", "./x/npx"].map(isNpx)).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(["uvx", "/opt/uv", "node", "bunx"].map(installerIn)).toEqual([
      "uvx",
      "uv",
      undefined,
      "bunx",
    ]);
  });
});

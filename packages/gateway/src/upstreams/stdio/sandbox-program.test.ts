import { describe, expect, it } from "vitest";
import { sandboxProgram } from "./sandbox-program.ts";

describe("sandboxProgram", () => {
  it("lets nothing outside load a file that variables of the server name", async () => {
    const program = await sandboxProgram({
      bwrap: "/usr/bin/bwrap",
      views: [],
      network: "none",
      maxProcesses: 8,
      joins: [],
      program: {
        path: "/usr/bin/server",
        args: ["--setenv"],
        env: { LD_PRELOAD: "/own/a.so", GCONV_PATH: "/own", TOKEN: "secret", PATH: "/usr/bin" },
        cwd: "/tmp",
      },
    });
    const inside = program.args.slice(0, program.args.lastIndexOf("--"));
    const set = inside.flatMap((each, at) =>
      each === "--setenv" ? [inside.slice(at + 1, at + 3)] : [],
    );

    expect(program.env).toEqual({ HOME: "/tmp", TOKEN: "secret", PATH: "/usr/bin" });
    expect(set).toEqual([
      ["LD_PRELOAD", "/own/a.so"],
      ["GCONV_PATH", "/own"],
    ]);
    expect(program.args.join(" ")).not.toContain("secret");
  });
});

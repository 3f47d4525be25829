import { explanations } from "@toolcourt/contracts/internal/errors/explanations";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

describe("toolcourt explain-error", () => {
  it("lists every code", async () => {
    const { code, output } = await run(["explain-error"]);

    expect(code).toBe(0);
    expect(output.split("\n")).toHaveLength(explanations.length);
  });

  it("explains a CLI error code", async () => {
    const { output } = await run(["explain-error", "json-invalid"]);

    expect(output).toMatch(/^json-invalid {2}validation error, on the command line\n/);
    expect(output).toContain("exit    2");
  });

  it("explains an error code of tool results", async () => {
    const { output } = await run(["explain-error", "tool-failed"]);

    expect(output).toMatch(/^tool-failed {2}system error, in the result of a tool\n/);
    expect(output).toContain("retry   may help");
  });

  it("explains a refusal code, once for the gateway and its tools", async () => {
    const { output } = await run(["explain-error", "not-permitted"]);

    expect(output).toMatch(/^not-permitted {2}business error, in the answer to a call\n/);
    expect(output).toContain("retry   does not help");
  });

  it("prints the same as JSON", async () => {
    const one = await run(["explain-error", "tools-missing", "--json"]);
    const all = await run(["explain-error", "--json"]);

    expect(JSON.parse(one.output)).toMatchObject({ code: "tools-missing", exit: 2 });
    expect(JSON.parse(all.output)).toHaveLength(explanations.length);
  });

  it("refuses an unknown code and suggests the nearest one", async () => {
    const { code, errors } = await run(["explain-error", "json-invald"]);

    expect(code).toBe(2);
    expect(errors).toMatch(/^There is no error code "json-invald"\. Did you mean "json-invalid"\?/);
  });
});

import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

describe("toolcourt rules", () => {
  it("lists every rule with its severities", async () => {
    const { code, output } = await run(["rules"]);

    expect(code).toBe(0);
    for (const { id } of allRules) expect(output).toContain(id);
    expect(output).toContain("error: every profile");
  });

  it("explains one rule with good and bad examples", async () => {
    const { code, output } = await run(["rules", "input/closed"]);

    expect(code).toBe(0);
    expect(output).toMatch(/^input\/closed {2}Reject unknown keys/);
    expect(output).toMatch(/\nGood:\n {2}\{/);
    expect(output).toMatch(/\nBad:\n {2}\{/);
  });

  it("prints the same as a single JSON value", async () => {
    const all = await run(["rules", "--json"]);
    const one = await run(["rules", "input/closed", "--json"]);

    expect(JSON.parse(all.output)).toHaveLength(allRules.length);
    expect(JSON.parse(one.output)).toMatchObject({
      id: "input/closed",
      requirements: ["S0-9", "S0-49"],
    });
  });

  it.each(["test/crash", "diff/notice-short"])(
    "explains %s, which is not a contract rule",
    async (id) => {
      const { code, output } = await run(["rules", id]);

      expect(code).toBe(0);
      expect(output).toMatch(new RegExp(`^${id} {2}[A-Z]`));
    },
  );

  it("prints requirement numbers only as JSON", async () => {
    const number = /\bS[0-4]-\d+\b/;
    const printed = await Promise.all([run(["rules"]), run(["rules", "test/crash"])]);

    for (const { output } of printed) expect(output).not.toMatch(number);
    expect((await run(["rules", "test/crash", "--json"])).output).toMatch(number);
  });

  it.each(allRules.map(({ id }) => id))("prints no hidden character for %s", async (id) => {
    const { output } = await run(["rules", id]);

    expect(output.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  it("refuses an unknown rule and suggests the nearest one", async () => {
    const { code, errors } = await run(["rules", "input/close"]);

    expect(code).toBe(2);
    expect(errors).toBe(
      'There is no rule "input/close". Did you mean "input/closed"? (rule-unknown; next: toolcourt rules)',
    );
  });

  it("uses colors on a terminal that supports them", async () => {
    const { output } = await run(["rules"], { color: true });

    expect(output).toContain("\u001b[1m");
  });
});

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { shapeNames } from "./shapes.ts";
import { starterPolicy } from "./starter-text.ts";

const folder = resolve(import.meta.dirname, "../../../../../../examples/starters");

/** Judges the trace of a shape by a policy. */
function test(name: string, policy: string) {
  const trace = resolve(folder, name, "trace.yaml");
  return run(["policy", "test", "-", trace], { folder, input: policy });
}

/** Returns a policy without one of its statements, once for each. */
function withoutEach(policy: string): readonly (readonly [id: string, rest: string])[] {
  const [head = "", sequences = ""] = policy.split("sequences:\n");
  const statements = sequences.replace("...\n", "").split(/(?<=\n)(?= {2}- id: )/);
  return statements.flatMap((statement, at) => {
    const [, id] = /- id: (\S+)/.exec(statement) ?? [];
    const rest = statements.filter((_, index) => index !== at);
    return id === undefined ? [] : [[id, `${head}sequences:\n${rest.join("")}...\n`] as const];
  });
}

describe.each(shapeNames)("the starter policy for %s", (name) => {
  it("is the one in the examples", async () => {
    const shown = await readFile(resolve(folder, name, "policy.yaml"), "utf8");

    expect(starterPolicy(name)).toBe(shown);
  });

  it("lets a task pass, and holds the attack", async () => {
    const { code, output, errors } = await test(name, starterPolicy(name));

    expect({ code, output, errors }).toMatchObject({ code: 0, errors: "" });
    expect(output).toMatch(/^right {2}\d+ the attack: asks the operator by no-exfiltration$/m);
    expect(output).toMatch(/^right {2}\d+ what the person asked for: passes$/m);
  });

  it("needs each of its statements", async () => {
    const cut = withoutEach(starterPolicy(name));
    const codes = await Promise.all(
      cut.map(async ([id, policy]) => [id, (await test(name, policy)).code] as const),
    );

    expect(cut.length).toBeGreaterThan(1);
    expect(codes).toEqual(cut.map(([id]) => [id, 1]));
  });
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const root = new URL("../", import.meta.url);
const files = ["pipeline.ts", "end-call.ts"].map((name) =>
  readFileSync(new URL(`packages/gateway/src/pipeline/${name}`, root), "utf8"),
);
const source = files.join("\n");
const page = readFileSync(new URL("ARCHITECTURE.md", root), "utf8");

/** The bodies of the pipeline's functions, by name. */
const bodies = new Map(
  [...source.matchAll(/^(?:export )?(?:async )?function (\w+)[\s\S]*?^\}$/gm)].map(
    ([text, name = ""]) => [name, text.slice(text.indexOf("{\n"))] as const,
  ),
);

/** A stage, an assertion, or a call of another function in the same file. */
const step =
  /(?:\bstages|\bjourney|(?=\brecord\.))\.?(?<stage>\w+(?:\??\.\w+)?)(?:\?\.)?\(|\bassert(?<assertion>\w+)\(|(?<called>\b\w+)\(/g;

/** Leave the drawn line: they return the query for the next call. */
const exits: ReadonlySet<string> = new Set(["query budget asked", "query budget waits"]);

/** Returns the steps of a function in order, with those of the functions that it calls. */
function stepsOf(name: string): readonly string[] {
  return [...(bodies.get(name) ?? "").matchAll(step)].flatMap(({ groups = {} }) => {
    const { stage, assertion, called = "" } = groups;
    if (bodies.has(called) && called !== name) return stepsOf(called);
    const taken = stage ?? assertion;
    return taken === undefined ? [] : [wordsOf(taken)];
  });
}

function wordsOf(taken: string): string {
  return taken
    .replaceAll(/\W+/g, " ")
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .trim()
    .toLowerCase();
}

it("shows every step of a call in the order of pipeline.ts", () => {
  const { drawing = "" } = /\nclient ──HTTP──►(?<drawing>[\s\S]*?)\n```/.exec(page)?.groups ?? {};
  const drawn = [...drawing.matchAll(/^ {2}(?<name>[a-z]+(?: [a-z]+)*)(?= )/gm)];
  const taken = stepsOf("createPipeline").filter((name) => !exits.has(name));

  expect(drawn.map(({ groups }) => groups?.["name"])).toEqual([...new Set(taken)]);
});

import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const root = new URL("../", import.meta.url);

function textOf(path: string): Promise<string> {
  return readFile(new URL(path, root), "utf8");
}

describe("the README", () => {
  it("shows a tool that compiles and is tested, word for word", async () => {
    const readme = await textOf("README.md");
    const shown = [...readme.matchAll(/^```ts\n(?<code>.*?)^```$/gms)].map(
      ({ groups }) => groups?.["code"],
    );

    expect(shown).toEqual([await textOf("examples/forecast/get-forecast.ts")]);
  });
});

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readToolsFile } from "@toolcourt/gateway/internal/http-tools/operations/read-tools-file";
import { isJsonObject, termsKey, valueAt } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { openWorld } from "./world.ts";

const file = resolve(import.meta.dirname, "../../packages/azure/tools.yaml");
const read = readToolsFile(await readFile(file, "utf8"), "tools.yaml");
const tools = read.kind === "tools" ? read.tools.map(({ tool }) => tool) : [];

describe("the examples of the Azure tools", () => {
  it("are those of thirteen tools", () => {
    expect(read).toMatchObject({ kind: "tools" });
    expect(tools).toHaveLength(13);
  });

  it("are what the fixture cloud answers", async () => {
    await using world = await openWorld();

    for (const tool of tools) {
      const example = valueAt(tool, `/_meta/${termsKey.replaceAll("/", "~1")}/examples/0`) ?? null;
      const params = valueAt(example, "/params");
      const { name } = tool;
      if (typeof name !== "string") throw new TypeError("A tool has no name.");
      const answer = await world.call(name, isJsonObject(params) ? params : {});

      expect({ name, data: answer["data"] }).toEqual({
        name,
        data: valueAt(example, "/expectedResult/data"),
      });
      expect(valueAt(answer, "/metadata/discovery")).toMatchObject({
        stage: valueAt(example, "/expectedResult/metadata/discovery/stage"),
        counts: valueAt(example, "/expectedResult/metadata/discovery/counts"),
        complete: true,
      });
    }
    expect(world.cloud.seen).toHaveLength(world.management.passed.length);
  });
});

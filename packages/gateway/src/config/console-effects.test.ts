import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import { sendTo } from "@toolcourt/testing/console";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { openServing } from "@toolcourt/testing/serving";
import { describe, expect, it } from "vitest";
import { configSchema } from "./config.ts";

// Tests every key of the console with an observable effect.

async function pageWith(console: object): Promise<readonly [status: number, isTold: boolean]> {
  const config = { toolbox: { local: ["workspace"], tools }, stores: { url: "memory:" }, console };
  await using folder = await openFolder({
    "toolcourt.yaml": JSON.stringify(config),
    "pages/index.html": "<!doctype html>",
  });
  const place = { folder: folder.path, consolePages: `${folder.path}/pages` };
  await using serving = await openServing(place);
  const { status } = await sendTo(serving.url, { path: "/console/" });
  return [status, serving.printed.includes("and on /console/")];
}

const tools = [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }];

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "console.enabled": async () => {
    expect(await pageWith({ enabled: true })).toEqual([200, true]);
    expect(await pageWith({ enabled: false })).toEqual([404, false]);
  },
};

describe("a console key", { timeout: 20_000 }, () => {
  it("has a row here", () => {
    const paths = [...keyPaths(childOf(configSchema, "console"), "console")];

    expect(Object.keys(effects).toSorted()).toEqual(paths.toSorted());
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});

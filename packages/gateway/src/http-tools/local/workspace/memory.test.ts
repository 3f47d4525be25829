import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";
import { Memory } from "./memory.ts";

it("writes an entry even while another process writes an endless line", async () => {
  await using folder = await openFolder({ "memory/log.md": "x" });
  const path = join(folder.path, "memory/log.md");
  const clock = { sleep: () => appendFile(path, "x") };
  const memory = new Memory({ root: folder.path, folder: "memory", clock });

  await memory.append("log.md", "ours\n", new AbortController().signal);

  expect(await folder.read("memory/log.md")).toMatch(/^x+\nours\n$/);
});

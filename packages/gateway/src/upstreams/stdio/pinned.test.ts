import { createHash } from "node:crypto";
import { join } from "node:path";
import { openFolder } from "@toolcourt/testing/folder";
import { expect, it } from "vitest";
import { assertPinned, NotAsPinned } from "./pinned.ts";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function inFolder(pins: Record<string, string>) {
  await using folder = await openFolder({ run: "#!/bin/sh\n", "lib.js": "1" });
  const program = { command: "run", path: join(folder.path, "run"), cwd: folder.path };
  await assertPinned(pins, program);
}

it("accepts files that match their pins, in upper or lower case", async () => {
  const pins = { run: hashOf("#!/bin/sh\n"), "lib.js": hashOf("1").toUpperCase() };

  await expect(inFolder(pins)).resolves.toBeUndefined();
});

it.each([
  { what: "another program", pins: { run: hashOf("#!/bin/bash\n") } },
  { what: "another file beside it", pins: { "./lib.js": hashOf("2") } },
  { what: "a file that is not there", pins: { "gone.js": hashOf("") } },
  { what: "a folder", pins: { ".": hashOf("") } },
])("refuses $what", async ({ pins }) => {
  await expect(inFolder(pins)).rejects.toThrow(NotAsPinned);
});

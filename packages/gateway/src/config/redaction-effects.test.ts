import { childOf } from "@toolcourt/contracts/internal/documents/keys";
import type { JsonObject } from "@toolcourt/sdk";
import { openFolder } from "@toolcourt/testing/folder";
import { keyPaths } from "@toolcourt/testing/key-paths";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";
import { configSchema } from "./config.ts";

/** Returns the content of a file as read by a local tool. */
async function readWith(redaction: JsonObject): Promise<string> {
  const names = ["hello", "read_repo_file", "write_memory_entry"];
  const toolbox = { local: ["workspace"], tools: names.map((name) => ({ name })) };
  const config = JSON.stringify({ toolbox, stores: { url: "memory:" }, redaction });
  const text = "password: hunter2! of jo@example.org";
  const folder = await openFolder({ "toolcourt.yaml": config, "note.txt": text });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const args = JSON.stringify({ path: "note.txt" });
  const { output } = await run(["call", "read_repo_file", "--args", args], { folder: folder.path });
  return output;
}

const effects: Readonly<Record<string, () => Promise<void>>> = {
  "redaction.secrets": async () => {
    expect(await readWith({})).toContain("password: *** of");
    expect(await readWith({ secrets: "off" })).toContain("password: hunter2! of");
  },
  "redaction.pii": async () => {
    expect(await readWith({})).toContain("jo@example.org");
    expect(await readWith({ pii: ["email"] })).not.toContain("jo@example.org");
  },
};

// Each opens one or two gateways, which is slow while other tests load the machine.
describe("a redaction key", { timeout: 20_000 }, () => {
  it("has a row above", () => {
    const paths = [...keyPaths(childOf(configSchema, "redaction"), "redaction")];

    expect(Object.keys(effects)).toEqual(paths);
  });

  it.each(Object.entries(effects))("has an effect on a running gateway: %s", async (_, observe) => {
    expect.hasAssertions();

    await observe();
  });
});

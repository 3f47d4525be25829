import { threadCpuUsage } from "node:process";
import { isJsonObject, type JsonObject, own, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { draftRig } from "../../packages/testing/src/drafts.ts";
import { type Folder, openFolder } from "../../packages/testing/src/folder.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { fetchDocuments, type Vendor, vendors } from "./fetch-documents.ts";
import { instanceOf } from "./instance-of.ts";
import { openMock } from "./open-mock.ts";

// Vendors' documents, from import to call. The largest takes seconds on a busy machine.
const patience = { timeout: 120_000 };
// Seconds on a fast machine. The bound finds work that grows too fast: coverage and a slow machine
// triple the time.
const maxMs = 30_000;

const fetched = await fetchDocuments();
const given: readonly Vendor[] = fetched.kind === "fetched" ? vendors : [];

function textOf(vendor: Vendor): string {
  if (fetched.kind === "missing") throw new Error(fetched.reason);
  return fetched.textOf(vendor);
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

it("has five documents, and one of more than 5 MB", () => {
  const sizes = given.map((vendor) => Buffer.byteLength(textOf(vendor)));

  // Without the documents nothing is tested. The reason was printed above.
  expect(sizes.length === 5 || fetched.kind === "missing").toBe(true);
  expect(fetched.kind === "missing" || Math.max(...sizes) > 5_000_000).toBe(true);
});

describe.each(given)("the document of %s", patience, (vendor) => {
  it("is imported in time, and every draft is approvable or listed with its problem", async () => {
    const { drafts } = draftRig();
    const text = textOf(vendor);
    const begun = threadCpuUsage();

    const outcome = await drafts.importDocument({ text, set: "s", from: vendor, by: "operator:a" });

    // CPU time of this thread, unaffected by other work on the machine.
    const { user, system } = threadCpuUsage(begun);
    if (outcome.kind !== "imported") throw new Error(outcome.kind);
    expect((user + system) / 1_000).toBeLessThan(maxMs);
    expect(outcome.drafts.length).toBeGreaterThan(100);
    for (const { name, approvable, findings } of outcome.drafts) {
      const errors = findings.filter(({ severity }) => severity === "error");
      expect([name, errors.length === 0]).toEqual([name, approvable]);
    }
    const flawed = outcome.drafts.filter(({ approvable }) => !approvable);
    expect(flawed.length).toBeLessThan(outcome.drafts.length / 10);
    for (const { reason } of outcome.notImported) expect(reason).toMatch(/\.$/);
  });
});

/** Three read-only operations of three vendors. */
const called = [
  { vendor: "mailchimp.com", name: "getRoot" },
  { vendor: "zoom.us", name: "groups" },
  { vendor: "slack.com", name: "api_test" },
] as const satisfies readonly { readonly vendor: Vendor; readonly name: string }[];

/** Opens a folder whose configuration maps the document to a local server. */
async function openHome(vendor: Vendor, document: JsonObject, origin: string): Promise<Folder> {
  const config = {
    toolbox: { http: [{ name: "vendor", drafts: true }] },
    egress: { allow: [{ origin, methods: ["GET"], addresses: "loopback" }] },
  };
  const here = { ...document, servers: [{ url: origin }] };
  return openFolder({
    "toolcourt.yaml": JSON.stringify(config),
    [`${vendor}.json`]: JSON.stringify(here),
  });
}

describe.each(called.filter(({ vendor }) => given.includes(vendor)))(
  "$name of $vendor",
  patience,
  ({ vendor, name }) => {
    it("is called through the gate once approved, and answers as documented", async () => {
      const document = objectIn(textOf(vendor));
      await using mock = await openMock(document);
      await using folder = await openHome(vendor, document, mock.origin);
      const at = { folder: folder.path };
      await run(["drafts", "import", `${vendor}.json`, "--into", "vendor"], at);
      const shown = objectIn(
        (await run(["drafts", "show", `vendor/${name}`, "--json"], at)).output,
      );
      const digest = typeof shown["digest"] === "string" ? shown["digest"] : "";
      const approved = await run(["drafts", "approve", `vendor/${name}`, "--digest", digest], at);
      await using serving = await openServing(folder.path);
      const tool = shown["tool"] ?? {};
      const input = instanceOf(isJsonObject(tool) ? (own(tool, "inputSchema") ?? {}) : {}, tool);
      const say = async (method: string, params: JsonObject): Promise<string> => {
        const request = spoken(method, params, { era: "modern", lane: "fast" });
        return (await fetch(serving.url, request)).text();
      };

      const listed = await say("tools/list", {});
      const answer = await say("tools/call", { name, arguments: input });

      expect(approved).toMatchObject({ code: 0 });
      expect(listed.match(/"inputSchema"/g)).toHaveLength(1);
      expect(answer).not.toContain('"isError":true');
      expect(answer).toContain('"structuredContent"');
      expect(mock.asked).toHaveLength(1);
    });
  },
);

import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { draftRoutes } from "../../packages/gateway/src/edge/admin/draft-requests.ts";
import { readWritten } from "../../packages/gateway/src/http-tools/drafts/read-written.ts";
import { draftRig } from "../../packages/testing/src/drafts.ts";

const page = await readFile(new URL("../../docs/drafts.md", import.meta.url), "utf8");

describe("the drafts page", () => {
  it("shows a draft that can be added and approved as printed", async () => {
    const { drafts } = draftRig();
    const reading = readWritten(/^```json\n(.*?)^```$/ms.exec(page)?.[1] ?? "");
    if (reading.kind === "unreadable") throw new Error(JSON.stringify(reading.problems));
    const { definition, documentDigest } = reading;
    const writing = { set: "shop", definition, documentDigest, from: "page", by: "operator:grace" };

    const written = await drafts.add(writing);

    expect(written).toMatchObject({ kind: "written", judged: { approvable: true } });
  });

  it.each(draftRoutes)("has the address $method $path", ({ method, path }) => {
    expect(page).toContain(`\`${method} ${path}`);
  });
});

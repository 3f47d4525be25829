import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { allRules } from "@toolcourt/contracts/internal/judge/rules";
import { Redaction } from "@toolcourt/gateway/internal/boundary/redaction/redaction";
import { describe, expect, it } from "vitest";
import type { OverlayFiles } from "../../overlay-files.ts";
import { adoptTools } from "./adopt-tools.ts";

const tool = (name: string) => ({
  name,
  description: "Returns one thing by its id.",
  inputSchema: { type: "object", properties: {}, additionalProperties: false },
});

function adoptInto(replace: OverlayFiles["replace"]) {
  const files: OverlayFiles = {
    read: () => Promise.resolve(undefined),
    add: () => Promise.resolve({ kind: "nameless" }),
    find: (_server, name) =>
      Promise.resolve({ path: `contracts/crm/${name}.yaml`, text: undefined }),
    replace,
  };
  return adoptTools([tool("GET_USER"), tool("get_user")], [], {
    server: "crm",
    files,
    judging: { rules: allRules, profiles: ["core"], now: 0 },
    approving: { profiles: ["core"] },
    redaction: new Redaction(),
    force: false,
    dryRun: false,
  });
}

const written = ({ path }: { readonly path: string }) =>
  Promise.resolve({ kind: "written", path } as const);

describe("adoptTools", () => {
  it("skips a tool whose name differs only in case, and continues", async () => {
    const adoptions = await adoptInto((found) =>
      found.path.includes("GET_USER")
        ? Promise.reject(new Refusal("write-failed", { file: found.path, because: "namesake" }))
        : written(found),
    );

    expect(adoptions).toMatchObject([
      { tool: "GET_USER", state: "namesake", callable: false },
      { tool: "get_user", state: "written", callable: true },
    ]);
  });

  it("does not count a tool as callable if its overlay was written concurrently by another", async () => {
    const adoptions = await adoptInto(() => Promise.resolve({ kind: "changed" }));

    expect(adoptions.map(({ state, callable }) => [state, callable])).toEqual([
      ["kept", false],
      ["kept", false],
    ]);
  });

  it("stops if the disk is not writable", async () => {
    const adopting = adoptInto(({ path }) =>
      Promise.reject(new Refusal("write-failed", { file: path, because: "failed" })),
    );

    await expect(adopting).rejects.toMatchObject({ code: "write-failed" });
  });
});

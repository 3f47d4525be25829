import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { groupsOf, ownRows, peerRows, shortRows } from "./rows.ts";
import { ownSubjects } from "./subjects.ts";

const idsOf = (rows: typeof ownRows, references: readonly string[]) =>
  groupsOf(rows, references).map(({ load, era, subjects }) => [
    `${load} ${era}`,
    ...subjects.map(({ id }) => id),
  ]);

describe("groupsOf", () => {
  it("lets the rows of CI take turns in one group, beside the raw proxy", () => {
    const ids = ["raw", "memory", "sqlite-read", "sqlite-write", "guarded-read"];
    expect(idsOf(shortRows, [])).toEqual([["call modern", ...ids]]);
  });

  it("adds the references, and what the bounds of a row compare with", () => {
    const sse = ownRows.filter(({ id }) => id === "sse");
    expect(idsOf(sse, ["naive"])).toEqual([["call modern", "raw", "naive", "memory", "sse"]]);
  });

  it("measures each era in a group of its own", () => {
    const memory = ownRows.filter(({ id }) => id === "memory");
    const ids = ["raw", "naive", "memory"];
    expect(idsOf(memory, [])).toEqual([
      ["call modern", ...ids],
      ["call legacy", ...ids],
    ]);
  });
});

describe("the rows", () => {
  it("have names of their own, and name subjects that exist", () => {
    const rows = [...ownRows, ...peerRows];
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const subjects = new Set(ownSubjects.map(({ id }) => id));
    const named = ownRows.flatMap(({ subject, bounds }) => [
      subject,
      ...bounds.map(({ against }) => against),
    ]);
    expect(named.filter((id) => !subjects.has(id))).toEqual([]);
  });
});

describe("the raw proxy", () => {
  const manifest = z.object({
    dependencies: z.record(z.string(), z.string()).default({}),
    devDependencies: z.record(z.string(), z.string()).default({}),
  });
  const undiciOf = (folder: string) => {
    const file = resolve(import.meta.dirname, "..", folder, "package.json");
    const { dependencies, devDependencies } = manifest.parse(
      JSON.parse(readFileSync(file, "utf8")),
    );
    return dependencies["undici"] ?? devDependencies["undici"];
  };

  it("runs on the gateway's version of undici", () => {
    expect(undiciOf(".")).toBeDefined();
    expect(undiciOf(".")).toBe(undiciOf("packages/gateway"));
  });
});

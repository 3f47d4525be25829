import { openFolder } from "@toolcourt/testing/folder";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";
import { versions } from "../../../authoring/scaffolding/server-files.ts";

const project = [
  "weather/.github/workflows/ci.yml",
  "weather/.gitignore",
  "weather/README.md",
  "weather/docs/get-weather.md",
  "weather/package.json",
  "weather/server.ts",
  "weather/toolcourt.yaml",
  "weather/tools.ts",
  "weather/tools/get-weather.test.ts",
  "weather/tools/get-weather.ts",
  "weather/tsconfig.json",
];

describe("toolcourt new server", () => {
  it("writes a project and prints the next steps", async () => {
    await using folder = await openFolder();

    const { code, output } = await run(["new", "server", "weather"], { folder: folder.path });

    expect(code).toBe(0);
    expect(await folder.files()).toEqual(project);
    expect(output).toContain("Wrote weather/toolcourt.yaml\n");
    expect(output).toMatch(/Next:\n {2}cd weather\n {2}npm install\n/);
  });

  it("writes a valid configuration", async () => {
    await using folder = await openFolder();
    await run(["new", "server", "weather"], { folder: folder.path });

    const { code } = await run(["effective"], { folder: `${folder.path}/weather` });

    expect(code).toBe(0);
  });

  it("uses the named first tool", async () => {
    await using folder = await openFolder();

    await run(["new", "server", "desk", "--tool", "delete-card"], { folder: folder.path });

    expect(await folder.read("desk/tools/delete-card.ts")).toContain('effect: "destroy"');
    expect(await folder.read("desk/toolcourt.yaml")).toContain("approval: operator");
  });

  it("lists the files in a dry run and writes nothing", async () => {
    await using folder = await openFolder();

    const { output } = await run(["new", "server", "weather", "--dry-run"], {
      folder: folder.path,
    });

    expect(output.split("\n").toSorted()).toEqual(project.map((path) => `Would write ${path}`));
    expect(await folder.files()).toEqual([]);
  });

  it.each([[], ["--dry-run"]])(
    "reports the existing file and writes nothing %j",
    async (...flags) => {
      await using folder = await openFolder({ "weather/README.md": "mine" });

      const { code, errors } = await run(["new", "server", "weather", ...flags], {
        folder: folder.path,
      });

      expect(code).toBe(2);
      expect(errors).toContain("Cannot write weather/README.md: ");
      expect(await folder.files()).toEqual(["weather/README.md"]);
      expect(await folder.read("weather/README.md")).toBe("mine");
    },
  );
});

describe("toolcourt new tool", () => {
  it("creates a project if there is none", async () => {
    await using folder = await openFolder();

    await run(["new", "tool", "create-card-v2"], { folder: folder.path });

    expect(await folder.files()).toContain("create-card-v2/tools/create-card-v2.ts");
  });

  it("adds files to an existing project and registers the tool", async () => {
    await using folder = await openFolder();
    await run(["new", "server", "weather"], { folder: folder.path });

    const { code, output } = await run(["new", "tool", "delete-card"], {
      folder: `${folder.path}/weather`,
    });

    expect(code).toBe(0);
    expect(await folder.files()).toEqual(
      [
        ...project,
        "weather/docs/delete-card.md",
        "weather/tools/delete-card.test.ts",
        "weather/tools/delete-card.ts",
      ].toSorted(),
    );
    expect(await folder.read("weather/tools.ts")).toContain("export { deleteCard } from");
    expect(await folder.read("weather/toolcourt.yaml")).toContain("- name: delete-card");
    expect(output).toContain("Added to tools.ts\nAdded to toolcourt.yaml\n");
  });

  it("prefers --effect to the effect guessed from the verb", async () => {
    await using folder = await openFolder({ "package.json": "{}" });

    await run(["new", "tool", "draft-letter", "--effect", "read"], { folder: folder.path });

    expect(await folder.read("tools/draft-letter.ts")).toContain('category: "query"');
  });

  it("prints the lines to add if it cannot register the tool", async () => {
    await using folder = await openFolder({ "package.json": "{}" });

    const { output } = await run(["new", "tool", "get-card"], { folder: folder.path });

    expect(output).toContain("Where your tools are listed, add:\n    - name: get-card\n");
    expect(output).toContain(
      `npm install --save-exact @toolcourt/sdk@${versions["@toolcourt/sdk"]} zod@`,
    );
    expect(await folder.files()).not.toContain("toolcourt.yaml");
  });

  it("changes neither an existing tool nor its registration", async () => {
    await using folder = await openFolder();
    await run(["new", "server", "weather"], { folder: folder.path });
    const before = await folder.read("weather/tools.ts");

    const { code, errors } = await run(["new", "tool", "get-weather"], {
      folder: `${folder.path}/weather`,
    });

    expect(code).toBe(2);
    expect(errors).toContain("Cannot write tools/get-weather.ts: ");
    expect(await folder.read("weather/tools.ts")).toBe(before);
  });
});

describe("toolcourt new", () => {
  it.each([
    [["tol", "get-card"], /^There is no new tol; there are tool and server\. Did you mean tool\?/],
    [["tool", "getCard"], /^Write the name in kebab case/],
    [["tool", "card-get"], /^Begin the name with the verb/],
    [["server", "../up"], /^Name the server in kebab case/],
    [["server", "desk", "--tool", "hello"], /^Name a verb and a noun/],
    [["tool", "get-card", "--tool", "get-deck"], /^--tool is for a new server/],
  ])("refuses %j and prints the usage", async (args, problem) => {
    await using folder = await openFolder();

    const { code, errors } = await run(["new", ...args], { folder: folder.path });

    expect(code).toBe(2);
    expect(errors).toMatch(problem);
    expect(errors).toContain("next: toolcourt new --help");
    expect(await folder.files()).toEqual([]);
  });
});

import { execPath } from "node:process";
import { DatabaseSync } from "node:sqlite";
import { isJsonArray, isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { type Ran, run } from "@toolcourt/testing/terminal";
import { describe, expect, it } from "vitest";

// Every command opens a store with its own thread, which is slow on a busy machine.
const patience = { timeout: 30_000 };

const document = (description: string): string => `openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: https://pets.example/v1 }]
paths:
  /pets/{id}:
    get:
      operationId: get_pet
      description: ${JSON.stringify(description)}
      parameters:
        - { name: id, in: path, required: true, description: The number of the pet., schema: { type: integer, minimum: 1 } }
      responses:
        200:
          description: The pet.
          content:
            application/json:
              schema:
                type: object
                required: [name]
                properties: { name: { type: string, description: Its name. } }
`;

const good = "Finds one pet of the shop by its number.";

function home(description = good): Promise<Folder> {
  return openFolder({ "toolcourt.yaml": "toolbox: {}\n", "pets.yaml": document(description) });
}

function drafts({ path }: Folder, ...args: readonly string[]): Promise<Ran> {
  return run(["drafts", ...args], { folder: path });
}

function importPets(folder: Folder): Promise<Ran> {
  return drafts(folder, "import", "pets.yaml", "--into", "shop");
}

function digestIn({ output }: Ran): string {
  return /^Digest: +([0-9a-f]{64})$/m.exec(output)?.[1] ?? "";
}

function objectIn(text: string): JsonObject {
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

describe("toolcourt drafts", patience, () => {
  it("imports a document, shows a draft in full and approves the shown version", async () => {
    await using folder = await home();

    const imported = await importPets(folder);
    const listed = await drafts(folder, "list");
    const shown = await drafts(folder, "show", "shop/get_pet");
    const approved = await drafts(folder, "approve", "get_pet", "--digest", digestIn(shown));
    const again = await drafts(folder, "approve", "get_pet", "--digest", digestIn(shown));

    expect(imported).toMatchObject({ code: 0 });
    expect(imported.output).toContain("Imported 1 draft into shop: 1 new");
    expect(imported.errors).toContain("has no set of HTTP tools named shop");
    expect(listed.output).toBe("shop/get_pet  pending");
    for (const part of [
      "Sends:      GET https://pets.example/v1/pets/{id}",
      "From:       pets.yaml, at /paths/~1pets~1{id}/get",
      "Document:   OpenAPI 3.0, Pets 1, sha256:",
      "Finds one pet of the shop by its number.",
    ]) {
      expect(shown.output).toContain(part);
    }
    expect(approved).toMatchObject({ code: 0, output: "The draft shop/get_pet is approved." });
    expect(again).toMatchObject({ code: 1 });
  });

  it("shows the changes since the last approval, and requires a new one", async () => {
    await using folder = await home();
    await importPets(folder);
    await drafts(
      folder,
      "approve",
      "get_pet",
      "--digest",
      digestIn(await drafts(folder, "show", "get_pet")),
    );
    await folder.write("pets.yaml", document("Finds one pet, and sells it."));

    const imported = await importPets(folder);
    const listed = await drafts(folder, "list", "--state", "pending");
    const shown = await drafts(folder, "show", "get_pet");

    expect(imported.output).toContain("Changed, to be approved again:\n  get_pet");
    expect(listed.output).toContain("pending, changed since it was approved by operator:grace");
    expect(shown.output).toContain(`/tool/description: "${good}" → "Finds one pet, and sells it."`);
  });

  it("refuses to approve a draft with findings, and makes hidden characters visible", async () => {
    await using folder = await home("Finds one pet\u202E of the shop by its number.");

    const imported = await importPets(folder);
    const shown = await drafts(folder, "show", "get_pet");
    const approved = await drafts(folder, "approve", "get_pet", "--digest", digestIn(shown));
    const rejected = await drafts(folder, "reject", "get_pet");

    expect(imported.output).toContain("Cannot be approved as they are:\n  get_pet: text/visible");
    expect(shown.output).toContain(String.raw`Finds one pet\u{202e} of the shop`);
    expect(approved).toMatchObject({ code: 1 });
    expect(approved.errors).toContain("text/visible");
    expect(rejected).toMatchObject({ code: 0, output: "The draft shop/get_pet is rejected." });
  });

  it("accepts an edit and a handwritten draft, and refuses an invalid one", async () => {
    await using folder = await home();
    await importPets(folder);
    const { tool, operation } = objectIn(
      (await drafts(folder, "show", "get_pet", "--json")).output,
    );
    const known = isJsonObject(tool ?? null) ? tool : {};
    const renamed = { ...objectIn(JSON.stringify(known)), name: "other_pet" };
    await folder.write("other.json", JSON.stringify({ tool: renamed, operation }));
    await folder.write("broken.json", JSON.stringify({ tool: renamed, operation: {} }));

    const added = await drafts(folder, "add", "other.json", "--into", "shop");
    const twice = await drafts(folder, "add", "other.json", "--into", "shop");
    const misnamed = await drafts(folder, "edit", "get_pet", "--file", "other.json");
    const broken = await drafts(folder, "edit", "other_pet", "--file", "broken.json");
    const same = await drafts(folder, "edit", "other_pet", "--file", "other.json");
    const unset = await drafts(folder, "edit", "other_pet");

    expect(added.output).toContain("The draft shop/other_pet is pending.");
    expect(twice).toMatchObject({ code: 1 });
    expect(misnamed.errors).toContain("A draft keeps its name");
    expect(broken).toMatchObject({ code: 2 });
    expect(broken.errors).toContain("/operation/method");
    expect(same.output).toContain("is as before");
    expect(unset.errors).toContain("set EDITOR");
  });

  it("opens an editor to change a draft", async () => {
    await using folder = await home();
    await importPets(folder);
    const program = `const fs = require("node:fs"); const [file] = process.argv.slice(1);
      fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("by its number", "by number"));`;
    await folder.write("edit.cjs", program.replace("slice(1)", "slice(2)"));
    const environment = { EDITOR: `${execPath} ${folder.path}/edit.cjs` };

    const edited = await run(["drafts", "edit", "get_pet"], { folder: folder.path, environment });

    expect(edited).toMatchObject({ code: 0 });
    expect(edited.output).toContain("The draft shop/get_pet is pending.");
    expect((await drafts(folder, "show", "get_pet")).output).toContain("shop by number.");
    expect((await folder.files()).filter((file) => file.includes("toolcourt-edit"))).toEqual([]);
  });

  it("shows no draft that was tampered with, and accepts a full replacement", async () => {
    await using folder = await home();
    await importPets(folder);
    const { tool, operation } = objectIn(
      (await drafts(folder, "show", "get_pet", "--json")).output,
    );
    await folder.write("good.json", JSON.stringify({ tool, operation }));
    using database = new DatabaseSync(`${folder.path}/.toolcourt/state.db`);
    database.exec("UPDATE drafts SET content = replace(content, 'pets.example', 'evil.example')");

    const shown = await drafts(folder, "show", "get_pet");
    const edited = await drafts(folder, "edit", "get_pet", "--file", "good.json");
    const again = await drafts(folder, "show", "get_pet");

    expect(shown).toMatchObject({ code: 2, output: "" });
    expect(shown.errors).toContain("does not match its digest");
    expect(edited.output).toContain("The draft shop/get_pet is pending.");
    expect(again.output).toContain("https://pets.example/v1/pets/{id}");
  });

  it("keeps the edited text if it is not a valid draft", async () => {
    await using folder = await home();
    await importPets(folder);
    await folder.write(
      "break.cjs",
      'require("node:fs").writeFileSync(process.argv[2], \'{"tool": {}}\');',
    );
    const environment = { EDITOR: `${execPath} ${folder.path}/break.cjs` };

    const edited = await run(["drafts", "edit", "get_pet"], { folder: folder.path, environment });

    expect(edited).toMatchObject({ code: 2 });
    expect(edited.errors).toContain("Correct it, and add --file get_pet.draft.json.");
    expect(await folder.files()).toContain("get_pet.draft.json");
  });

  it.each([
    [["fetch"], "There is no action fetch"],
    [["import", "pets.yaml"], "with --into"],
    [["import", "pets.yaml", "--into", "a/b"], "Name a set with"],
    [["show"], "Name the draft"],
    [
      ["show", "shop/none"],
      "There is no draft shop/none. (usage-invalid; next: toolcourt drafts list)",
    ],
    [["approve", "none"], "There is no draft named none."],
  ])("reports the problem in %j", async (args, problem) => {
    await using folder = await home();

    const ran = await drafts(folder, ...args);

    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(problem);
  });

  it("approves a just shown draft by a prefix of its digest, typed at the prompt only", async () => {
    await using folder = await home();
    await importPets(folder);
    const digest = digestIn(await drafts(folder, "show", "get_pet"));
    const typing = (typed: string) =>
      run(["drafts", "approve", "get_pet"], { folder: folder.path, input: `${typed}\n` });

    expect(await typing(digest.slice(0, 11))).toMatchObject({ code: 1 });
    expect(
      await drafts(folder, "approve", "get_pet", "--digest", digest.slice(0, 12)),
    ).toMatchObject({ code: 1 });
    expect(await typing(digest.slice(0, 12))).toMatchObject({ code: 0 });
  });

  it("filters the list by name, and adds counts to a long list", async () => {
    await using folder = await home();
    const paths = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`/pets${index}`, { get: {} }] as const),
    );
    await folder.write("many.json", JSON.stringify({ openapi: "3.0.0", info: {}, paths }));
    await drafts(folder, "import", "many.json", "--into", "shop");

    const all = await drafts(folder, "list");
    const some = await drafts(folder, "list", "PETS11");

    expect(all.output.split("\n")).toHaveLength(13);
    expect(all.output).toContain("12 drafts: 12 pending, 0 approved, 0 rejected.");
    expect(some.output).toBe("shop/get_pets11  pending");
  });

  it("lists as JSON", async () => {
    await using folder = await home();
    await importPets(folder);

    const listed = parseJson((await drafts(folder, "list", "--json")).output);

    expect(isJsonArray(listed) && listed.length).toBe(1);
    expect(listed).toMatchObject([{ set: "shop", name: "get_pet", standing: "pending" }]);
  });
});

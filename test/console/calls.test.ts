import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  parseJson,
} from "../../packages/sdk/src/index.ts";
import { openFolder } from "../../packages/testing/src/folder.ts";
import { spoken } from "../../packages/testing/src/lanes.ts";
import { usePostgres } from "../../packages/testing/src/services/use-postgres.ts";
import { openServing } from "../../packages/testing/src/serving.ts";
import { run } from "../../packages/testing/src/terminal.ts";
import { openBeside, openServedConsole, type ServedConsole } from "./served.ts";

// Whole gateways with a threaded store.
const patience = { timeout: 60_000 };
const postgres = await usePostgres();

const tools = [{ name: "hello" }, { name: "read_repo_file" }, { name: "write_memory_entry" }];
const toolbox = { local: ["workspace"], tools };

async function call(url: URL, args: JsonObject, key?: string): Promise<string> {
  const request = spoken(
    "tools/call",
    { name: "hello", arguments: args },
    { era: "modern", lane: "fast" },
  );
  const headers = new Headers(request.headers);
  if (key !== undefined) headers.set("authorization", `Bearer ${key}`);
  return (await fetch(url, { ...request, headers })).text();
}

function callsIn({ calls = [] }: JsonObject): readonly JsonObject[] {
  return isJsonArray(calls) ? calls.filter(isJsonObject) : [];
}

async function listed(
  { get }: Pick<ServedConsole, "get">,
  query = "",
): Promise<readonly JsonObject[]> {
  const { status, body, text } = await get(`calls${query}`);
  expect({ status, text }).toMatchObject({ status: 200 });
  return callsIn(body);
}

function textIn(object: JsonObject | undefined, name: string): string {
  const value = object?.[name];
  return typeof value === "string" ? value : "";
}

const idsOf = (calls: readonly JsonObject[]) => calls.map(({ id = null }) => id);

describe.each([
  { name: "SQLite", missing: undefined, open: async () => "sqlite:.toolcourt/state.db" },
  { name: "PostgreSQL", missing: postgres.missing, open: postgres.database },
])("calls in the console, in $name", patience, ({ missing, open }) => {
  it.skipIf(missing !== undefined)(
    "are found by outcome, shown with their rows, and as by the command",
    async () => {
      const { serving, folder, get, follow } = await openServedConsole({
        toolbox,
        stores: { url: await open() },
      });
      const events = await follow("?topics=calls");
      await call(serving.url, { name: "Ada" });
      await call(serving.url, { name: 7 });

      const all = await listed({ get });
      const refused = await listed({ get }, "?status=refused&tool=hello&server=local");
      const id = textIn(refused[0], "id");
      const shown = await get(`calls/${id}`);
      const place = { folder: folder.path };
      const byCommand = await run(["calls", "list", "--json"], place);
      const textByCommand = await run(["calls", "show", id.slice(0, 8)], place);
      const exported = await run(["audit", "export"], place);

      expect(all).toMatchObject([
        {
          tool: "hello",
          status: "refused",
          code: "input-invalid",
        },
        { tool: "hello", status: "answered", code: "answered", subject: "local", tenant: null },
      ]);
      expect(refused).toHaveLength(1);
      await vi.waitFor(() =>
        expect(events.map(({ data }) => data["id"]).toReversed()).toEqual(idsOf(all)),
      );
      expect(shown.body).toMatchObject({
        id,
        explained: { retryable: false },
        times: [{ name: "opened" }, { name: "closed" }],
        entries: [{ body: { kind: "call.opened" } }, { body: { kind: "call.closed" } }],
      });
      const found = parseJson(byCommand.output);
      expect(isJsonObject(found) ? idsOf(callsIn(found)) : []).toEqual(idsOf(all));
      expect(textByCommand).toMatchObject({ code: 0 });
      expect(textByCommand.output).toContain("Outcome:   refused input-invalid");
      const reads = exported.output.split("\n").filter((line) => line.includes('"audit.read"'));
      expect(reads).toHaveLength(2);
      expect(reads.every((line) => line.includes('"action":"call","by":"operator:grace"'))).toBe(
        true,
      );
    },
  );

  it.skipIf(missing !== undefined)(
    "are the same at a second gateway, and after a restart",
    async () => {
      const one = await openServedConsole({ toolbox, stores: { url: await open() } });
      const other = await openBeside(one.folder);
      for (const { serving } of [one, other, one]) await call(serving.url, { name: "Ada" });

      const atOne = await listed(one);
      const atOther = await listed(other);
      await one.serving[Symbol.asyncDispose]();
      await call(other.serving.url, { name: "Eve" });
      await other.serving[Symbol.asyncDispose]();
      const again = await openBeside(one.folder);
      const { body } = await again.get("calls?limit=3");
      const rest = await listed(again, `?limit=3&cursor=${textIn(body, "next")}`);

      expect(atOne).toHaveLength(3);
      expect(idsOf(atOther)).toEqual(idsOf(atOne));
      expect(idsOf([...callsIn(body), ...rest]).slice(1)).toEqual(idsOf(atOne));
      expect(body["indexedTo"]).toBe(body["last"]);
      expect(JSON.stringify([atOne, body])).not.toMatch(/Ada|Eve/);
    },
  );
});

function rowsIndexed(folder: string): unknown {
  using database = new DatabaseSync(join(folder, ".toolcourt/state.db"));
  return database.prepare("SELECT row FROM calls_up_to").get()?.["row"];
}

describe("the index of calls", patience, () => {
  it("is not written while the console is off, and by the reader while it is on", async () => {
    await using folder = await openFolder({ "toolcourt.yaml": JSON.stringify({ toolbox }) });
    {
      await using serving = await openServing(folder.path);
      await call(serving.url, { name: "Ada" });
    }
    const before = rowsIndexed(folder.path);

    const { serving, folder: other } = await openServedConsole({ toolbox });
    await call(serving.url, { name: "Ada" });

    expect(before).toBe(0);
    await vi.waitFor(() => expect(rowsIndexed(other.path)).toBeGreaterThan(2), 5_000);
  });
});

const keyOf = (person: string): string => `tck_${person}-0123456789-0123456789`;
const keys = [
  { name: "ada", tenant: "north" },
  { name: "nora", tenant: "north" },
  { name: "sam", tenant: "south" },
  { name: "carl" },
].map((each) => ({ ...each, sha256: createHash("sha256").update(keyOf(each.name)).digest("hex") }));
const policy = `version: 1
roles: { looker: ["calls:read"] }
subjects: [{ principals: ["key:nora", "key:sam", "key:carl"], roles: [looker] }]
statements: [{ id: all-call, effect: allow, principals: ["*"], tools: ["*"] }]
...
`;

async function openKeyed() {
  const auth = { resource: "https://tools.example.com/mcp", keys };
  const config = { toolbox, policy: { file: "policy.yaml" }, server: { auth } };
  const folder = await openFolder({
    "toolcourt.yaml": JSON.stringify(config),
    "policy.yaml": policy,
  });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const serving = await openServing(folder.path);
  onTestFinished(() => serving[Symbol.asyncDispose]());
  const ask = async (person: string, path: string) => {
    const headers = { authorization: `Bearer ${keyOf(person)}` };
    const response = await fetch(new URL(`/admin/v1/calls${path}`, serving.url), { headers });
    const body = parseJson(await response.text());
    return { status: response.status, body: isJsonObject(body) ? body : {} };
  };
  return { folder, serving, ask };
}

describe("calls in the admin API", patience, () => {
  it("are those of the sender's tenant, and need calls:read", async () => {
    const { serving, ask } = await openKeyed();
    for (const person of ["ada", "sam", "carl"])
      await call(serving.url, { name: "x" }, keyOf(person));

    const ofNorth = callsIn((await ask("nora", "")).body);
    const ofSouth = callsIn((await ask("sam", "")).body);
    const ofNone = callsIn((await ask("carl", "")).body);
    const id = textIn(ofNorth[0], "id");

    expect(ofNorth).toMatchObject([{ tenant: "north", status: "answered" }]);
    expect(ofSouth).toMatchObject([{ tenant: "south" }]);
    expect(ofNone).toMatchObject([{ tenant: null }]);
    expect(await ask("nora", `/${id}`)).toMatchObject({ body: { person: "key:ada" } });
    expect(await ask("sam", `/${id}`)).toMatchObject({
      status: 404,
      body: { error: { code: "call-unknown" } },
    });
    expect(callsIn((await ask("nora", "?subject=key:ada")).body)).toHaveLength(1);
    expect(callsIn((await ask("sam", "?subject=key:ada")).body)).toEqual([]);
    expect(await ask("ada", "")).toMatchObject({ status: 403 });
  });

  it("lead to no person once that person is erased", async () => {
    const { folder, serving, ask } = await openKeyed();
    await call(serving.url, { name: "x" }, keyOf("ada"));
    const [first] = callsIn((await ask("nora", "")).body);
    const [id, subject] = [textIn(first, "id"), textIn(first, "subject")];

    const erased = await run(["audit", "erase", "key:ada", "--tenant", "north"], {
      folder: folder.path,
    });
    const byName = callsIn((await ask("nora", "?subject=key:ada")).body);
    const bySubject = callsIn((await ask("nora", `?subject=${subject}`)).body);
    const shown = await ask("nora", `/${id}`);

    expect(erased.code).toBe(0);
    expect(byName).toEqual([]);
    expect(idsOf(bySubject)).toEqual([id]);
    expect(shown.body).toMatchObject({ id, person: null, subject });
    const store = join(folder.path, ".toolcourt");
    for (const file of (await readdir(store)).filter((name) => name.startsWith("state.db"))) {
      expect((await readFile(join(store, file))).includes("key:ada")).toBe(false);
    }
  });
});

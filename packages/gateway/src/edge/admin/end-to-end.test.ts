import { createHash } from "node:crypto";
import { isJsonObject, parseJson } from "@toolcourt/sdk";
import { type Folder, openFolder } from "@toolcourt/testing/folder";
import { spoken } from "@toolcourt/testing/lanes";
import { openServing } from "@toolcourt/testing/serving";
import { expect, it } from "vitest";

const keyOf = (person: string): string => `tck_${person}-0123456789-0123456789`;

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const config = {
  toolbox: {
    local: ["workspace"],
    tools: [
      { name: "hello", approval: "operator" },
      { name: "read_repo_file" },
      { name: "write_memory_entry" },
    ],
  },
  stores: { url: "memory:" },
  policy: { file: "policy.yaml" },
  server: {
    auth: {
      resource: "https://tools.example.com/mcp",
      keys: ["ada", "grace"].map((name) => ({ name, sha256: sha256(keyOf(name)) })),
    },
  },
};

const policy = `version: 1
roles: { reviewer: ["approvals:read", "approvals:decide"] }
subjects: [{ principals: ["key:grace", "key:ada"], roles: [reviewer] }]
statements: [{ id: ada-calls, effect: allow, principals: ["key:ada"], tools: ["*"] }]
...
`;

function openHome(): Promise<Folder> {
  return openFolder({ "toolcourt.yaml": JSON.stringify(config), "policy.yaml": policy });
}

// Loads and starts the whole gateway.
const slow = { timeout: 20_000 };

it("another person approves a call over HTTP, which then runs once", slow, async () => {
  await using folder = await openHome();
  await using serving = await openServing(folder.path);
  const call = async (): Promise<string> => {
    const said = { name: "hello", arguments: { name: "Ada" } };
    const request = spoken("tools/call", said, { era: "modern", lane: "fast" });
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${keyOf("ada")}`);
    return (await fetch(serving.url, { ...request, headers })).text();
  };
  const admin = async (person: string, path: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${keyOf(person)}`,
      ...(body && { "content-type": "application/json" }),
    };
    const init = { headers, ...(body && { method: "POST", body: JSON.stringify(body) }) };
    const response = await fetch(new URL(`/admin/v1/approvals${path}`, serving.url), init);
    const answer = parseJson(await response.text());
    return { status: response.status, answer: isJsonObject(answer) ? answer : {} };
  };

  const first = await call();
  const id = /"id":"([\da-f]{32})"/.exec(first)?.[1] ?? "";
  const { answer } = await admin("grace", `/${id}`);
  const { digest } = answer;
  const own = await admin("ada", `/${id}/approve`, { digest });
  const given = await admin("grace", `/${id}/approve`, { digest });
  const [second, third] = [await call(), await call()];

  expect(first).toContain("approval-required");
  expect(answer).toMatchObject({ tool: "hello", server: "local", requester: "key:ada" });
  expect(answer["description"]).toEqual(expect.stringMatching(/\w/));
  expect([own.status, given.status]).toEqual([403, 200]);
  expect(second).not.toContain("approval-");
  expect(third).toContain("approval-required");
});

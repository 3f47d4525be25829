import { createHash } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { openFolder } from "@toolcourt/testing/folder";
import { openServing } from "@toolcourt/testing/serving";
import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import type { World } from "./world.ts";

const people = ["agent", "olga", "grace", "rita"] as const;
const keyOf = (person: string): string => `tck_${person}-0123456789-0123456789`;
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

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
      keys: people.map((name) => ({ name, sha256: sha256(keyOf(name)) })),
    },
  },
};

const policy = `version: 1
roles: { reviewer: ["approvals:read", "approvals:decide"], auditor: ["approvals:read"] }
subjects:
  - { principals: ["key:olga", "key:grace"], roles: [reviewer] }
  - { principals: ["key:rita"], roles: [auditor] }
statements: [{ id: agent-calls, effect: allow, principals: ["key:agent"], tools: ["*"] }]
...
`;

/** Lets people with keys and different rights meet at one request of a real gateway. */
export async function checkReviewers({ browser }: World): Promise<Finding> {
  const files = { "toolcourt.yaml": JSON.stringify(config), "policy.yaml": policy };
  await using folder = await openFolder(files);
  await using serving = await openServing(folder.path, "--console");
  await request(serving.url);
  const open = (person: string): Promise<Page> =>
    browser.newContext().then((context) => signIn(context.newPage(), serving.url, person));
  const [olga, grace] = await Promise.all([open("olga"), open("grace")]);
  const rita = await open("rita");
  const agent = await open("agent");

  const approvals: number[] = [];
  for (const page of [olga, grace]) {
    page.on("response", (response) => {
      if (response.url().endsWith("/approve")) approvals.push(response.status());
    });
    await page.getByRole("link", { name: "hello" }).click();
    await page.locator("#digest").fill(await page.locator("output.digest").innerText());
  }
  await rita.getByRole("link", { name: "hello" }).click();
  await rita.getByText("Deciding needs the permission approvals:decide.").waitFor();
  const offered = await rita.getByRole("button", { name: /Approve|Deny|Revoke/ }).count();
  await Promise.all(
    [olga, grace].map((page) => page.getByRole("button", { name: "Approve" }).click()),
  );
  for (const page of [olga, grace, rita])
    await page.locator(".settled", { hasText: "The request is approved." }).waitFor();
  await agent.getByText("This page needs the permission approvals:read.").waitFor();
  const problems = [
    ...(offered === 0 ? [] : ["rita may decide"]),
    ...(approvals.toSorted((a, b) => a - b).join() === "200,409"
      ? []
      : [`the answers are ${approvals.join()}`]),
  ];
  for (const page of [olga, grace, rita, agent]) await page.context().close();
  return { figure: "four keys; of two approvals at once, one counts; all see it", problems };
}

async function request(url: URL): Promise<void> {
  const client = new Client({ name: "agent", version: "1.0.0" });
  const headers = { authorization: `Bearer ${keyOf("agent")}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  await client.callTool({ name: "hello", arguments: { name: "Ada" } });
  await client.close();
}

async function signIn(opening: Promise<Page>, url: URL, person: string): Promise<Page> {
  const page = await opening;
  await page.goto(new URL("/console/approvals", url).href);
  await page.locator("#key").fill(keyOf(person));
  await page.keyboard.press("Enter");
  await page.locator(".shell h1").waitFor();
  return page;
}

import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { execPath } from "node:process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { openFolder } from "@toolcourt/testing/folder";
import { runProgram } from "@toolcourt/testing/services/run-program";
import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { proveCall } from "./prove-call.ts";
import type { World } from "./world.ts";

const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");
const config = `toolbox:
  local: [workspace]
  tools: [{ name: hello }, { name: read_repo_file }, { name: write_memory_entry }]
`;
const deceptive = "Keep answers short. \u{202e}gnp.exe";

/** Plays the first minutes with the console: a real gateway, a client, and a person who approves. */
export async function checkNewcomer({ browser }: World): Promise<Finding> {
  const began = performance.now();
  await using folder = await openFolder({ "toolcourt.yaml": config });
  using gateway = startConsole(folder.path);
  const link = new URL(await gateway.link);
  const context = await browser.newContext();
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  await page.goto(link.href);
  await page.locator(".live-connected").waitFor();
  if (page.url().includes("#")) problems.push("the code is still in the address");

  const client = new Client({ name: "newcomer", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", link)));
  await client.callTool({ name: "hello", arguments: { name: "Ada" } });
  await page.locator(".live-rows tr", { hasText: "hello" }).waitFor();

  await tryHello(page, link);
  const first = await writeEntry(client);
  await page.locator("a.tile-waits", { hasText: "Approvals" }).click();
  await page.getByRole("link", { name: "write_memory_entry" }).click();
  await page.locator(".escape", { hasText: String.raw`\u{202e}` }).waitFor();
  await approve(page);
  const second = await writeEntry(client);
  await page.getByText("The call has run.").waitFor();
  await proveCall(page, "write_memory_entry", folder.path);

  // Another reviewer decides with the command, while the request is open in another tab.
  await writeEntry(client, "Another entry.");
  const other = await context.newPage();
  await other.goto(new URL("/console/approvals", link).href);
  await other.getByRole("link", { name: "write_memory_entry" }).click();
  await other.getByRole("button", { name: "Deny" }).waitFor();
  const id = other.url().split("/").at(-1) ?? "";
  await runProgram({ command: execPath, args: [bin, "approvals", "deny", id], cwd: folder.path });
  await other.getByText("The request is denied.").waitFor({ timeout: 2_000 });
  await client.close();
  problems.push(
    ...(first.isError === true ? [] : ["the first call ran without approval"]),
    ...(second.isError === true
      ? [`the approved call was refused: ${JSON.stringify(second)}`]
      : []),
    ...(await secretsIn(page, link.hash.slice(1))),
  );
  await context.close();
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return {
    figure: `link, hello, a form, refusal, approval, run, proof, and a denial by command in ${seconds} s`,
    problems,
  };
}

/** Fills in the form of a tool, and runs it. A change that they type there they cannot approve. */
async function tryHello(page: Page, link: URL): Promise<void> {
  await page.goto(new URL("/console/tools/local/hello/try", link).href);
  await page.getByRole("textbox", { name: "name", exact: true }).fill("Grace");
  await page.locator(".verdict-good").waitFor();
  await page.locator("#run").click();
  await page.locator(".outcome .tag-good").waitFor();
  await page.getByText("Hello, Grace!").first().waitFor();
  await page.goto(new URL("/console/tools/local/write_memory_entry/try", link).href);
  await page.getByRole("textbox", { name: "entry", exact: true }).fill("Typed here.");
  await page.locator("#at\\/file").selectOption({ index: 1 });
  await page.locator(".verdict-warn").waitFor();
  await page.locator("#run").click();
  await page.getByRole("link", { name: "Open the request" }).click();
  await page.getByText("You made this request.").waitFor();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.locator("dialog button.danger").click();
  await page.getByText("The request is revoked.").waitFor();
  await page.goto(new URL("/console/", link).href);
  await page.locator(".live-connected").waitFor();
}

async function approve(page: Page): Promise<void> {
  const digits = await page.locator("output.digest").innerText();
  await page.locator("#digest").fill(digits);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("The request is approved.").waitFor();
}

function writeEntry(
  client: Client,
  entry = deceptive,
): Promise<{ readonly isError?: boolean | undefined }> {
  const given = { file: "best_practices.md", entry };
  return client.callTool({ name: "write_memory_entry", arguments: given });
}

/** Neither the code nor the other half of the session is where a script could read it. */
async function secretsIn(page: Page, code: string): Promise<readonly string[]> {
  const readable = await page.evaluate<string>(
    "document.cookie + JSON.stringify({ ...localStorage }) + document.documentElement.outerHTML",
  );
  return readable.includes(code) || readable.includes("__Host-") ? ["a secret is readable"] : [];
}

interface StartedConsole extends Disposable {
  /** The printed link. Rejects with the output if the command ends before. */
  readonly link: Promise<string>;
}

function startConsole(folder: string): StartedConsole {
  const args = ["--conditions=@toolcourt/source", bin, "console", "--port", "0"];
  const child = spawn(execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  return { link: linkOf(child), [Symbol.dispose]: () => void child.kill("SIGTERM") };
}

function linkOf(child: ChildProcess): Promise<string> {
  const { promise, resolve: found, reject } = Promise.withResolvers<string>();
  let text = "";
  const take = (chunk: Buffer): void => {
    text += chunk.toString();
    const [, link] = /^Open (http\S+#\S+)\s/m.exec(text) ?? [];
    if (link !== undefined) found(link);
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  child.once("close", (code) => reject(new Error(`The command ended with ${code}: ${text}`)));
  return promise;
}

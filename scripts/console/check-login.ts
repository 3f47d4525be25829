import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { env, execPath } from "node:process";
import { openFolder } from "@toolcourt/testing/folder";
import type { BrowserContext, Page } from "playwright-core";
import { configOf, policy } from "../../test/console/login/login-config.ts";
import { type LoginIssuer, openLoginIssuer } from "../../test/console/login/login-issuer.ts";
import type { Finding } from "./finding.ts";
import type { World } from "./world.ts";

const bin = resolve(import.meta.dirname, "../../packages/toolcourt/bin/toolcourt.js");

/** Signs in at an issuer of another site: a real gateway, a real issuer, and a person. */
export async function checkLogin({ browser }: World): Promise<Finding> {
  const began = performance.now();
  // For the browser another site than 127.0.0.1, as issuers are.
  await using issuer = await openLoginIssuer("localhost");
  const config = JSON.stringify(configOf(issuer));
  await using folder = await openFolder({ "toolcourt.yaml": config, "policy.yaml": policy });
  using gateway = startGateway(folder.path, issuer.client.secret);
  const origin = await gateway.origin;
  const walks = { signsIn, declines };
  const problems: string[] = [];
  for (const [name, walk] of Object.entries(walks)) {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (line) => {
      if (line.text().includes("Content Security Policy")) problems.push(line.text());
    });
    const found = await walk({ page, context, origin, issuer }).catch((error: unknown) => [
      `${String(error)} at ${page.url()}`,
    ]);
    problems.push(...found.map((flaw) => `${name}: ${flaw}`));
    await context.close();
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  return { figure: `to the issuer and back, and a refusal, in ${seconds} s`, problems };
}

interface Walk {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  readonly issuer: LoginIssuer;
}

/** With the keyboard alone. */
async function signsIn({ page, context, origin, issuer }: Walk): Promise<readonly string[]> {
  await page.goto(`${origin}/console/approvals?state=done`);
  const host = new URL(issuer.issuer).host;
  const button = page.getByRole("button", { name: `Sign in with ${host}` });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${issuer.issuer}/**`);
  await page.locator("input").fill("olga");
  await page.keyboard.press("Enter");
  await page.locator(".shell h1", { hasText: "Approvals" }).waitFor();
  const problems: string[] = [];
  const { href } = new URL(page.url());
  if (href !== `${origin}/console/approvals?state=done`) problems.push(`the page is ${href}`);
  await page.getByRole("link", { name: "Overview" }).click();
  await page.locator(".shell h1", { hasText: "Overview" }).waitFor();
  await page.locator(".live-connected").waitFor();
  const cookies = await context.cookies(origin);
  const shown = cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]);
  const session = [`__Host-toolcourt-${new URL(origin).port}`, true, "Strict"];
  const own = shown.filter(([name]) => String(name).startsWith("__Host-"));
  if (JSON.stringify(own) !== JSON.stringify([session])) {
    problems.push(`the cookies are ${JSON.stringify(own)}`);
  }
  const readable = await page.evaluate<string>(
    "document.cookie + JSON.stringify([{ ...localStorage }, { ...sessionStorage }]) + document.documentElement.outerHTML",
  );
  if (issuer.issued.length !== 2) problems.push("the issuer gave no tokens");
  if ([...issuer.issued, "__Host-"].some((each) => readable.includes(each))) {
    problems.push("a secret is readable");
  }
  return problems;
}

/** The words of the issuer are those of a stranger. */
async function declines({ page, origin, issuer }: Walk): Promise<readonly string[]> {
  issuer.manners.denies = true;
  await page.goto(`${origin}/console/`);
  await page.locator(".issuer").click();
  await page.waitForURL(`${issuer.issuer}/**`);
  await page.getByRole("button", { name: "Sign in" }).click();
  const problem = page.locator(".problem", { hasText: "console-refused" });
  await problem.waitFor();
  await page.locator(".issuer").waitFor();
  const [text, images] = [
    await page.locator("main").innerText(),
    await page.locator("main img").count(),
  ];
  return [
    ...(text.includes("raw text") || images > 0 ? ["the issuer's text is shown"] : []),
    ...(page.url() === `${origin}/console/` ? [] : [`the page is ${page.url()}`]),
  ];
}

interface StartedGateway extends Disposable {
  /** Rejects with the output if the command ends before it listens. */
  readonly origin: Promise<string>;
}

function startGateway(folder: string, secret: string): StartedGateway {
  const args = ["--conditions=@toolcourt/source", bin, "serve", "--port", "0"];
  const child = spawn(execPath, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env, CONSOLE_SECRET: secret },
  });
  return { origin: originOf(child), [Symbol.dispose]: () => void child.kill("SIGTERM") };
}

function originOf(child: ChildProcess): Promise<string> {
  const { promise, resolve: found, reject } = Promise.withResolvers<string>();
  let text = "";
  const take = (chunk: Buffer): void => {
    text += chunk.toString();
    const [, origin] = /listens on (http:\/\/127\.0\.0\.1:\d+)/.exec(text) ?? [];
    if (origin !== undefined) found(origin);
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  child.once("close", (code) => reject(new Error(`The command ended with ${code}: ${text}`)));
  return promise;
}

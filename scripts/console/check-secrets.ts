import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { tokenPath, tokenRoute } from "./pages/connections.ts";
import type { World } from "./world.ts";

const canary = "canary-5f0c8d2a91c07be4";

/** Gives a connection a new token, and looks for it wherever a page could keep it. */
export async function checkSecrets(world: World): Promise<Finding> {
  const problems: string[] = [];
  const sent: unknown[] = [];
  const routes = {
    [tokenRoute]: (body: unknown) => {
      sent.push(body);
      return { status: 409, body: { error: { code: "connection-unchanged", message: "No." } } };
    },
  };
  await using tab = await world.openPage({ routes });
  const { page } = tab;
  await tab.open(tokenPath);
  const field = page.locator("input[name=token]");
  const [type, complete] = [
    await field.getAttribute("type"),
    await field.getAttribute("autocomplete"),
  ];
  if (type !== "password" || complete !== "off") problems.push("the field shows or keeps its text");
  await field.fill(canary);
  await page.getByRole("button", { name: "Replace the token" }).click();
  await page.locator(".problem").waitFor();
  if (JSON.stringify(sent) !== JSON.stringify([{ token: canary }]))
    problems.push("it was not sent");
  const kept = await keptIn(page);
  problems.push(...kept.map((where) => `the token is left in ${where}`));
  return {
    figure: `1 token sent, left in ${kept.length} of 7 places`,
    problems: [...problems, ...tab.incidents],
  };
}

/** Returns the places of a page in which the token is. */
async function keptIn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(async () => {
    const places = {
      document: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll("input, textarea")].map(({ value }) => value).join(),
      address: location.href + JSON.stringify(history.state),
      cookies: document.cookie,
      localStorage: JSON.stringify({ ...localStorage }),
      sessionStorage: JSON.stringify({ ...sessionStorage }),
      databases: JSON.stringify(await indexedDB.databases()),
    };
    return Object.keys(places).filter((name) => places[name].includes(${JSON.stringify(canary)}));
  })()`);
}

import type { PageState } from "./states.ts";
import type { PageOptions, TestPage, World } from "./world.ts";

/** Opens a page in one of its states. */
export async function openState(
  { openPage, server }: World,
  { path, routes, prepare }: PageState,
  options: PageOptions,
): Promise<TestPage> {
  const tab = await openPage({ ...options, ...(routes === undefined ? {} : { routes }) });
  if (path === undefined) {
    await tab.page.goto(server.url);
    await tab.page.locator("#key").waitFor();
  } else {
    await tab.open(path);
    await tab.page.waitForLoadState("load");
    // The answers of the page are there once nothing says that it loads.
    await tab.page.getByText("Loading…").waitFor({ state: "detached" });
  }
  await prepare?.(tab.page, server);
  return tab;
}

import { pageHeaders } from "@toolcourt/gateway/internal/edge/console/assets";
import { browserFlags, findBrowser } from "@toolcourt/testing/services/find-browser";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { usualRoutes } from "./fixture-data.ts";
import { type FixtureRoutes, type FixtureServer, openFixtureServer } from "./fixture-server.ts";

/** What the checks of the console share: a browser, and a server that speaks the console's API. */
export interface World extends AsyncDisposable {
  readonly browser: Browser;
  readonly server: FixtureServer;
  /** Opens a tab of its own browser profile. */
  readonly openPage: (options?: PageOptions) => Promise<TestPage>;
}

export interface PageOptions {
  readonly scheme?: "light" | "dark";
  readonly width?: number;
  /** Changes of the usual routes. Default: none. */
  readonly routes?: FixtureRoutes;
}

/** A tab, and what happened in it that must not happen. */
export interface TestPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Dialogs, requests to other origins, errors of scripts. */
  readonly incidents: readonly string[];
  /** Opens an address below `/console/`, signed in with a code. */
  readonly open: (path: string) => Promise<void>;
}

/** A code of the form that `toolcourt console` prints. */
const code = "c".repeat(22);
export async function openWorld(): Promise<World> {
  const server = await openFixtureServer({ headers: pageHeaders, routes: usualRoutes() });
  const executablePath = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: [...browserFlags] });
  return {
    browser,
    server,
    openPage: async ({ scheme = "light", width = 1280, routes = {} } = {}) => {
      Object.assign(server.routes, usualRoutes(), routes);
      server.asked.splice(0);
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme: scheme,
        reducedMotion: "reduce",
      });
      // Before the page's own scripts, so that its policy does not refuse it.
      await context.addInitScript({ content: axe.source });
      const page = await context.newPage();
      const incidents = watch(page, server.url);
      return {
        page,
        context,
        incidents,
        open: async (path) => {
          await page.goto(`${server.url}${path}#${code}`);
          await page.waitForSelector(".shell h1");
        },
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

function watch(page: Page, url: string): readonly string[] {
  const incidents: string[] = [];
  const { origin } = new URL(url);
  page.on("dialog", (dialog) => {
    incidents.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    if (asked !== origin && protocol !== "blob:") incidents.push(`a request to ${request.url()}`);
  });
  page.on("pageerror", ({ message }) => incidents.push(`an error: ${message}`));
  page.on("popup", () => incidents.push("a new window"));
  return incidents;
}

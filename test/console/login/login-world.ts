import { onTestFinished } from "vitest";
import { type Clock, systemClock } from "../../../packages/contracts/src/kernel/clock.ts";
import {
  type Answered,
  fromPage,
  inSession,
  sendTo,
} from "../../../packages/testing/src/console-requests.ts";
import { openFolder } from "../../../packages/testing/src/folder.ts";
import { openServing, type Serving } from "../../../packages/testing/src/serving.ts";
import { pages } from "../served.ts";
import { cookieOf, type LoginBrowser, openLoginBrowser } from "./login-browser.ts";
import { type Change, configOf, policy } from "./login-config.ts";
import { type LoginIssuer, openLoginIssuer } from "./login-issuer.ts";

/** A gateway whose console has a login, and its issuer. */
export interface LoginWorld {
  readonly issuer: LoginIssuer;
  readonly serving: Serving;
  readonly folder: string;
  readonly openBrowser: () => LoginBrowser;
  /** Asks as a page that has signed in. */
  readonly get: (path: string, signedIn: Answered, browser: LoginBrowser) => Promise<Answered>;
  /** Lets time pass for the gateway, and not for the clocks that tokens are compared with. */
  readonly pass: (ms: number) => void;
  readonly writeConfig: (change: Change) => Promise<void>;
}

export async function openLoginWorld(
  given: Change | ((issuer: string) => Change) = {},
  ...flags: readonly string[]
): Promise<LoginWorld> {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const issuer = stack.use(await openLoginIssuer());
  const folder = stack.use(await openFolder({ ...pages, "policy.yaml": policy }));
  const writeConfig = (changed: Change): Promise<void> =>
    folder.write("toolcourt.yaml", JSON.stringify(configOf(issuer, changed)));
  await writeConfig(typeof given === "function" ? given(issuer.issuer) : given);
  let ahead = 0;
  const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + ahead };
  const environment = { CONSOLE_SECRET: issuer.client.secret };
  const place = { folder: folder.path, consolePages: `${folder.path}/pages`, environment, clock };
  const serving = stack.use(await openServing(place, ...flags));
  return {
    issuer,
    serving,
    folder: folder.path,
    writeConfig,
    openBrowser: () => openLoginBrowser(serving.url),
    pass: (ms) => {
      ahead += ms;
    },
    get: (path, { body }, { cookies }) => {
      const { half } = body;
      if (typeof half !== "string") throw new Error(JSON.stringify(body));
      const headers = fromPage(serving.url, inSession({ cookie: cookieOf(cookies), half }));
      return sendTo(serving.url, { path: `/console/api/v1/${path}`, headers });
    },
  };
}

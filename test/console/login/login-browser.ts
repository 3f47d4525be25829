import {
  type Answered,
  fromPage,
  json,
  sendTo,
} from "../../../packages/testing/src/console-requests.ts";

/** A browser with cookies, as far as a login needs one. */
export interface LoginBrowser {
  /** Presses the button of the page. Returns the answer of the gateway. */
  readonly begin: (headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  /** Signs in at the issuer. Returns the address at which the browser comes back. */
  readonly atIssuer: (address: string, person?: string) => Promise<URL>;
  /** Comes back to the gateway. Returns its answer. */
  readonly comeBack: (back: URL) => Promise<Answered>;
  /** Exchanges the code of the fragment for a session. */
  readonly exchange: (answered: Answered) => Promise<Answered>;
  /** All of it. */
  readonly signIn: (person?: string) => Promise<Answered>;
  /** Cookies by their names. Those of every host: the tests have one gateway. */
  readonly cookies: Map<string, string>;
}

export function openLoginBrowser(gateway: URL): LoginBrowser {
  const cookies = new Map<string, string>();
  const send = async (sent: Parameters<typeof sendTo>[1]): Promise<Answered> => {
    const headers = { ...sent.headers, cookie: cookieOf(cookies) };
    const answered = await sendTo(gateway, { ...sent, headers });
    keep(cookies, answered.headers["set-cookie"]);
    return answered;
  };
  const browser: Omit<LoginBrowser, "signIn"> = {
    cookies,
    begin: (headers = {}) =>
      send({ path: "/console/login", headers: { "sec-fetch-site": "same-origin", ...headers } }),
    atIssuer: (address, person) => answerOf(new URL(address), { gateway, person }),
    comeBack: ({ pathname, search }) =>
      send({ path: pathname + search, headers: { "sec-fetch-site": "cross-site" } }),
    exchange: ({ headers }) =>
      send({
        method: "POST",
        path: "/console/session",
        headers: fromPage(gateway, json),
        body: JSON.stringify({ code: headers.location?.split("#")[1] ?? "" }),
      }),
  };
  return {
    ...browser,
    signIn: async (person) => {
      const begun = await browser.begin();
      const { location = "" } = begun.headers;
      if (location.startsWith("/")) return browser.exchange(begun);
      return browser.exchange(await browser.comeBack(await browser.atIssuer(location, person)));
    },
  };
}

interface AtIssuer {
  readonly gateway: URL;
  readonly person: string | undefined;
}

/** Follows the issuer to the address at which it sends the browser back. */
async function answerOf(address: URL, { gateway, person }: AtIssuer): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = address;
  for (let hop = 0; hop < 12 && url.origin !== gateway.origin; hop += 1) {
    const response = await fetch(url, requestFor(url, cookies, person));
    const body = await response.text();
    keep(cookies, response.headers.getSetCookie());
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${url.href} ${response.status}: ${body}`);
    url = new URL(location, url);
  }
  return url;
}

/** The person fills in the form of the issuer. */
function requestFor(
  { pathname }: URL,
  cookies: ReadonlyMap<string, string>,
  person = "olga",
): RequestInit {
  const common = { headers: { cookie: cookieOf(cookies) }, redirect: "manual" } as const;
  if (!pathname.startsWith("/person/")) return common;
  return { ...common, method: "POST", body: new URLSearchParams({ person }) };
}

export function cookieOf(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map((pair) => pair.join("=")).join("; ");
}

function keep(cookies: Map<string, string>, given: readonly string[] = []): void {
  for (const each of given) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
    if (value === "" || /Max-Age=0(?:;|$)/.test(each)) cookies.delete(name);
    else cookies.set(name, value);
  }
}

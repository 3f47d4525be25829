import { type Answered, fromPage, json, sendTo } from "../../../packages/testing/src/console.ts";

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
  const keep = (given: readonly string[] = []): void => {
    for (const each of given) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      if (value === "" || /Max-Age=0(?:;|$)/.test(each)) cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  const cookie = (): string => [...cookies].map((pair) => pair.join("=")).join("; ");
  const send = async (sent: Parameters<typeof sendTo>[1]): Promise<Answered> => {
    const answered = await sendTo(gateway, {
      ...sent,
      headers: { ...sent.headers, cookie: cookie() },
    });
    keep(answered.headers["set-cookie"]);
    return answered;
  };

  const atIssuer: LoginBrowser["atIssuer"] = async (address, person = "olga") => {
    const jar = new Map<string, string>();
    let url = new URL(address);
    for (let hop = 0; hop < 12; hop += 1) {
      if (url.origin === gateway.origin) return url;
      const isForm = url.pathname.startsWith("/person/");
      const response = await fetch(url, {
        headers: { cookie: [...jar].map((pair) => pair.join("=")).join("; ") },
        redirect: "manual",
        ...(isForm && { method: "POST", body: new URLSearchParams({ person }) }),
      });
      const body = await response.text();
      for (const given of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
        jar.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) throw new Error(`${url.href} ${response.status}: ${body}`);
      url = new URL(location, url);
    }
    throw new Error(`${address} redirects for ever.`);
  };
  const browser: Omit<LoginBrowser, "signIn"> = {
    cookies,
    begin: (headers = {}) =>
      send({ path: "/console/login", headers: { "sec-fetch-site": "same-origin", ...headers } }),
    atIssuer,
    comeBack: ({ pathname, search }) =>
      send({ path: pathname + search, headers: { "sec-fetch-site": "cross-site" } }),
    exchange: ({ headers }) =>
      send({
        method: "POST",
        path: "/console/session",
        headers: fromPage(gateway, json),
        body: JSON.stringify({ code: (headers.location ?? "").split("#")[1] ?? "" }),
      }),
  };
  return {
    ...browser,
    signIn: async (person) => {
      const begun = await browser.begin();
      const { location = "" } = begun.headers;
      if (location.startsWith("/")) return browser.exchange(begun);
      return browser.exchange(await browser.comeBack(await atIssuer(location, person)));
    },
  };
}

import { readdirSync } from "node:fs";
import { type ConsoleRig, openConsoleRig } from "@toolcourt/testing/console";
import { type Halves, inSession, sendTo, signIn } from "@toolcourt/testing/console-requests";
import { beforeAll, describe, expect, it } from "vitest";
import { type AdminRoute, adminRoutes } from "../admin/route-table.ts";

let rig: ConsoleRig;
let halves: Halves;
beforeAll(async () => {
  rig = await openConsoleRig();
  halves = await signIn(rig.url, { code: rig.issueCode() });
  return () => rig[Symbol.asyncDispose]();
});

type Headers = Readonly<Record<string, string>>;

/** Everything that the page sends with a request. */
function whole({ method }: Pick<AdminRoute, "method">): Headers {
  const { url } = rig;
  return {
    ...inSession(halves),
    "sec-fetch-site": "same-origin",
    ...(method === "POST" && { origin: url.origin, "content-type": "application/json" }),
  };
}

function without(headers: Headers, name: string): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}

const otherPort = "http://127.0.0.1:9";

/** What each guard refuses, with the code and the status. */
const guards: readonly {
  readonly lacks: string;
  readonly headers: (route: AdminRoute) => Headers;
  readonly refused: readonly [status: number, because: string];
  readonly body?: string;
}[] = [
  {
    lacks: "the cookie",
    headers: (route) => without(whole(route), "cookie"),
    refused: [401, "session"],
  },
  {
    lacks: "the half of the page",
    headers: (route) => without(whole(route), "x-toolcourt-console"),
    refused: [401, "session"],
  },
  {
    lacks: "Sec-Fetch-Site",
    headers: (route) => without(whole(route), "sec-fetch-site"),
    refused: [403, "site"],
  },
  {
    lacks: "our own Origin",
    headers: (route) => ({ ...whole(route), origin: otherPort }),
    refused: [403, "origin"],
  },
  {
    lacks: "JSON",
    headers: (route) => ({ ...whole(route), "content-type": "text/plain" }),
    refused: [415, "type"],
    body: "{}",
  },
  {
    lacks: "both proofs of our page, sent from another port with our cookie",
    headers: (route) => ({
      ...without(whole(route), "x-toolcourt-console"),
      "sec-fetch-site": "same-site",
      origin: otherPort,
    }),
    refused: [403, "site"],
  },
  {
    lacks: "the cookie of this port, with that of another",
    headers: (route) => ({
      ...whole(route),
      cookie: halves.cookie.replace(/toolcourt-\d+/, "toolcourt-9"),
    }),
    refused: [401, "session"],
  },
  {
    lacks: "the half of this session, with another one",
    headers: (route) => ({ ...whole(route), "x-toolcourt-console": "0".repeat(64) }),
    refused: [401, "session"],
  },
];

function pathOf({ path }: AdminRoute): string {
  return path.replace("/admin/v1/", "/console/api/v1/").replaceAll(/\{\w+\}/g, "x");
}

/** A stream does not end, so its row asks for a topic that there is not. */
function addressOf(route: AdminRoute): string {
  return route.path.endsWith("/events") ? `${pathOf(route)}?topics=none` : pathOf(route);
}

const bodyOf = ({ method }: AdminRoute): string | undefined =>
  method === "POST" ? "{}" : undefined;

describe.each(adminRoutes)("$method $path of the console", (route) => {
  it("is answered with all proofs", async () => {
    const { method } = route;
    const sent = { method, path: addressOf(route), headers: whole(route), body: bodyOf(route) };

    const { status, text } = await sendTo(rig.url, sent);

    expect([401, 403, 415]).not.toContain(status);
    expect(text).not.toContain("console-refused");
  });

  it.each(guards)("is refused without $lacks", async ({ headers, refused, body }) => {
    const [status, because] = refused;
    const { method } = route;
    const sent = { method, path: addressOf(route), headers: headers(route) };

    const answer = await sendTo(rig.url, { ...sent, body: body ?? bodyOf(route) });

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { evidence: { because } } });
  });
});

it("is refused without an Origin for anything but GET", async () => {
  const route = { method: "POST", path: "/console/api/v1/reload" } as const;
  const headers = without(whole(route), "origin");

  const { status } = await sendTo(rig.url, { ...route, headers, body: "{}" });

  expect(status).toBe(403);
});

it("takes none of two cookies with our name", async () => {
  const route = { method: "GET", path: "/console/api/v1/me" } as const;
  const headers = whole(route);
  const cookie = `${halves.cookie}; ${halves.cookie.split("=")[0]}=planted`;

  const { status } = await sendTo(rig.url, { ...route, headers: { ...headers, cookie } });

  expect(status).toBe(401);
});

it("guards unknown addresses too, before it says that there is nothing", async () => {
  const stranger = await sendTo(rig.url, { path: "/console/api/v2/nothing" });
  const known = await sendTo(rig.url, {
    path: "/console/api/v2/nothing",
    headers: whole({ method: "GET" }),
  });

  expect([stranger.status, known.status]).toEqual([403, 404]);
});

it("has a row for every route of the admin API", async () => {
  const folder = new URL("../admin/", import.meta.url);
  const names = readdirSync(folder).filter((name) => /^(?!.*\.test).*\.ts$/.test(name));
  const modules = await Promise.all(
    names.map((name): Promise<Record<string, unknown>> => import(new URL(name, folder).href)),
  );
  const tables = modules.flatMap((each) =>
    Object.entries(each).filter(([name]) => /^(?:routes|\w+Routes)$/.test(name)),
  );
  const found = tables
    .filter(([name]) => name !== "adminRoutes")
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every table of routes has these
    .flatMap(([, routes]) => routes as readonly Pick<AdminRoute, "method" | "path">[])
    .map(({ method, path }) => `${method} ${path}`);

  expect(adminRoutes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    found.toSorted(),
  );
});

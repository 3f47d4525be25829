import type { IncomingMessage, ServerResponse } from "node:http";
import { openTarget, type Target } from "../../packages/testing/src/target.ts";

/** An API that echoes its input, and a second one to which it tries to redirect callers. */
export interface Targets extends AsyncDisposable {
  readonly own: Listened;
  readonly other: Listened;
}

export interface Listened {
  readonly origin: string;
  /** Returns everything sent there. */
  readonly received: () => string;
  readonly requests: () => number;
}

export async function openTargets(): Promise<Targets> {
  await using stack = new AsyncDisposableStack();
  const other = stack.use(await openTarget((_request, response) => json(response, 200, nothing)));
  const elsewhere = `http://127.0.0.1:${other.port}`;
  const own = stack.use(
    await openTarget((request, response) => answer(request, response, elsewhere)),
  );
  const owned = stack.move();
  return {
    own: listened(own),
    other: listened(other),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

const nothing = { said: "nothing", value: [] };

function listened({ port, seen }: Target): Listened {
  return {
    origin: `http://127.0.0.1:${port}`,
    received: () => seen.map(({ url, rawHeaders }) => `${url} ${rawHeaders.join(" ")}`).join("\n"),
    requests: () => seen.length,
  };
}

interface Asked {
  readonly response: ServerResponse;
  /** All received headers. */
  readonly got: string;
  readonly elsewhere: string;
}

type Answer = (asked: Asked) => void;

const answers: Readonly<Record<string, Answer>> = {
  redirect: ({ response, got, elsewhere }) =>
    redirect(response, 302, `${elsewhere}/taken?got=${encodeURIComponent(got)}`),
  moved: ({ response, elsewhere }) => redirect(response, 308, `${elsewhere}/taken`),
  pages: ({ response, got, elsewhere }) =>
    json(response, 200, { value: [{ got }], nextLink: `${elsewhere}/more` }),
  denied: ({ response, got }) => json(response, 403, { error: { code: got, message: got } }),
  failing: ({ response, got }) => json(response, 500, { error: got }),
  unauthorized: ({ response, got }) => json(response, 401, { error: got }),
  page: ({ response, got }) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<p>${got}</p>`);
  },
};

const echoAnswer: Answer = ({ response, got }) =>
  json(response, 200, { said: got, value: [{ got }] });

function answer(request: IncomingMessage, response: ServerResponse, elsewhere: string): void {
  const [, name = ""] = /^\/(\w+)/.exec(request.url ?? "") ?? [];
  const asked = { response, got: JSON.stringify(request.headers), elsewhere };
  (Object.hasOwn(answers, name) ? (answers[name] ?? echoAnswer) : echoAnswer)(asked);
}

function redirect(response: ServerResponse, status: number, location: string): void {
  response.writeHead(status, { location }).end(location);
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const ways = ["echo", "redirect", "moved", "denied", "failing", "unauthorized", "page"];

const said = `
    output:
      type: object
      properties: { said: { type: string, description: What was said. } }
      additionalProperties: true`;

/** Returns a tools file with one tool per answer of the API. `prefix` keeps two sets apart. */
export function toolsFile(prefix: string): string {
  const simple = ways.map(
    (way) => `
  - name: ${prefix}-${way}
    description: Asks the API for ${way} and gives back what it says about the request.
    get: /${way}${said}`,
  );
  const others = `
  - name: ${prefix}-pages
    description: Asks the API for all pages and gives back what it says about the request.
    get: /pages
    paging: { items: /value, next_link: /nextLink, max_pages: 3 }
    result: { found: /value }
    output:
      type: object
      properties: { found: { type: array, description: Them., items: { type: object } } }
      required: [found]
      additionalProperties: false
  - name: ${prefix}-named
    description: Asks the API for one that is named and gives back what it says about the request.
    get: /things/{name}
    input: { name: { type: string, maxLength: 200, description: Its name. } }
    query: { label: "{name}" }${said}
`;
  return `tools:${simple.join("")}${others}`;
}

/** Returns the names of the tools without parameters. */
export function toolNames(prefix: string): readonly string[] {
  return [...ways, "pages"].map((way) => `${prefix}-${way}`);
}

import { isJsonObject, type JsonObject, type JsonValue, own, parseJson } from "@toolcourt/sdk";
import {
  answering,
  openDiscovery,
  rightArguments,
  targetOrigin,
} from "@toolcourt/testing/discovery";
import { codeOf } from "@toolcourt/testing/http-tools";
import { describe, expect, it } from "vitest";

// Lists, tables and long operations, each through a whole gateway and an API Management double.

const tools = `tools:
  - name: query-things
    description: Lists the things of a subscription, all of them or those of one kind.
    post: /query
    input:
      kind: { type: string, pattern: "^[a-z]{1,20}$", description: Only things of this kind. }
    optional: [kind]
    body:
      subscriptions: ["{scope.subscriptionId}"]
      query: { join: ["things", " | where kind =~ '{kind}'", " | order by id asc"] }
      options: { top: 1000 }
    terms: { effect: read }
    discovery: { stage: inventory, tier: inventory, scope: [tenantId, subscriptionId] }
    paging: { items: /data, cursor: { from: /next, body: /options/cursor }, max_items: 5000 }
    result: { things: { each: /data, take: { id: /id, status: /properties/status/code } } }
    output:
      type: object
      description: What was found.
      properties:
        things:
          type: array
          description: The things.
          items:
            type: object
            description: One thing.
            properties:
              id: { type: string, description: Its id. }
              status: { type: string, description: Its status. }
            required: [id]
            additionalProperties: false
      required: [things]
      additionalProperties: false
  - name: query-costs
    description: Returns the costs of a subscription by service, as the target counts them.
    post: /costs
    body: { timeframe: MonthToDate }
    terms: { effect: read }
    discovery: { stage: cost, tier: cost, scope: [tenantId, subscriptionId] }
    poll:
      header: Operation-Location
      status: /status
      done: [Succeeded]
      failed: [Failed]
      final: Location
      max_polls: 3
      or: [{ header: X-Job, reread: true }]
    result: { rows: { table: { columns: /properties/columns, rows: /properties/rows }, take: { amount: Cost, group: [Service, Region] } } }
    empty: { rows: [] }
    output:
      type: object
      description: What was found.
      properties:
        rows:
          type: array
          description: The costs.
          items:
            type: object
            description: One sum.
            properties:
              amount: { type: number, description: How much. }
              group: { type: string, description: Of what. }
            required: [amount]
            additionalProperties: false
      required: [rows]
      additionalProperties: false
`;

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
}

/** Opens a gateway whose target answers by path and body. Records the bodies. */
async function open(answer: (path: string, body: JsonObject) => Answer) {
  const bodies: JsonObject[] = [];
  const opened = await openDiscovery({
    tools,
    answer: (request, response) => {
      let sent = "";
      request.setEncoding("utf8").on("data", (chunk: string) => {
        sent += chunk;
      });
      request.on("end", () => {
        const given = bodyIn(sent);
        bodies.push(given);
        const path = (request.url ?? "").replace("/management.example.com", "");
        const { status = 200, headers = {}, body } = answer(path, given);
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(body === undefined ? "" : JSON.stringify(body));
      });
    },
  });
  const { call, management } = opened;
  return {
    bodies,
    paths: () => management.seen.map(({ method, url }) => `${method} ${url}`),
    things: (more: JsonObject = {}) => call("query-things", { ...rightArguments, ...more }),
    costs: () => call("query-costs", { ...rightArguments, tier: "cost" }),
  };
}

function bodyIn(text: string): JsonObject {
  const parsed = text === "" ? {} : parseJson(text);
  return isJsonObject(parsed) ? parsed : {};
}

function cursorIn(body: JsonObject): number {
  const options = own(body, "options");
  const cursor = isJsonObject(options) ? own(options, "cursor") : undefined;
  return typeof cursor === "string" ? Number(cursor) : 0;
}

/** Returns the page of 2,500 things that a body asks for. */
function pageFor(body: JsonObject): Answer {
  const start = cursorIn(body);
  const count = Math.min(1_000, 2_500 - start);
  const data = Array.from({ length: count }, (_, index) => ({
    id: `/r${start + index}`,
    principal: "hidden",
    properties: { status: { code: "ok" } },
  }));
  const next = start + count < 2_500 && { next: String(start + count) };
  return { body: { totalRecords: 2_500, data, ...next } };
}

describe("a list behind a body", () => {
  it("has every item once, with the declared fields only", async () => {
    const { things, bodies } = await open((_path, body) => pageFor(body));
    const { structuredContent } = await things();
    const written = JSON.stringify(structuredContent);

    expect(new Set(written.match(/\/r\d+/g)).size).toBe(2_500);
    expect(structuredContent).toMatchObject({
      metadata: { discovery: { counts: { pages: 3, items: 2_500 }, complete: true } },
    });
    expect(written).not.toContain("hidden");
    expect(bodies).toEqual([
      { ...bodies[0], options: { top: 1000 } },
      { ...bodies[0], options: { top: 1000, cursor: "1000" } },
      { ...bodies[0], options: { top: 1000, cursor: "2000" } },
    ]);
  });

  it("ends if the target gives the same page again, and says so", async () => {
    const page = { totalRecords: 5, data: [{ id: "/r0" }, { id: "/r1" }], next: "2" };
    const { things, bodies } = await open(() => ({ body: page }));
    const { structuredContent, content } = await things();

    expect(structuredContent).toMatchObject({
      data: { things: [{ id: "/r0" }, { id: "/r1" }] },
      metadata: { discovery: { counts: { pages: 1, items: 2 }, complete: false } },
    });
    expect(JSON.stringify(content)).toContain("The target gave the same page again.");
    expect(bodies).toHaveLength(2);
  });

  it.each<[JsonObject, string]>([
    [{}, "things | order by id asc"],
    [{ kind: "disk" }, "things | where kind =~ 'disk' | order by id asc"],
  ])("has the query of its author with %j", async (more, query) => {
    const { things, bodies } = await open(() => ({ body: { data: [] } }));
    await things(more);

    expect(bodies).toEqual([{ subscriptions: ["s1"], query, options: { top: 1000 } }]);
  });
});

function accepted(state: string): Answer {
  const location = `${targetOrigin}/results/1`;
  return { status: 202, headers: { "operation-location": state, location, "retry-after": "0" } };
}

const columns = [{ name: "Cost" }, { name: "Region" }, { name: "Currency" }];

describe("a table", () => {
  it.each<[string, JsonObject, boolean]>([
    ["nothing left", {}, true],
    ["a next link left", { nextLink: `${targetOrigin}/costs?2` }, false],
    ["a larger total left", { total: 3 }, false],
  ])("with %s tells whether it is complete, without declared pages", async (_, more, complete) => {
    const rows = [[1.5, "eu", "EUR"]];
    const { costs } = await open(() => ({ body: { properties: { columns, rows, ...more } } }));

    expect((await costs()).structuredContent).toMatchObject({
      data: { rows: [{ amount: 1.5, group: "eu" }] },
      metadata: { discovery: { complete } },
    });
  });

  it("with a row of another length is a failure", async () => {
    const rows = [[1.5, "eu", "EUR"], [2]];
    const { costs } = await open(() => ({ body: { properties: { columns, rows } } }));

    expect(await codeOf(costs())).toBe("target-failed");
  });

  it("without content is the declared result, and complete", async () => {
    const { costs } = await open(() => ({ status: 204 }));

    expect((await costs()).structuredContent).toMatchObject({
      data: { rows: [] },
      metadata: { discovery: { complete: true } },
    });
  });
});

describe("a long operation", () => {
  it("is polled through API Management until its result is there", async () => {
    const states = ["Running", "Succeeded"];
    const { costs, paths } = await open((path) => {
      if (path === "/costs") return accepted(`${targetOrigin}/states/1`);
      if (path === "/results/1") return { body: { properties: { columns, rows: [] } } };
      return { headers: { "retry-after": "0" }, body: { status: states.shift() ?? "" } };
    });

    expect((await costs()).structuredContent).toMatchObject({ data: { rows: [] } });
    expect(paths()).toEqual([
      "POST /management.example.com/costs",
      "GET /management.example.com/states/1",
      "GET /management.example.com/states/1",
      "GET /management.example.com/results/1",
    ]);
  });

  it("may have its result at its own address", async () => {
    const { costs, paths, bodies } = await open((path) => {
      if (path !== "/costs") return { body: {} };
      if (paths().length > 1) return { body: { properties: { columns, rows: [] } } };
      return { status: 202, headers: { "x-job": "/jobs/1", "retry-after": "0" }, body: {} };
    });

    expect((await costs()).structuredContent).toMatchObject({ data: { rows: [] } });
    expect(paths()).toEqual([
      "POST /management.example.com/costs",
      "GET /management.example.com/jobs/1",
      "GET /management.example.com/costs",
    ]);
    expect(bodies.slice(1)).toEqual([{}, {}]);
  });

  it("is not begun if its polls would be refused", async () => {
    const allow = [{ origin: targetOrigin, methods: ["POST"] }];
    const answer = answering({ data: [] });
    const { call, management } = await openDiscovery({ tools, answer, egress: { allow } });

    await expect(call("query-costs", { ...rightArguments, tier: "cost" })).rejects.toMatchObject({
      code: "egress-refused",
      details: { rule: "method", method: "GET" },
    });
    expect(management.seen).toEqual([]);
    await call("query-things", rightArguments);
    expect(management.seen).toMatchObject([{ method: "POST" }]);
  });

  it.each(["https://evil.example/states/1", "//evil.example/1", "http://127.0.0.1:1/x"])(
    "is not polled elsewhere: %s",
    async (state) => {
      const { costs, paths } = await open(() => accepted(state));

      expect(await codeOf(costs())).toBe("egress-refused");
      expect(paths()).toHaveLength(1);
    },
  );

  it.each([
    ["Failed", { code: "AuthorizationFailed" }, "target-denied"],
    ["Failed", { code: "TooComplex" }, "target-failed"],
    ["Running", undefined, "target-failed"],
  ])("that ends as %s with %j is refused", async (status, error, code) => {
    const { costs } = await open((path) =>
      path === "/costs"
        ? accepted("/states/1")
        : { headers: { "retry-after": "0" }, body: { status, ...(error && { error }) } },
    );

    expect(await codeOf(costs())).toBe(code);
  });
});

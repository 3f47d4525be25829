import { readContract } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import { pinned } from "./http-tool.ts";
import { readToolsFile } from "./read-tools-file.ts";

const twoTools = `tools:
  - name: plain
    description: d
    get: /a
    input:
      x: { type: string, enum: [a] }
    query: { x: "{x}" }
    terms:
      category: query
    paging: { items: "", link_header: true }
    output:
      type: object
      properties:
        paging: { type: object }
        rows: { type: array }
  - name: found
    description: d
    get: /a
    discovery: { stage: s, tier: cost, scope: [tenantId] }
    output:
      type: object
      properties:
        rows: { type: array }
`;

const twoToolsRead = readToolsFile(twoTools, "t.yaml");

const listOrders = `tools:
  - name: list-orders
    description: Lists the orders of a customer, the newest first. Example - the open orders of customer 42.
    get: /customers/{customer}/orders
    input:
      customer: { type: integer, minimum: 1, description: The number of the customer. }
      status: { enum: [open, paid], description: Which orders. }
      tags: { type: array, items: { enum: [a, b] }, maxItems: 2, description: With these tags. }
    optional: [status, tags]
    query:
      status: "{status}"
      limit: 50
      tags: { from: tags, style: pipeDelimited }
      $filter: "customer eq {customer}"
    headers: { X-Version: "2" }
    paging: { items: /value, next_link: /nextLink, max_pages: 3, max_items: 100 }
    result: { orders: /value }
    output:
      type: object
      properties: { orders: { type: array, items: { type: object } } }
      required: [orders]
      additionalProperties: false
`;

function read(text: string) {
  return readToolsFile(text, "t.yaml");
}

function problemsOf(text: string): readonly string[] {
  const reading = read(text);
  return reading.kind === "invalid" ? reading.problems : [];
}

/** Returns a file with one tool: the standard lines plus these. */
function tool(...lines: readonly string[]): string {
  const usual = ["name: t", "description: d", "output: { type: object }"];
  return `tools:\n  - ${[...usual, ...lines].join("\n    ")}\n`;
}

describe("readToolsFile", () => {
  it("returns tool objects and their operations", () => {
    const reading = read(listOrders);

    expect(reading).toMatchObject({
      kind: "tools",
      tools: [
        {
          tool: {
            name: "list-orders",
            inputSchema: { required: ["customer"], additionalProperties: false },
            outputSchema: { required: ["orders", "paging"] },
            _meta: { "dev.toolcourt/contract": { effect: "read" } },
          },
          operation: {
            method: "GET",
            path: "/customers/{customer}/orders",
            parameters: [
              { place: "path", name: "customer", from: "/customer" },
              { place: "query", name: "status", style: "form", explode: true, from: "/status" },
              { place: "query", name: "tags", style: "pipeDelimited", explode: false },
            ],
            texts: [
              { place: "query", name: "limit", text: "50" },
              { place: "query", name: "$filter", text: "customer eq {customer}" },
              { place: "header", name: "X-Version", text: "2" },
            ],
            response: { shape: "object", fields: { orders: "/value" } },
            paging: { next: { kind: "link", pointer: "/nextLink" }, maxPages: 3, maxItems: 100 },
          },
        },
      ],
    });
  });

  it("returns readable contracts", () => {
    const reading = read(listOrders);
    const [first] = reading.kind === "tools" ? reading.tools : [];

    expect(readContract({ server: "s", tool: first?.tool ?? null })).toMatchObject({
      kind: "contract",
      contract: { effect: "read" },
    });
  });

  it.each([
    ["a request", tool(), "tools[0].name: Write the request as one of"],
    ["one request", tool("get: /a", "post: /b"), "Write the request as one of"],
    [
      "known keys",
      tool("get: /a", "querry: {}"),
      'tools[0].querry: There is no such key. Did you mean "query"?',
    ],
    ["a path", tool("get: a"), "tools[0].get: Expected a path"],
    ["a path that stays", tool("get: /a/../b"), "leads out of its place"],
    ["declared parameters", tool("get: /a/{b}"), "Declare this parameter"],
    [
      "parameters that are sent",
      tool("get: /a", "input: { b: { type: integer } }"),
      "Say how this is sent",
    ],
    ["no body to read", tool("get: /a", "body: {}"), "A request that only reads has no body"],
    [
      "a change for a change",
      tool("delete: /a", "terms: { effect: read }"),
      "cannot have the effect",
    ],
    [
      "pages of what reads",
      tool("get: /a", "terms: { effect: write }", "paging: { items: /v, link_header: true }"),
      "page after page",
    ],
    [
      "an answer that can be empty",
      tool("get: /a", "answer: nothing", "empty: {}"),
      "tools[0].empty: This has no meaning",
    ],
    ...[
      ["{ header: A B }", "Expected the name of a header"],
      ["{ header: Location, final: a b }", "Expected the name of a header, or a JSON Pointer"],
      ["{ header: Location, status: /status }", "Give the states of success in `done`"],
      ["{ header: Location, done: [Ok] }", "Point to the state with `status`"],
      ["{ max_polls: 3 }", "Name a `header` with the address of the state"],
      ["{ status: /s, done: [Ok] }", "only put and patch have their state in the resource"],
      ["{ header: Location, final: Location, reread: true }", "Give the result one place"],
      ["{ header: Location, reread: false }", "Expected true"],
      ["{ header: Location, or: [] }", "a list of 1 to 7 further ways"],
      ["{ header: Location, or: [{ header: X-At, status: /s }] }", "states of success in `done`"],
      ["{ header: Location, max_polls: 101 }", "a whole number from 1 to 100"],
      ["{ header: Location, status: /s, done: [] }", "Expected a list of states, got an empty"],
    ].map(([poll = "", expected = ""]): [string, string, string] => [
      `polls that can end: ${poll}`,
      tool("post: /a", `poll: ${poll}`),
      expected,
    ]),
    [
      "a resource that is still there to read its result",
      tool("delete: /a", "poll: { header: Location, reread: true }"),
      "tools[0].poll: A resource that is deleted cannot be read again.",
    ],
    [
      "a period of declared days",
      tool("get: /a", "period: { from: a, to: b, max_days: 3 }"),
      "tools[0].period: Declare both days of the period in the input.",
    ],
    [
      "a period that ends",
      tool("get: /a", "period: { from: a, to: b, max_days: 0 }"),
      "a whole number from 1 to 3660",
    ],
    ["an empty result of keys", tool("get: /a", "empty: []"), "tools[0].empty: Expected keys"],
    ["one way to the next page", tool("get: /a", "paging: { items: /v }"), "Give one of next_link"],
    [
      "pages of what only reads",
      tool("post: /a", "paging: { items: /v, link_header: true }"),
      "is not sent page after page",
    ],
    ...["cursor: { from: /t, parameter: p }", "offset: { parameter: p }"].map(
      (way): [string, string, string] => [
        `the place of a page's parameter beside a body: ${way}`,
        tool("post: /a", "body: {}", "terms: { effect: read }", `paging: { items: /v, ${way} }`),
        "tools[0].paging: This request has a body: write `in: query`",
      ],
    ),
    ...[
      ["a cursor with a place", "body: {}", "cursor: { from: /t }", "Give the cursor one place"],
      [
        "a cursor with one place",
        "body: {}",
        "cursor: { from: /t, parameter: p, body: /p }",
        "Give the cursor one place",
      ],
      [
        "`in` beside a parameter",
        "body: {}",
        "cursor: { from: /t, in: query, body: /p }",
        "`in` belongs to `parameter`",
      ],
      ["a body for its cursor", "", "cursor: { from: /t, body: /p }", "Point into the JSON object"],
      [
        "a body that is an object",
        "body: [1]",
        "cursor: { from: /t, body: /p }",
        "Point into the JSON object",
      ],
      [
        "a way through objects",
        "body: { options: 1 }",
        "cursor: { from: /t, body: /options/p }",
        "tools[0].paging: Point into the JSON object",
      ],
      [
        "a cursor in JSON",
        "body: {}\n    content_type: application/x-www-form-urlencoded",
        "cursor: { from: /t, body: /p }",
        "Point into the JSON object",
      ],
    ].map(([what = "", body = "", way = "", expected = ""]): [string, string, string] => [
      what,
      tool("post: /a", body, "terms: { effect: read }", `paging: { items: /v, ${way} }`),
      expected,
    ]),
    ["optional parameters", tool("get: /a", "optional: [x]"), "There is no parameter x"],
    [
      "headers of its own",
      tool("get: /a", "headers: { Host: x }"),
      "Leave this header to the gateway",
    ],
    [
      "no other method in a header",
      tool("get: /a", "headers: { X-HTTP-Method: DELETE }"),
      "Leave this header to the gateway",
    ],
    [
      "headers that can be sent",
      tool("get: /a", 'headers: { "X A": x }'),
      "cannot be the name of a header",
    ],
    [
      "keys in headers of their own",
      tool("post: /a", "idempotency_key: Authorization"),
      "Name a header of the API",
    ],
    [
      "a key in a header that nothing else is in",
      tool("post: /a", "idempotency_key: X-Key", "headers: { x-key: 1 }"),
      "`headers` has this header already",
    ],
    [
      "no credentials in headers",
      tool("get: /a", "headers: { X-Api-Key: x }"),
      "it carries a secret",
    ],
    [
      "no credentials in the query",
      tool("get: /a", "query: { access_token: x }"),
      "it carries a secret",
    ],
    [
      "no secrets of callers",
      tool("get: /a", "input: { token: { type: string } }", "query: { t: '{token}' }"),
      "callers give no secrets",
    ],
    [
      "pointers",
      tool("get: /a", "result: { a: value }"),
      "tools[0].result.a: Expected a JSON Pointer",
    ],
    [
      "bounds",
      tool("get: /a", "paging: { items: /v, link_header: true, max_pages: 1000 }"),
      "a whole number from 1 to 100",
    ],
    [
      "one of three tiers",
      tool("get: /a", "discovery: { stage: s, tier: owner, scope: [tenantId] }"),
      "tools[0].discovery.tier: Expected inventory, cost or security",
    ],
    ["plain YAML", "tools: [ *x ]", "Write the value out"],
    ["a list", "tools: 1", "tools: Expected a list of tools, got 1."],
  ])("requires %s", (_, text, expected) => {
    expect(problemsOf(text).join("\n")).toContain(expected);
  });

  it("reports the line", () => {
    expect(problemsOf(tool("get: a"))).toEqual([
      expect.stringMatching(/^t\.yaml:5:10 tools\[0\]\.get: /),
    ]);
  });

  it("refuses duplicate names", () => {
    const first = tool("get: /a");
    const twice = first + first.replace("tools:\n", "");

    expect(problemsOf(twice)).toEqual([expect.stringContaining("tools[1].name: Another tool")]);
  });
});

describe("a list behind a body", () => {
  it.each([
    [
      "cursor: { from: /t, body: /options/p }",
      { kind: "body-cursor", pointer: "/t", body: "/options/p" },
    ],
    [
      "cursor: { from: /t, parameter: p, in: query }",
      { kind: "cursor", pointer: "/t", parameter: "p" },
    ],
    [
      "offset: { parameter: p, in: query }",
      { kind: "offset", parameter: "p", counts: "items", start: 0 },
    ],
  ])("names its pages in the body or in the query: %s", (way, next) => {
    const lines = ["body: { a: 1 }", "terms: { effect: read }", `paging: { items: /v, ${way} }`];

    expect(read(tool("post: /a", ...lines))).toMatchObject({
      kind: "tools",
      tools: [{ operation: { paging: { next } } }],
    });
  });
});

describe("a projected result", () => {
  const lists = [
    "result: { things: { each: /value, take: { id: /id } } }",
    "result: { things: { each: /value, take: { id: /name } } }",
    "result: { things: { table: { columns: /c, rows: /r }, take: { id: Id } } }",
    "result: { things: { table: { columns: /c, rows: /r }, take: { id: [Id, Name] } } }",
  ];

  it("is part of the operation's digest", () => {
    const digests = lists.map((line) => {
      const reading = read(tool("get: /a", line));
      const [first] = reading.kind === "tools" ? reading.tools : [];
      return first && pinned(first)["_meta"];
    });

    expect(new Set(digests.map((each) => JSON.stringify(each))).size).toBe(lists.length);
    expect(digests).not.toContain(undefined);
  });

  it.each([
    ["{ each: /value }", "tools[0].result.a: Expected a JSON Pointer such as /value, keys `each`"],
    ["{ each: value, take: { id: /id } }", "tools[0].result.a.each: Expected a JSON Pointer"],
    ["{ each: /value, take: { id: id } }", "tools[0].result.a.take.id: Expected a JSON Pointer"],
    ["{ table: { rows: /r }, take: { id: Id } }", "tools[0].result.a: Expected a JSON Pointer"],
    [
      "{ table: { columns: /c, rows: /r }, take: { id: [] } }",
      "tools[0].result.a.take.id: Expected the name of a column",
    ],
    ["{ each: /value, take: { id: /id }, more: 1 }", "result.a.more: There is no such key."],
    ["[1]", "tools[0].result.a: Expected a JSON Pointer such as /value, keys `each` and `take`"],
  ])("is reported at its mistake: %s", (source, expected) => {
    expect(problemsOf(tool("get: /a", `result: { a: ${source} }`)).join("\n")).toContain(expected);
  });
});

describe("a query written by a caller", () => {
  const free = "input: { x: { type: string } }";

  it.each([
    "$filter",
    "filter",
    "q",
    "query",
    "jql",
    "sql",
    "where",
    "filter[expr]",
    "odataFilter",
  ])("is refused under %s", (name) => {
    const problems = problemsOf(tool("get: /a", free, `query: { "${name}": "{x}" }`));

    expect(problems.join("\n")).toContain("takes a query language, and x is a free text");
  });

  it.each([
    ["{ type: object }", "$filter: '{x}'"],
    ["{ type: array, items: { type: object } }", "filter: '{x}'"],
    [
      "{ type: object, properties: { a: { type: string } }, additionalProperties: false }",
      "filter: { from: x, style: deepObject }",
    ],
    [
      "{ type: object, properties: { sql: { type: string } } }",
      "more: { from: x, style: form, explode: true }",
    ],
  ])("is refused as a map without a closed schema: %s", (schema, query) => {
    const problems = problemsOf(tool("get: /a", `input: { x: ${schema} }`, `query: { ${query} }`));

    expect(problems.join("\n")).toContain("takes a query language");
  });

  it("is impossible in a map with a closed, typed schema", () => {
    const schema =
      "{ type: object, properties: { a: { type: integer } }, additionalProperties: false }";
    const query = "query: { filter: { from: x, style: deepObject } }";

    expect(problemsOf(tool("get: /a", `input: { x: ${schema} }`, query))).toEqual([]);
  });

  it("is refused in a body", () => {
    const body = 'body: { query: "{x}" }';

    expect(problemsOf(tool("post: /a", free, body)).join("\n")).toContain("query language");
  });

  it("is refused as part of another text", () => {
    const problems = problemsOf(tool("get: /a", free, `query: { $filter: "name eq '{x}'" }`));

    expect(problems.join("\n")).toContain("Fill texts with numbers");
  });

  it.each([
    [free, '["a", " {x}"]', "Fill texts with numbers"],
    ["input: { x: { type: integer } }", '["{x}", " a"]', "Begin `join` with a piece"],
    ["input: { x: { type: integer } }", `["a '", "' {x}"]`, "Close each quotation"],
    ["input: { x: { type: integer } }", '["a", " {y} {x}"]', "Declare each parameter"],
  ])("is refused in a piece of a text: %s, %s", (input, join, expected) => {
    const inQuery = tool("get: /a", input, `query: { $filter: { join: ${join} } }`);
    const inBody = tool("post: /a", input, `body: { query: { join: ${join} } }`);

    expect(problemsOf(inQuery).join("\n")).toContain(`tools[0].query: ${expected}`);
    expect(problemsOf(inBody).join("\n")).toContain(`tools[0].body: ${expected}`);
  });

  it.each([
    ["get: /a", "query: { $filter: { join: a } }", "Expected a text"],
    ["get: /a", "query: { $filter: { join: [] } }", "Expected a list of texts, got an empty list"],
    ["post: /a", "body: { query: { join: [a, 1] } }", "tools[0].body: Write the pieces"],
    ["post: /a", "body: { query: { join: [] } }", "tools[0].body: Write the pieces"],
  ])("needs a list of texts to join: %s, %s", (request, sent, expected) => {
    expect(problemsOf(tool(request, sent)).join("\n")).toContain(expected);
  });

  it("may have an apostrophe in a piece of plain text", () => {
    const query = `query: { note: { join: ["the owner's", " {x}"] } }`;

    expect(problemsOf(tool("get: /a", "input: { x: { type: integer } }", query))).toEqual([]);
  });

  it.each([
    "input: { x: { enum: [a, b] } }",
    "input: { x: { type: integer } }",
    'input: { x: { type: string, pattern: "^[a-z]{1,9}$" } }',
    "input: { x: { type: string, format: date } }",
  ])("may be built from typed values: %s", (input) => {
    const whole = tool("get: /a", input, 'query: { $filter: "{x}" }');
    const part = tool("get: /a", input, `query: { $filter: "name eq '{x}'" }`);

    expect([problemsOf(whole), problemsOf(part)]).toEqual([[], []]);
  });

  it("is no concern for parameters without a query language", () => {
    expect(problemsOf(tool("get: /a", free, 'query: { name: "{x}" }'))).toEqual([]);
  });
});

describe("a discovery tool", () => {
  const text = tool(
    "get: /subscriptions/{scope.subscriptionId}/resources",
    "discovery: { stage: inventory, tier: inventory, scope: [tenantId, subscriptionId] }",
  );

  it("has the standard discovery arguments and metadata", () => {
    const reading = read(text);

    expect(reading).toMatchObject({
      kind: "tools",
      tools: [
        {
          tool: {
            inputSchema: {
              required: ["connection_id", "scope", "tier", "correlation_id", "session_id"],
              properties: {
                correlation_id: { "x-host-injected": true },
                session_id: { "x-host-injected": true },
                tier: { enum: ["inventory"] },
                scope: { required: ["tenantId", "subscriptionId"] },
              },
            },
            outputSchema: { required: ["data", "metadata"] },
          },
          operation: {
            parameters: [{ name: "scope.subscriptionId", from: "/scope/subscriptionId" }],
            connection: {
              scope: { tenantId: "/scope/tenantId", subscriptionId: "/scope/subscriptionId" },
              tier: "/tier",
            },
            discovery: { stage: "inventory" },
          },
        },
      ],
    });
  });
});

function lineOf(index: number, pointer: string): number | undefined {
  return twoToolsRead.kind === "tools" ? twoToolsRead.positionOf(index, pointer).line : undefined;
}

describe("writtenPlace", () => {
  it.each([
    ["/name", 2],
    ["/description", 3],
    ["/inputSchema", 6],
    ["/inputSchema/properties/x/enum/0", 6],
    ["/inputSchema/required", 6],
    ["/_meta/dev.toolcourt~1contract/category", 9],
    ["/annotations/readOnlyHint", 9],
    ["/outputSchema/properties/rows/items", 15],
    ["/outputSchema/properties/paging/properties/pages", 10],
    ["/nothing/of/the/kind", 2],
  ])("is the line of the source: %s", (pointer, line) => {
    expect(lineOf(0, pointer)).toBe(line);
  });

  it.each([
    ["/inputSchema/properties/tier", 19],
    ["/outputSchema/properties/data/properties/rows", 23],
    ["/outputSchema/properties/metadata", 19],
    ["/_meta/dev.toolcourt~1contract/effect", 16],
  ])("is the key that generated the part: %s", (pointer, line) => {
    expect(lineOf(1, pointer)).toBe(line);
  });
});

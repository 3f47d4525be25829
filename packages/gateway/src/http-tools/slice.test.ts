import { describe, expect, it, onTestFinished } from "vitest";
import { openHttpGateway } from "../testing/http-tools.ts";
import { openFixtureApi } from "../testing/targets/fixture-api.ts";

const tools = `tools:
  - name: list-things
    description: Lists the things of the shop with their sizes, as they come.
    get: /things
    paging: { items: /value, next_link: /nextLink, max_pages: 2 }
    result: { things: /value, total: /count }
    output:
      type: object
      properties:
        things: { type: array, description: Them., items: { type: object, properties: { id: { type: string }, size: { type: integer } } } }
        total: { type: integer, description: How many there are. }
      required: [things, total]
      additionalProperties: false
`;

describe("a tool over HTTP", () => {
  it("answers what its target answers, with the token of its connection", async () => {
    const api = await openFixtureApi();
    onTestFinished(() => api[Symbol.asyncDispose]());
    const { call } = await openHttpGateway({ origin: `http://127.0.0.1:${api.port}`, tools });

    const answer = await call("list-things");

    expect(answer).toMatchObject({
      isError: false,
      structuredContent: { total: 5, paging: { pages: 2, items: 4, complete: false } },
    });
    expect(api.seen[0]?.headers.authorization).toBe("Bearer t-secret-token-of-the-shop");
  });
});

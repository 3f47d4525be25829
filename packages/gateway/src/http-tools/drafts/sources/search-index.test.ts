import { isJsonObject, type JsonObject, parseJson } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import type { EgressAnswer } from "../../../boundary/egress/egress.ts";
import { EgressFailure } from "../../../boundary/egress/egress-failure.ts";
import { searchIndex, searchWords } from "./search-index.ts";
import type { SendToSource } from "./source.ts";

const source = {
  name: "apis",
  kind: "azure-search",
  endpoint: "https://apis.example.com",
  index: "apis",
  fields: { id: "key", definition: "openapi", title: "label" },
  connection: "apis",
} as const;

function answer(body: object): EgressAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  return { status: 200, headers: {}, body: bytes, url: "", isPartial: false, attempts: 1 };
}

/** Answers all searches alike, and keeps their bodies. */
function serviceOf(found: object, sent: JsonObject[] = []): SendToSource {
  return async ({ body }) => {
    const asked = parseJson(String(body));
    if (isJsonObject(asked)) sent.push(asked);
    return answer(found);
  };
}

/** An index whose rows have other fields. */
const withoutDefinitions: SendToSource = async ({ body }) => {
  if (String(body).includes('"select"')) throw new EgressFailure("rejected", { status: 400 });
  return answer({ value: [{ key: "a", label: "A", text: "{}" }] });
};

describe("searchIndex", () => {
  it("asks for words and for the named fields only, and keeps nothing else of a row", async () => {
    const sent: JsonObject[] = [];
    const row = { "@search.score": 1.5, key: "a", openapi: "{}", label: "A", effect: "read" };

    const found = await searchIndex(source, "orders", serviceOf({ value: [row] }, sent));

    expect(found).toEqual({
      rows: [{ id: "a", definition: "{}", title: "A", score: 1.5 }],
      isWhole: true,
    });
    expect(sent).toEqual([
      {
        search: "orders",
        queryType: "simple",
        searchMode: "all",
        top: 50,
        select: "key,openapi,label",
        count: true,
      },
    ]);
  });

  it.each([
    { "@odata.count": 60, value: [] },
    { "@search.nextPageParameters": {}, value: [] },
  ])("says that there is more: %j", async (found) => {
    expect((await searchIndex(source, "orders", serviceOf(found))).isWhole).toBe(false);
  });

  it("names the field that the index lacks", async () => {
    await expect(searchIndex(source, "orders", withoutDefinitions)).rejects.toThrow(
      "the source apis of drafts.sources gave an index without it; expected the field openapi that fields.definition names.",
    );
  });

  it.each([[[]], [{ value: 1 }], [{ value: [1] }], [{ value: [{ openapi: "{}" }] }]])(
    "refuses an answer of another form: %j",
    async (found) => {
      await expect(searchIndex(source, "orders", serviceOf(found))).rejects.toMatchObject({
        code: "draft-source-failed",
      });
    },
  );
});

describe("searchWords", () => {
  it("joins words", () => {
    expect(searchWords(["orders v2", "Bestellungen"])).toBe("orders v2 Bestellungen");
  });

  it.each([
    [[]],
    [[" "]],
    [["-secret"]],
    [["a*"]],
    [['"a b"']],
    [["(a|b)"]],
    [["title:a"]],
    [["a", "+b"]],
    [["~a"]],
    [["a".repeat(65)]],
  ])("takes nothing but words: %j", (given) => {
    expect(searchWords(given)).toBeUndefined();
  });
});

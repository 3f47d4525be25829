import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createToolRegistry } from "../registry/tool-registry.ts";
import { hints } from "../result/build-hints.ts";
import { toolContext } from "../testing/tool-context.ts";
import { defineTool } from "../tool/define-tool.ts";
import {
  brandedId,
  CardId,
  cursorPage,
  DeckId,
  dateRange,
  offsetPage,
  pageOf,
  sorting,
  storedMetadata,
  UserId,
} from "./fields.ts";

describe("brandedId", () => {
  it.each(["card_1", "card_a-B_9", `card_${"x".repeat(64)}`])(
    "accepts an id of its kind: %s",
    (id) => {
      expect(CardId.safeParse(id).success).toBe(true);
    },
  );

  it.each([
    "deck_1",
    "card_",
    "card",
    "",
    "card_1 ",
    "card_1\n",
    "card_é",
    `card_${"x".repeat(65)}`,
    7,
  ])("refuses an id of another kind or form: %j", (id) => {
    expect(CardId.safeParse(id).success).toBe(false);
  });

  it.each(["Card", "", "a b", "a.*"])("refuses the kind %j", (kind) => {
    expect(() => brandedId(kind)).toThrow(TypeError);
  });
});

describe("pages", () => {
  it("have a default limit", () => {
    expect(offsetPage.parse({})).toEqual({ limit: 20, offset: 0 });
    expect(cursorPage.parse({})).toEqual({ limit: 20 });
  });

  it.each([{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { offset: -1 }])(
    "are refused out of bounds: %j",
    (page) => {
      expect(offsetPage.safeParse(page).success).toBe(false);
    },
  );
});

describe("sorting", () => {
  it("accepts the given names, with the first as default", () => {
    const schema = sorting(["createdAt", "title"]);

    expect(schema.parse({})).toEqual({ sortBy: "createdAt", sortOrder: "asc" });
    expect(schema.safeParse({ sortBy: "password" }).success).toBe(false);
    expect(schema.safeParse({ sortOrder: "up" }).success).toBe(false);
  });
});

describe("a date range", () => {
  const early = "2026-01-01T00:00:00Z";
  const late = "2026-01-02T00:00:00Z";

  it.each([
    {},
    { from: early },
    { to: early },
    { from: early, to: late },
    { from: early, to: early },
  ])("may be open at either end: %j", (range) => {
    expect(dateRange.safeParse(range).success).toBe(true);
  });

  it.each([{ from: late, to: early }, { from: "2026-01-01" }, { to: "tomorrow" }])(
    "may not run backwards or be ambiguous: %j",
    (range) => {
      expect(dateRange.safeParse(range).success).toBe(false);
    },
  );
});

describe("common metadata", () => {
  const whole = {
    createdAt: "2026-01-15T10:30:00Z",
    updatedAt: "2026-01-16T10:30:00Z",
    version: 2,
    createdBy: "ada",
    updatedBy: "bob",
  };

  it.each([
    { createdAt: "yesterday" },
    { updatedAt: undefined },
    { version: 0 },
    { version: 1.5 },
    { createdBy: "" },
    { updatedBy: 7 },
  ])("has moments, a version and authors, each of its form: %j (S3-78)", (wrong) => {
    const { createdBy: _created, updatedBy: _updated, ...required } = whole;

    expect(storedMetadata.safeParse(whole).success).toBe(true);
    expect(storedMetadata.safeParse(required).success).toBe(true);
    expect(storedMetadata.safeParse({ ...whole, ...wrong }).success).toBe(false);
  });
});

describe("a tool with these fields", () => {
  const searchCards = defineTool({
    name: "search-cards",
    description:
      "Searches the cards of a deck and returns one page of them. Use it when a person asks for cards of a certain time. Returns titles. For example: which cards did I add last week?",
    version: "1.0.0",
    permissions: ["cards:read"],
    parameters: z.object({
      deckId: DeckId,
      owner: UserId.optional(),
      created: dateRange.optional(),
      ...offsetPage.shape,
      ...sorting(["createdAt", "title"]).shape,
    }),
    result: pageOf(
      z.object({
        id: CardId,
        title: z.string().max(200).describe("Title"),
        ...storedMetadata.shape,
      }),
    ),
    category: "query",
    responseTime: "fast",
    cacheable: false,
    idempotent: true,
    examples: [
      { description: "An empty deck", params: { deckId: "deck_1" }, expectedResult: { items: [] } },
    ],
    tags: ["cards"],
    handler: () => ({
      data: { items: [] },
      agentHints: hints({
        confidence: [{ name: "read", value: 1 }],
        sourceQuality: "high",
        validityPeriod: "short",
      }),
    }),
  });

  it("passes all rules about its input", () => {
    const findings = createToolRegistry({ profiles: ["core", "agent-hints"] }).validate(
      searchCards,
    );

    expect(
      findings.filter(({ rule, severity }) => severity === "error" || rule.startsWith("input/")),
    ).toEqual([]);
  });

  it("refuses a range that runs backwards, and points at it", async () => {
    const result = await searchCards.invoke(
      { deckId: "deck_1", created: { from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" } },
      toolContext({ permissions: ["cards:read"] }),
    );

    expect(result.error?.message).toContain(
      "/created/to: Expected an end that is not before the start.",
    );
  });
});

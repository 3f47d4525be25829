import { describe, expect, it } from "vitest";
import { remarks } from "../../testing/remarks.ts";
import { metaDescriptionInforms } from "./description-informs.ts";

function pointers(name: string, description: string) {
  return remarks(metaDescriptionInforms, { name, description }).map(({ pointer }) => pointer);
}

describe("meta/description-informs", () => {
  it("recognizes the name in any style", () => {
    expect(pointers("getUserSubscriptions", "Get user subscriptions")).toEqual(["/description"]);
    expect(pointers("get_api_key", "GET API-key!")).toEqual(["/description"]);
  });

  it("accepts one more word", () => {
    expect(pointers("read_repo_file", "Read repository file")).toEqual([]);
    expect(pointers("list-cards", "List all cards")).toEqual([]);
  });

  it("leaves an empty description to another rule", () => {
    expect(pointers("", "")).toEqual([]);
  });

  it("does not compare scripts it cannot split into words", () => {
    expect(pointers("weather", "天気を調べる")).toEqual([]);
  });
});

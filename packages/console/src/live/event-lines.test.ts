import { describe, expect, it } from "vitest";
import { createEventLines } from "./event-lines.ts";

const text = ': open\n\nid: 4\nevent: calls\ndata: {"a":1}\n\nevent: gap\ndata: {}\n\n';
const messages = [
  { event: "calls", data: '{"a":1}', id: "4" },
  { event: "gap", data: "{}", id: undefined },
];

describe("an event stream", () => {
  it("is split into messages, without comments", () => {
    expect(createEventLines()(text)).toEqual(messages);
  });

  it("is the same in any pieces, and with other line ends", () => {
    const read = createEventLines();

    const found = text
      .replaceAll("\n", "\r\n")
      .split("")
      .flatMap((unit) => read(unit));

    expect(found).toEqual(messages);
  });

  it("may have an id alone", () => {
    expect(createEventLines()(": follows\nid: 9\n\n")).toMatchObject([{ data: "", id: "9" }]);
  });

  it("joins the lines of one message", () => {
    expect(createEventLines()("data: a\ndata: b\n\n")).toMatchObject([{ data: "a\nb" }]);
  });

  it("refuses a message without an end", () => {
    expect(() => createEventLines()("x".repeat(300_000))).toThrow("too long");
  });
});

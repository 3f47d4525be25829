import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { openScreen } from "./open-screen.ts";

function setUp() {
  const modes: boolean[] = [];
  const written: string[] = [];
  const keys = new PassThrough();
  const input = Object.assign(keys, { setRawMode: (mode: boolean) => void modes.push(mode) });
  const output = { columns: 80, rows: 24, write: (text: string) => written.push(text) > 0 };
  return { keys, modes, written, open: () => openScreen({ input, output }) };
}

describe("openScreen", () => {
  it("takes the terminal, and gives it back as it was", () => {
    const { open, modes, written } = setUp();
    {
      using screen = open();
      expect(screen.size()).toEqual({ columns: 80, rows: 24 });
      screen.draw(["one", "two"]);
    }

    expect(modes).toEqual([true, false]);
    expect(written).toEqual([
      "\u001b[?1049h\u001b[?25l",
      "\u001b[Hone\u001b[K\r\ntwo\u001b[K\u001b[J",
      "\u001b[?25h\u001b[?1049l",
    ]);
  });

  it.each([
    ["q", true],
    ["\u0003", true],
    ["x", false],
  ])("ends by q and by an interrupt: %j", async (key, ends) => {
    const { open, keys } = setUp();
    using screen = open();
    keys.write(key);
    await new Promise(setImmediate);

    expect(screen.quit.aborted).toBe(ends);
  });
});

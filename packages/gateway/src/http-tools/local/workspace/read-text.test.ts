import { describe, expect, it } from "vitest";
import type { OpenFile } from "./open-beneath.ts";
import { readText } from "./read-text.ts";

/** Creates a file that reports one size and yields other bytes, in chunks. */
function fileOf(size: number, bytes: Uint8Array, piece = 65_536): OpenFile {
  let at = 0;
  return {
    size,
    read: async (buffer, offset) => {
      const part = bytes.subarray(at, at + Math.min(piece, buffer.length - offset));
      buffer.set(part, offset);
      at += part.length;
      return part.length;
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const text = (length: number): Uint8Array => new Uint8Array(length).fill(97);

describe("readText", () => {
  it("joins the chunks of a file", async () => {
    const { content, size } = await readText(fileOf(6, Buffer.from("héllo"), 2));

    expect({ content, size }).toEqual({ content: "héllo", size: 6 });
  });

  it("serves exactly 1 MiB (S1-17, T38)", async () => {
    const { size } = await readText(fileOf(1_048_576, text(1_048_576)));

    expect(size).toBe(1_048_576);
  });

  it("refuses one byte more without reading any of it (S1-36)", async () => {
    let reads = 0;
    const file = fileOf(1_048_577, text(0));
    const read: OpenFile["read"] = (buffer, offset) => {
      reads += 1;
      return file.read(buffer, offset);
    };

    await expect(readText({ ...file, read })).rejects.toMatchObject({ code: "file-too-large" });
    expect(reads).toBe(0);
  });

  it.each([
    { size: 1_048_576, there: 2_000_000, code: "file-too-large" },
    { size: 10, there: 11, code: "file-changing" },
    { size: 10, there: 9, code: "file-changing" },
  ])(
    "refuses a file that changes from $size to $there bytes (SECURITY 35)",
    async ({ size, there, code }) => {
      await expect(readText(fileOf(size, text(there)))).rejects.toMatchObject({ code });
    },
  );

  it.each([[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]])(
    "refuses invalid UTF-8: %j (S1-36)",
    async (...bytes) => {
      const file = fileOf(bytes.length, new Uint8Array(bytes));

      await expect(readText(file)).rejects.toMatchObject({ code: "not-text" });
    },
  );

  it("keeps a byte order mark", async () => {
    const { content } = await readText(fileOf(4, Buffer.from("\ufeffa")));

    expect(content).toBe("\ufeffa");
  });
});

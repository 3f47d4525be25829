import { expect, it } from "vitest";
import { createTail } from "./stdio-connection.ts";

it("keeps the end of a stream, and counts all of its bytes", () => {
  const tail = createTail(5);
  for (const text of ["abcdefgh", "ij", "k"]) tail.push(Buffer.from(text));

  expect({ text: tail.text(), bytes: tail.bytes() }).toEqual({ text: "ghijk", bytes: 11 });
});

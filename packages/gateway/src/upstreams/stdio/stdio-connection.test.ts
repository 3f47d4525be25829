import { expect, it } from "vitest";
import { Tail } from "./stdio-connection.ts";

it("keeps the end of a stream, and counts all of its bytes", () => {
  const tail = new Tail(5);
  for (const text of ["abcdefgh", "ij", "k"]) tail.push(Buffer.from(text));

  expect(tail.lastWords()).toEqual({ tail: "ghijk", bytes: 11 });
});

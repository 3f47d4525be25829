import { expect, it } from "vitest";
import { size } from "./pieces.ts";

it.each([
  ["1B", 1],
  ["512KB", 524_288],
  ["10MB", 10_485_760],
  ["1024MB", 1_073_741_824],
])("reads %s as a number of bytes", (text, bytes) => {
  expect(size.parse(text)).toBe(bytes);
});

it.each(["", "0B", "10", "1GB", "1.5MB", "10 MB", "10mb", "-1MB", "1025MB", 10])(
  "does not accept %j as a size",
  (given) => {
    const { error } = size.safeParse(given);

    expect(error?.issues[0]?.message).toMatch(/^Expected a size such as 512KB or 10MB/);
  },
);

import { DatabaseError } from "pg";
import { expect, it } from "vitest";
import { StoreError } from "../store-error.ts";
import { toStoreError } from "./faults.ts";

function fromServer(code: string): DatabaseError {
  return Object.assign(new DatabaseError("said by the server", 1, "error"), { code });
}

it.each([
  ["25006", "read-only"],
  ["42501", "read-only"],
  ["53100", "full"],
  ["55P03", "locked"],
  ["57014", "overdue"],
  ["57P01", "unreachable"],
  ["57P03", "unreachable"],
  ["08006", "unreachable"],
  ["28P01", "unreachable"],
  ["3D000", "unreachable"],
  ["TC001", "older"],
  ["XX001", "corrupt"],
  ["22021", "failed"],
])("maps the server's code %s to %s", (code, kind) => {
  expect(toStoreError(fromServer(code))).toMatchObject({ kind });
});

it.each([
  [Object.assign(new Error("x"), { code: "ECONNREFUSED" }), "unreachable"],
  [Object.assign(new Error("x"), { code: "ENOENT" }), "unreachable"],
  [new Error("Connection terminated unexpectedly"), "unreachable"],
  [new Error("Query read timeout"), "overdue"],
  [new Error("something else"), "failed"],
  ["not even an error", "failed"],
])("classifies the driver's error: %s", (error, kind) => {
  expect(toStoreError(error)).toMatchObject({ kind, cause: error });
});

it("repeats none of the server's text", () => {
  expect(toStoreError(fromServer("53100")).message).toBe("The store is full.");
});

it("keeps a StoreError as it is", () => {
  const error = new StoreError("newer");

  expect(toStoreError(error)).toBe(error);
});

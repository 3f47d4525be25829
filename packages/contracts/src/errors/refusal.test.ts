import { expect, it } from "vitest";
import type * as refusals from "./refusal.ts";
import { hasCode, isRefusal, Refusal } from "./refusal.ts";

const copy = new URL("./refusal.ts?copy", import.meta.url).href;
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the second copy has the same types
const other: typeof refusals = await import(/* @vite-ignore */ copy);

it("recognizes a refusal of another copy of the package", () => {
  const refusal = new other.Refusal("tools-missing", { file: "tools.json" });

  expect(refusal).not.toBeInstanceOf(Refusal);
  expect(isRefusal(refusal)).toBe(true);
  expect(hasCode(refusal, "tools-missing")).toBe(true);
  expect(other.isRefusal(new Refusal("question-empty", {}))).toBe(true);
});

it.each([
  new Error("tools-missing"),
  Object.assign(new Error("x"), { name: "Refusal", code: "tools-missing" }),
  Object.assign(new other.Refusal("question-empty", {}), { code: "of-a-later-version" }),
  { code: "tools-missing" },
  null,
])("recognizes nothing else: %o", (error) => {
  expect(isRefusal(error)).toBe(false);
});

it("quotes scopes that a server demands, and leaves out what is more than a name", () => {
  const scopes = ["files:read", "https://x.example/auth/drive", "read.", "Next:", "$(curl)", "a b"];
  const { message } = new Refusal("connection-refused", {
    connection: "hub",
    server: "hub",
    because: "scope",
    scopes,
  });

  expect(message).toBe(
    'The connection hub lacks scopes that the server demands: "files:read", "https://x.example/auth/drive", "read.", "Next:".',
  );
});

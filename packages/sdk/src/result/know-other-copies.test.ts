import { expect, it } from "vitest";
import { publicFailure } from "../tool/call-failure.ts";
import type * as innerCalls from "../tool/inner-calls.ts";
import { InnerCallError } from "../tool/inner-calls.ts";
import type * as businessErrors from "./business-error.ts";
import { BusinessError } from "./business-error.ts";

function copyOf(path: string): string {
  return new URL(`${path}?copy`, import.meta.url).href;
}

// oxlint-disable-next-line typescript/no-unsafe-assignment -- the second copy has the same types
const business: typeof businessErrors = await import(
  /* @vite-ignore */ copyOf("./business-error.ts")
);
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the second copy has the same types
const inner: typeof innerCalls = await import(/* @vite-ignore */ copyOf("../tool/inner-calls.ts"));

it("shows callers the errors of another copy of the package", () => {
  expect(business.BusinessError).not.toBe(BusinessError);
  expect(publicFailure(new business.BusinessError("card-locked", "Locked.")).code).toBe(
    "card-locked",
  );
  expect(publicFailure(new inner.InnerCallError("policy-denied", "Denied.")).code).toBe(
    "policy-denied",
  );
});

it("keeps the classes apart, also the ones that extend them", () => {
  class CardError extends BusinessError {}
  const locked = new BusinessError("card-locked", "Locked.");

  expect(locked).toBeInstanceOf(BusinessError);
  expect(locked).not.toBeInstanceOf(InnerCallError);
  expect(locked).not.toBeInstanceOf(CardError);
  expect(new CardError("card-locked", "Locked.")).toBeInstanceOf(CardError);
  expect(new CardError("card-locked", "Locked.")).toBeInstanceOf(BusinessError);
  expect(new Error("x")).not.toBeInstanceOf(BusinessError);
});

import { describe } from "vitest";
import type { DurableStores } from "../durable-stores.ts";
import { describeAsking } from "./approval-asking.ts";
import { describeEnding } from "./approval-ending.ts";
import { describeUsing } from "./approval-using.ts";
import type { OpenSuiteStore } from "./suite-store.ts";

/**
 * Tests the contract of every approval store. The store must be opened with the suites' own `link`.
 *
 * @example
 * ```ts
 * declare function openEmptyStores(): Promise<DurableStores>;
 * describeApprovalStore(async () => {
 *   const stores = await openEmptyStores();
 *   const close = () => stores[Symbol.asyncDispose]();
 *   return { first: stores, second: stores, [Symbol.asyncDispose]: close };
 * });
 * ```
 */
export function describeApprovalStore(open: OpenSuiteStore<DurableStores>): void {
  describe("an approval store", () => {
    describeAsking(open);
    describeUsing(open);
    describeEnding(open);
  });
}

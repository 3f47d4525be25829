import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type Cancellation, Canceller, signalOf } from "./cancellation.ts";

const once = { once: true } as const;

describe("Canceller", () => {
  it("calls every listener once, with the reason set", () => {
    const canceller = new Canceller();
    const reasons: unknown[] = [];
    const first = (): number => reasons.push(canceller.reason);
    const second = (): number => reasons.push(canceller.reason);
    for (const listener of [first, second, first]) canceller.addEventListener("abort", listener);

    canceller.abort("left");
    canceller.abort("again");

    expect(reasons).toEqual(["left", "left"]);
    expect(canceller).toMatchObject({ aborted: true, reason: "left" });
  });

  it("calls no listener that was removed or came too late", () => {
    const canceller = new Canceller();
    const removed = vi.fn<() => void>();
    const late = vi.fn<() => void>();
    canceller.addEventListener("abort", () => undefined);
    canceller.addEventListener("abort", removed);
    canceller.removeEventListener("abort", removed);

    canceller.abort("left");
    canceller.addEventListener("abort", late);

    expect([removed, late].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });

  it("behaves like the platform's signal, whatever happens in which order", () => {
    const step = fc.record({
      kind: fc.constantFrom("add" as const, "remove" as const, "abort" as const),
      which: fc.nat({ max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const platform = new AbortController();
        const ours = new Canceller();
        const follow = (cancellation: Cancellation, abort: (reason: number) => void): unknown => {
          const called: number[] = [];
          const listeners = [0, 1, 2, 3].map((name) => () => void called.push(name));
          for (const { kind, which } of steps) {
            const listener = listeners[which] ?? (() => undefined);
            if (kind === "add") cancellation.addEventListener("abort", listener, once);
            else if (kind === "remove") cancellation.removeEventListener("abort", listener);
            else abort(which);
          }
          const { aborted, reason } = cancellation;
          return { called: called.toSorted((one, other) => one - other), aborted, reason };
        };

        const expected = follow(platform.signal, (reason) => platform.abort(reason));
        expect(follow(ours, (reason) => ours.abort(reason))).toEqual(expected);
      }),
    );
  });
});

describe("signalOf", () => {
  it("returns a signal of the platform as it is", () => {
    const { signal } = new AbortController();

    expect(signalOf(signal)).toBe(signal);
  });

  it("aborts with the cancellation, for the same reason", () => {
    const canceller = new Canceller();
    const before = signalOf(canceller);

    canceller.abort("left");

    const aborted = { aborted: true, reason: "left" };
    expect(before).toMatchObject(aborted);
    expect(signalOf(canceller)).toMatchObject(aborted);
  });
});

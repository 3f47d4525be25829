import { expect, it } from "vitest";
import { whileSeen } from "./while-seen.ts";

/** A tab that can be hidden. */
class Tab extends EventTarget {
  visibilityState: DocumentVisibilityState = "visible";

  turn(state: DocumentVisibilityState): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

it("follows only while the tab is seen", () => {
  const tab = new Tab();
  const signals: AbortSignal[] = [];
  const open = (): number => signals.filter(({ aborted }) => !aborted).length;
  const stop = whileSeen(tab, (signal) => signals.push(signal));
  const counts = [open()];
  tab.turn("hidden");
  counts.push(open());
  tab.turn("visible");
  counts.push(open());
  stop();
  tab.turn("visible");
  counts.push(open());

  expect(counts).toEqual([1, 0, 1, 0]);
});

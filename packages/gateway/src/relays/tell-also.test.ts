import { noRelays } from "@toolcourt/testing/no-relays";
import { expect, it } from "vitest";
import type { Relays } from "./relays.ts";
import { tellAlso } from "./tell-also.ts";

it("tellAlso notifies of the offered lists, each once, until it ends", () => {
  const others = new Set<() => void>();
  const told: string[] = [];
  const relays = {
    ...noRelays,
    among: (): Relays => noRelays,
    offered: () => new Set(["resources", "completions"] as const),
  };
  const { subscribe } = tellAlso(relays, (changed) => {
    others.add(changed);
    return () => void others.delete(changed);
  });

  const end = subscribe((what) => told.push(what));
  for (const other of others) other();
  end();

  expect(told).toEqual(["resources"]);
  expect(others.size).toBe(0);
});

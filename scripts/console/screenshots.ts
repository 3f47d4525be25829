import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Finding } from "./finding.ts";
import { openState } from "./open-state.ts";
import { smallPng } from "./small-png.ts";
import { states } from "./states.ts";
import type { World } from "./world.ts";

const folder = resolve(import.meta.dirname, "../../docs/console");

/** Writes the pictures of the documentation. */
export async function takeScreenshots(world: World): Promise<Finding> {
  mkdirSync(folder, { recursive: true });
  const files: string[] = [];
  for (const state of states.filter(({ isShown }) => isShown === true)) {
    for (const scheme of ["light", "dark"] as const) {
      for (const width of [1280, 360]) {
        await using tab = await openState(world, state, { scheme, width });
        const name = state.name.replaceAll(/\W+/g, "-");
        // What stays in view while one scrolls belongs at the top of the picture.
        await tab.page.evaluate("scrollTo(0, 0)");
        const path = join(folder, `${name}-${scheme}-${width}.png`);
        writeFileSync(path, smallPng(await tab.page.screenshot({ fullPage: true })));
        files.push(path);
      }
    }
  }
  const kilobytes = files.reduce((total, path) => total + statSync(path).size, 0) / 1_024;
  return { figure: `${files.length} pictures, ${Math.round(kilobytes)} KB`, problems: [] };
}

import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { openState } from "./open-state.ts";
import { states } from "./states.ts";
import type { World } from "./world.ts";

interface Violation {
  readonly id: string;
  readonly targets: readonly string[];
}

/** Runs axe on each page, in each state and scheme, and looks for what does not fit the width. */
export async function checkAccess(world: World, widths: readonly number[]): Promise<Finding> {
  const problems: string[] = [];
  let count = 0;
  for (const state of states) {
    for (const scheme of ["light", "dark"] as const) {
      for (const width of widths) {
        await using tab = await openState(world, state, { scheme, width });
        count += 1;
        const place = `${state.name}, ${scheme}, ${width}`;
        const found = [
          ...(await violationsIn(tab.page)).map(
            ({ id, targets }) => `${id} at ${targets.join(", ")}`,
          ),
          ...(await flawsIn(tab.page)),
          ...tab.incidents,
        ];
        problems.push(...found.map((flaw) => `${place}: ${flaw}`));
      }
    }
  }
  const reports = world.server.reports.splice(0);
  return {
    figure: `${count} pages, ${problems.length} violations, ${reports.length} CSP reports`,
    problems: [...problems, ...reports],
  };
}

async function violationsIn(page: Page): Promise<readonly Violation[]> {
  return page.evaluate<readonly Violation[]>(
    `axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, targets: nodes.map(({ target }) => target.join(" ")) })))`,
  );
}

/** Targets below 24 pixels, and pages that scroll sideways. Links within a sentence may be smaller. */
async function flawsIn(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const flaws = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) flaws.push("scrolls sideways: " + root.scrollWidth);
    for (const target of document.querySelectorAll("a, button, summary, [role=option]")) {
      const { width, height } = target.getBoundingClientRect();
      if (width > 1 && (height < 24 || width < 24) && !target.classList.contains("skip"))
        flaws.push("small target: " + target.outerHTML.slice(0, 80));
    }
    return flaws;
  })()`);
}

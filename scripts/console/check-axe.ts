import type { Page } from "playwright-core";
import type { Finding } from "./finding.ts";
import { openState } from "./open-state.ts";
import { states } from "./states.ts";
import type { World } from "./world.ts";

interface Violation {
  readonly id: string;
  readonly targets: readonly string[];
}

interface AccessOptions {
  readonly widths: readonly number[];
  /** Each state in one of the schemes, by turns. Default: in both. */
  readonly byTurns?: boolean;
}

const schemes = ["light", "dark"] as const;

/** Runs axe on each page, in each state and scheme, and looks for what does not fit the width. */
export async function checkAccess(
  world: World,
  { widths, byTurns = false }: AccessOptions,
): Promise<Finding> {
  const problems: string[] = [];
  const places = states.flatMap((state, turn) =>
    schemes
      .filter((_, index) => !byTurns || index === turn % 2)
      .flatMap((scheme) => widths.map((width) => ({ state, scheme, width }))),
  );
  for (const { state, scheme, width } of places) {
    await using tab = await openState(world, state, { scheme, width });
    const violations = await violationsIn(tab.page);
    const found = [
      ...violations.map(({ id, targets }) => `${id} at ${targets.join(", ")}`),
      ...(await flawsIn(tab.page)),
      ...tab.incidents,
    ];
    problems.push(...found.map((flaw) => `${state.name}, ${scheme}, ${width}: ${flaw}`));
  }
  const reports = world.server.reports.splice(0);
  return {
    figure: `${places.length} pages, ${problems.length} violations, ${reports.length} CSP reports`,
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

import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { pid } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import v8 from "@vitest/coverage-v8";
import type { CoverageProvider, CoverageProviderModule } from "vitest/node";

// The runner asks what was covered after every file of tests. For the answer V8 walks the whole heap, and
// files share one here that grows: 29 ms each for 220 files. Counts add up, so asking once, when a worker ends,
// tells the same.

type Asked = Parameters<NonNullable<CoverageProviderModule["takeCoverage"]>>[0];

// oxlint-disable-next-line no-underscore-dangle -- the runner's own name for it
declare const __vitest_worker__: {
  readonly onCleanup: (cleanup: () => Promise<void>) => void;
};

const { getProvider } = v8;
let asked: Asked;
let named = false;

const provider: CoverageProviderModule = {
  startCoverage: (options) => v8.startCoverage?.(options),
  takeCoverage: (options) => {
    asked = options;
    if (named) return undefined;
    named = true;
    const file = join(options?.coverageFilesDirectory ?? ".", `worker-${pid}.json`);
    __vitest_worker__.onCleanup(async () => {
      const written: unknown = await v8.takeCoverage?.(asked);
      if (typeof written === "string") await rename(written, file);
    });
    return file;
  },
  stopCoverage: (options) => v8.stopCoverage?.(options),
  getProvider: async () => waitingForWorkers(await getProvider.call(v8)),
};

// oxlint-disable-next-line import/no-default-export -- the runner takes no other
export default provider;

/** Reports once every worker has written the file that it named. */
function waitingForWorkers(reporting: CoverageProvider): CoverageProvider {
  const files: string[] = [];
  const { resolveOptions, onAfterSuiteRun, generateCoverage } = reporting;
  // It takes itself for the provider, and the workers would go past this one.
  reporting.resolveOptions = () => ({
    ...resolveOptions.call(reporting),
    provider: "custom",
    customProviderModule: import.meta.filename,
  });
  reporting.onAfterSuiteRun = (meta) => {
    if (typeof meta.coverage === "string") files.push(meta.coverage);
    return onAfterSuiteRun.call(reporting, meta);
  };
  reporting.generateCoverage = async (context) => {
    // A worker that takes longer to end is ended by the runner, and the missing file fails the run.
    for (let tries = 0; tries < 600 && !files.every((file) => existsSync(file)); tries += 1) {
      await wait(100);
    }
    return generateCoverage.call(reporting, context);
  };
  return reporting;
}

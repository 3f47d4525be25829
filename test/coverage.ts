import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { pid } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import v8 from "@vitest/coverage-v8";
import type { CoverageProvider, CoverageProviderModule } from "vitest/node";

// The runner collects coverage after every test file. For this V8 walks the whole shared heap,
// which grows: 29 ms each for 220 files. Counts are cumulative, so collecting once at the end of a
// worker gives the same result.

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

/** Reports only after every worker has written its announced file. */
function waitingForWorkers(reporting: CoverageProvider): CoverageProvider {
  const files: string[] = [];
  const { resolveOptions, onAfterSuiteRun, generateCoverage } = reporting;
  // It registers itself as the provider, so the workers would bypass this one.
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
    // The runner kills a worker that takes longer, and the missing file fails the run.
    for (let tries = 0; tries < 600 && !files.every((file) => existsSync(file)); tries += 1) {
      await wait(100);
    }
    return generateCoverage.call(reporting, context);
  };
  return reporting;
}

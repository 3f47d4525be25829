import { execFile } from "node:child_process";
import { join } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

// Starts are measured against a deliberately slow server, so these tests wait in real time.
const patience = 60_000;
const run = promisify(execFile);
const program = join(import.meta.dirname, "programs/measure-start.ts");

describe("startup", () => {
  it.each([
    { name: "S4-87: 100 tools of 5 servers", servers: 5, toolsEach: 20, limitMs: 1_000 },
    { name: "1,000 tools of 20 servers", servers: 20, toolsEach: 50, limitMs: 3_000 },
  ])(
    "takes less than $limitMs ms beyond the slowest server: $name",
    async ({ servers, toolsEach, limitMs }) => {
      const load = [servers, toolsEach, limitMs].map(String);

      const measure = async (): Promise<number> => {
        const { stdout } = await run(execPath, [
          "--conditions=@toolcourt/source",
          program,
          ...load,
        ]);
        return Number(stdout);
      };
      const first = await measure();
      // Other tests share the cores, so a slow start counts only if it is slow again.
      const ms = first < limitMs ? first : await measure();

      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThan(limitMs);
    },
    patience,
  );
});

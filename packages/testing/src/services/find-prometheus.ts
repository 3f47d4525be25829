import { join } from "node:path";
import { env, platform } from "node:process";
import { installOnce } from "./install-once.ts";
import { runProgram } from "./run-program.ts";
import { unpackDebian } from "./unpack-debian.ts";

export interface PrometheusPrograms {
  readonly prometheus: string;
  readonly promtool: string;
}

/** The programs, or why there are none. */
export type FoundPrometheus =
  | ({ readonly missing: undefined } & PrometheusPrograms)
  | { readonly missing: string };

/**
 * Finds Prometheus and promtool on the machine, or unpacks the distribution's package into the
 * cache. A CI build on Linux fails without them: one that skips proves nothing.
 */
export async function findPrometheus(): Promise<FoundPrometheus> {
  if (platform !== "linux") return { missing: `Debian's package does not run on ${platform}.` };
  try {
    return { missing: undefined, ...(await find()) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    if (env["CI"] !== undefined)
      throw new Error(`There is no Prometheus: ${reason}`, { cause: error });
    return { missing: reason };
  }
}

async function find(): Promise<PrometheusPrograms> {
  const own = { prometheus: "prometheus", promtool: "promtool" };
  if (await runs(own)) return own;
  const folder = await installOnce("prometheus-debian", (place) =>
    unpackDebian(place, { wanted: ["prometheus"], libraries: [] }),
  );
  const bin = join(folder, "usr/bin");
  const unpacked = { prometheus: join(bin, "prometheus"), promtool: join(bin, "promtool") };
  await runProgram({ command: unpacked.promtool, args: ["--version"] });
  return unpacked;
}

async function runs({ prometheus, promtool }: PrometheusPrograms): Promise<boolean> {
  const versions = [prometheus, promtool].map((command) =>
    runProgram({ command, args: ["--version"] }),
  );
  return Promise.all(versions).then(
    () => true,
    () => false,
  );
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Era, type Load, type Measured, measure } from "./load.ts";
import { type Program, start } from "./process.ts";

export interface Row {
  readonly what: string;
  readonly era: Era;
  readonly measured: Measured;
}

export interface CompareOptions {
  readonly calls: number;
  readonly rounds: number;
}

const bin = resolve(import.meta.dirname, "../../packages/gateway/bin/toolcourt.js");

/** Our gateway, the raw proxy and the naive gateway before one echo server, in turns, in one run. */
export async function compareGateways({ calls, rounds }: CompareOptions): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "toolcourt-bench-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const echo = stack.use(await start(["bench/gateway/echo-upstream.ts"]));
  writeFileSync(join(folder, "toolcourt.yaml"), configFor(echo));
  const programs: Readonly<Record<string, Program>> = {
    "raw undici proxy": stack.use(await start(["bench/gateway/raw-proxy.ts", echo.origin])),
    toolcourt: stack.use(
      await start([bin, "serve", "-c", join(folder, "toolcourt.yaml"), "--port", "0"]),
    ),
    "naive SDK gateway": stack.use(await start(["bench/gateway/naive-gateway.ts", echo.origin])),
  };

  const rows: Row[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const era of ["modern", "legacy"] as const) {
      for (const [what, program] of Object.entries(programs)) {
        const load: Load = { era, method: "tools/call", calls, inFlight: 16, size: 200 };
        rows.push({ what, era, measured: await measure(program, load) });
      }
    }
  }
  return rows;
}

function configFor({ origin }: Program): string {
  return `toolbox:
  max_concurrent: 64
  mcps:
    - name: echo
      transport: streamable_http
      url: ${origin}/mcp
      mode: dynamic
      default_tool_config: { max_instances: 64, timeout: PT30S }
`;
}

import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import type { Terminal } from "../../command.ts";
import { createPaint, tableRows } from "../../style.ts";
import type { Refusals, ServerView, ToolView, View } from "./view.ts";

export interface Canvas extends Pick<Terminal, "color" | "columns"> {
  /** Lines that fit. Default: all lines are drawn. */
  readonly rows?: number | undefined;
}

/** Rows of a section when there are more than fit. */
const most = { refusals: 4, servers: 4 } as const;
const widest = 28;

/** Draws a view as lines that fit the canvas. */
export function drawView(view: View, canvas: Canvas): readonly string[] {
  const { rows = Number.POSITIVE_INFINITY } = canvas;
  const limit = (max: number): number => (rows === Number.POSITIVE_INFINITY ? rows : max);
  const above = [
    ...headOf(view, canvas),
    ...section([refusalHeads, ...view.refusals.map(refusalRow)], limit(most.refusals), canvas),
    ...section([serverHeads, ...view.servers.map(serverRow)], limit(most.servers), canvas),
  ];
  // A blank line, the head of the table and the line about the rest need room.
  const left = Math.max(1, rows - above.length - 3);
  const tools = section([toolHeads, ...view.tools.map(toolRow)], left, canvas);
  return [...above, ...tools].slice(0, rows).map((line) => clipped(line, canvas));
}

function headOf(view: View, canvas: Canvas): readonly string[] {
  const paint = createPaint(canvas);
  const { slots, degraded } = view;
  const state = view.ready ? paint("green", "ready") : paint("red", "not ready");
  const parts = degraded.map(shown).join(", ");
  return [
    `toolcourt ${shown(view.version)}  ${state}${parts === "" ? "" : paint("red", `  degraded: ${parts}`)}`,
    `calls ${perSecond(view.callsPerSecond)}/s  running ${view.running}  waiting ${view.waiting}  slots ${slots.used}/${slots.max}`,
  ];
}

/** Draws a table with its heads under a blank line. Says how many rows it leaves out. */
function section(
  [heads = [], ...rows]: readonly (readonly string[])[],
  max: number,
  canvas: Canvas,
): readonly string[] {
  if (rows.length === 0) return [];
  const [head = "", ...lines] = tableRows([heads, ...rows.slice(0, max)]);
  const left = rows.length - lines.length;
  const more = left === 0 ? [] : [`… ${left} more`];
  return ["", createPaint(canvas)("bold", head), ...lines, ...more];
}

const refusalHeads = ["REFUSED OR FAILED", "/s", "total"];

function refusalRow({ code, perSecond: rate, total }: Refusals): readonly string[] {
  return [shown(code), perSecond(rate), String(total)];
}

const serverHeads = ["SERVER", "state", "breaker", "paused", "calls/s"];

function serverRow(server: ServerView): readonly string[] {
  return [
    shown(server.server),
    server.connected ? "connected" : "lost",
    server.open ? "open" : "closed",
    String(server.paused),
    perSecond(server.callsPerSecond),
  ];
}

const toolHeads = ["TOOL", "server", "calls/s", "errors/s", "run", "wait", "p50", "p99"];

function toolRow(tool: ToolView): readonly string[] {
  return [
    shown(tool.tool),
    shown(tool.server),
    perSecond(tool.callsPerSecond),
    perSecond(tool.errorsPerSecond),
    String(tool.running),
    String(tool.waiting),
    duration(tool.p50Ms),
    duration(tool.p99Ms),
  ];
}

/** Shows a name of a server or a tool, which is untrusted. Only ASCII has a known width. */
function shown(text: string): string {
  const plain = printable(text).replaceAll(
    /[^\x20-\x7e]/gu,
    (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return plain.length > widest ? `${plain.slice(0, widest - 1)}…` : plain;
}

function perSecond(rate: number): string {
  return rate >= 100 ? rate.toFixed(0) : rate.toFixed(1);
}

function duration(ms: number | null): string {
  if (ms === null) return "-";
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

/** Cuts a line at the edge of the canvas. Colors take no room. */
function clipped(line: string, { columns }: Canvas): string {
  let width = 0;
  return line.replaceAll(
    // oxlint-disable-next-line no-control-regex -- our own colors
    /\u001b\[\d+m|[^\u001b]/gu,
    (sign) => {
      if (sign.length > 1 && sign.startsWith("\u001b")) return sign;
      width += 1;
      return width > columns ? "" : sign;
    },
  );
}

import type { Page } from "./page.ts";

/** Returns the picture of a call's way, once for light and once for dark pages. */
export function callPictures(): readonly Page[] {
  return [
    { path: "docs/assets/call-light.svg", text: draw(light) },
    { path: "docs/assets/call-dark.svg", text: draw(dark) },
  ];
}

interface Colors {
  readonly ink: string;
  readonly faint: string;
  readonly frame: string;
  readonly box: string;
  readonly pass: string;
  readonly refuse: string;
}

const light: Colors = {
  ink: "#1f2328",
  faint: "#59636e",
  frame: "#f6f8fa",
  box: "#ffffff",
  pass: "#0969da",
  refuse: "#cf222e",
};
const dark: Colors = {
  ink: "#f0f6fc",
  faint: "#9198a1",
  frame: "#151b23",
  box: "#0d1117",
  pass: "#4493f8",
  refuse: "#f85149",
};

interface Box {
  readonly x: number;
  readonly title: string;
  readonly lines: readonly string[];
}

/** The stages in their order. Keep them true to `answer()` in the pipeline. */
const wayIn: readonly Box[] = [
  { x: 184, title: "Lock", lines: ["known and", "unchanged"] },
  { x: 294, title: "Input", lines: ["arguments fit", "the schema"] },
  { x: 404, title: "Policy", lines: ["this caller", "may call it"] },
  { x: 514, title: "Limits", lines: ["rate by caller", "and by tool"] },
  { x: 624, title: "Approval", lines: ["by a person,", "if required"] },
  { x: 734, title: "Record", lines: ["the intent is", "committed"] },
];
const wayBack: readonly Box[] = [
  { x: 734, title: "Output", lines: ["result fits", "the schema"] },
  { x: 624, title: "Redaction", lines: ["secrets and", "hidden text"] },
  { x: 514, title: "Record", lines: ["the outcome", "is committed"] },
];
const stage = { width: 98, height: 72, inY: 64, backY: 224 } as const;
const refusals = 184;

function draw({ ink, faint, frame, box, pass, refuse }: Colors): string {
  const middle = stage.inY + stage.height / 2;
  const back = stage.backY + stage.height / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1040 330" role="img" aria-labelledby="title text">
<title id="title">The way of a call through Toolcourt</title>
<desc id="text">A call passes lock, input, policy, limits, approval and record before it reaches a server. The result passes output, redaction and record before it reaches the client. Each stage can refuse the call.</desc>
<style>
text { font: 13px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: ${faint}; text-anchor: middle; }
.title { font-size: 15px; font-weight: 600; fill: ${ink}; }
.left { text-anchor: start; }
.refused { fill: ${refuse}; text-anchor: start; }
rect { fill: ${box}; stroke: ${pass}; stroke-width: 1.5; }
.frame { fill: ${frame}; stroke: ${faint}; }
.end { fill: ${frame}; stroke: ${faint}; }
path { fill: none; stroke: ${pass}; stroke-width: 2; }
.refuse { stroke: ${refuse}; stroke-width: 1.5; stroke-dasharray: 5 4; }
</style>
<defs>
${arrowHead("pass", pass)}
${arrowHead("refuse", refuse)}
</defs>
<rect class="frame" x="168" y="14" width="680" height="302" rx="10"/>
<text class="title left" x="184" y="42">Toolcourt</text>
${end(8, "Model", ["Cursor, Claude,", "your agent:", "any MCP client"])}
${end(892, "Tools", ["MCP servers,", "HTTP APIs,", "local tools"])}
${arrow(`M148 ${middle}H180`)}
${wayIn.map((each) => stageBox(each, stage.inY)).join("\n")}
${wayIn
  .slice(1)
  .map(({ x }) => arrow(`M${x - 11} ${middle}H${x - 3}`, false))
  .join("\n")}
${arrow(`M832 ${middle}H888`)}
${arrow(`M892 ${back}H836`)}
${wayBack.map((each) => stageBox(each, stage.backY)).join("\n")}
${wayBack
  .slice(1)
  .map(({ x }) => arrow(`M${x + 109} ${back}H${x + 101}`, false))
  .join("\n")}
${arrow(`M514 ${back}H152`)}
${wayIn.map(({ x }) => drop(x, stage.inY + stage.height, refusals)).join("\n")}
${drop(734, stage.backY, refusals)}
<path class="refuse" d="M783 ${refusals}H152" marker-end="url(#refuse)"/>
<text class="refused" x="190" y="${refusals + 19}">refused: a code, the reason, and the next step</text>
<text class="left" x="190" y="${back - 8}">the answer, as its contract promises</text>
</svg>
`;
}

function arrowHead(id: string, color: string): string {
  return `<marker id="${id}" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" style="fill:${color};stroke:none"/></marker>`;
}

function arrow(path: string, hasHead = true): string {
  return `<path d="${path}"${hasHead ? ' marker-end="url(#pass)"' : ""}/>`;
}

function drop(x: number, from: number, to: number): string {
  return `<path class="refuse" d="M${x + stage.width / 2} ${from}V${to}"/>`;
}

function stageBox({ x, title, lines }: Box, y: number): string {
  const { width, height } = stage;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>${label({ x: x + width / 2, y: y + 23 }, title, lines)}`;
}

/** One end of the way. As tall as both ways together. */
function end(x: number, title: string, lines: readonly string[]): string {
  return `<rect class="end" x="${x}" y="${stage.inY}" width="140" height="232" rx="8"/>${label({ x: x + 70, y: 160 }, title, lines)}`;
}

function label(
  at: { readonly x: number; readonly y: number },
  title: string,
  lines: readonly string[],
): string {
  const rest = lines.map(
    (line, index) => `<text x="${at.x}" y="${at.y + 20 + index * 17}">${line}</text>`,
  );
  return `<text class="title" x="${at.x}" y="${at.y}">${title}</text>${rest.join("")}`;
}

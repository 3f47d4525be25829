import { join } from "node:path";
import { overlaySteps } from "@toolcourt/contracts/internal/judge/overlay-name";
import { printable } from "@toolcourt/gateway/internal/boundary/files/printable";
import { overlayFolder } from "@toolcourt/gateway/internal/compose/load-overlays";
import type { Explanation } from "./explanation.ts";

/** Suggests the next step for an explained tool. */
export function nextStep(explanation: Explanation): string {
  return steps[explanation.state](explanation);
}

const steps = {
  callable: ({ tool }) => (isPlain(tool) ? `toolcourt call ${tool}` : "toolcourt call --help"),
  nonconformant: ({ server, name, findings }) => {
    const broken = findings.filter(({ severity }) => severity === "error");
    const lacksOutput = broken.some(({ rule }) => rule === "output/present");
    if (lacksOutput && broken.length === 1 && isPlain(server)) {
      return `toolcourt adopt ${server}, which writes what is missing for your review`;
    }
    const read = ["toolcourt rules", ...broken.slice(0, 1).map(({ rule }) => rule)].join(" ");
    const overlay = overlaySteps(server, name);
    if (overlay === undefined) return read;
    return `${read}, then add what is missing in ${printable(join(overlayFolder, ...overlay))}`;
  },
  drifted: () => "toolcourt lock, which shows what differs and approves it; then start again",
  "not-admitted": () => "list it under tools in the configuration and start again",
  removed: ({ replacement }) =>
    replacement === undefined
      ? "ask whoever runs the server for a replacement"
      : `call ${printable(replacement)} instead`,
} satisfies Record<Explanation["state"], (explanation: Explanation) => string>;

/** Reports whether a name is safe in a shell command. */
function isPlain(tool: string): boolean {
  return /^\w[\w./-]*$/.test(tool);
}

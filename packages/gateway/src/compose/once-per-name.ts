import { shownName } from "../pipeline/call.ts";

/** Strangers choose the names, so only some are reported. */
const maxNames = 100;

/** Reports each name once, in printable form. */
export function oncePerName(report: (name: string) => void): (name: string) => void {
  const known = new Set<string>();
  return (name) => {
    const shown = shownName(name);
    if (known.has(shown) || known.size >= maxNames) return;
    known.add(shown);
    report(shown);
  };
}

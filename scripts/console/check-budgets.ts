import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { consoleFolder } from "./build-console.ts";
import type { Finding } from "./finding.ts";

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const kilobyte = 1_024;
/** Kilobytes after gzip. */
const budgets = { js: 45, css: 12, all: 120 } as const;
const maxPackages = 5;

/** Compares the built files with their budgets. */
export function checkBudgets(packageJson: string): Finding {
  const assets = readdirSync(join(consoleFolder, "assets"));
  const sizes = new Map(assets.map((name) => [name, sizeOf(join(consoleFolder, "assets", name))]));
  const sum = (ending: string): number =>
    [...sizes].reduce((total, [name, size]) => total + (name.endsWith(ending) ? size : 0), 0);
  const measured = { js: sum(".js"), css: sum(".css"), all: sum("") };
  const { dependencies } = manifest.parse(JSON.parse(readFileSync(packageJson, "utf8")));
  const packages = Object.keys(dependencies).filter((name) => !name.startsWith("@toolcourt/"));
  const over = (["js", "css", "all"] as const).filter((key) => measured[key] > budgets[key]);
  const shown = Object.entries(measured).map(([key, size]) => `${key} ${size.toFixed(1)} KB gz`);
  return {
    figure: [...shown, `${packages.length} runtime packages`].join(", "),
    problems: [
      ...over.map((key) => `${key} is over ${budgets[key]} KB`),
      ...(packages.length > maxPackages ? [`more than ${maxPackages} runtime packages`] : []),
    ],
  };
}

function sizeOf(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length / kilobyte;
}

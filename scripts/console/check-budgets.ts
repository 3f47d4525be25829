import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { z } from "zod";
import { consoleFolder } from "./build-console.ts";
import type { Finding } from "./finding.ts";

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const kilobyte = 1_024;
/** Kilobytes after gzip. The first page is what the browser loads before another page is opened. */
const budgets = { "first js": 45, "first css": 12, all: 120 } as const;
const maxPackages = 5;

/** Compares the built files with their budgets. */
export function checkBudgets(packageJson: string): Finding {
  const index = readFileSync(join(consoleFolder, "index.html"), "utf8");
  const assets = readdirSync(join(consoleFolder, "assets"));
  const first = assets.filter((name) => index.includes(`/assets/${name}"`));
  const measured = {
    "first js": sum(first.filter((name) => name.endsWith(".js"))),
    "first css": sum(first.filter((name) => name.endsWith(".css"))),
    all: sum(assets),
  };
  const { dependencies } = manifest.parse(JSON.parse(readFileSync(packageJson, "utf8")));
  const packages = Object.keys(dependencies).filter((name) => !name.startsWith("@toolcourt/"));
  const over = (["first js", "first css", "all"] as const).filter(
    (key) => measured[key] === 0 || measured[key] > budgets[key],
  );
  const shown = Object.entries(measured).map(([key, size]) => `${key} ${size.toFixed(1)} KB gz`);
  return {
    figure: [...shown, `${packages.length} runtime packages`].join(", "),
    problems: [
      ...over.map((key) => `${key} is not between 0 and ${budgets[key]} KB`),
      ...(packages.length > maxPackages ? [`more than ${maxPackages} runtime packages`] : []),
    ],
  };
}

function sum(names: readonly string[]): number {
  return names.reduce((total, name) => total + sizeOf(join(consoleFolder, "assets", name)), 0);
}

function sizeOf(path: string): number {
  return gzipSync(readFileSync(path), { level: 9 }).length / kilobyte;
}

import { env } from "node:process";
import { runProgram } from "./run-program.ts";

/** Flags of every browser in a test: nothing on the screen, and no request that the page did not make. */
export const browserFlags: readonly string[] = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Finds a Chromium: the one that `TOOLCOURT_BROWSER` names, the one of the machine, or the one of npm.
 * Throws without one.
 */
export async function findBrowser(): Promise<string> {
  const named = [env["TOOLCOURT_BROWSER"] ?? "", "chromium"];
  for (const command of named.filter((each) => each !== "")) {
    if (await doesRun(command)) return command;
  }
  try {
    const { default: chromium } = await import("@sparticuz/chromium");
    const command = await chromium.executablePath();
    await runProgram({ command, args: ["--version"] });
    return command;
  } catch (cause) {
    throw new Error("There is no Chromium here. Run: apt-get install chromium", { cause });
  }
}

function doesRun(command: string): Promise<boolean> {
  return runProgram({ command, args: ["--version"] }).then(
    () => true,
    () => false,
  );
}

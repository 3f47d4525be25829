#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a sentence instead of a syntax error.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  console.error(`toolcourt needs Node 24.15 or newer, and this is ${process.versions.node}.`);
  process.exit(2);
}

// Node takes this signal for the wish for a debugger, which could read every secret in here. Somebody who
// listens to it keeps Node from doing so.
process.on("SIGUSR1", () => undefined);

const { existsSync } = await import("node:fs");
const { registerHooks } = await import("node:module");

// In a checkout there is no build: the sources run as they are. A published package has no sources.
const source = new URL("../src/bin.ts", import.meta.url);
const inCheckout = existsSync(source);
if (inCheckout) {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "@toolcourt/source"] }),
  });
}
await import(inCheckout ? source.href : new URL("../dist/bin.js", import.meta.url).href);

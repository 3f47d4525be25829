#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that an old one gets a sentence instead of a syntax error.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  console.error(`toolcourt needs Node 24.15 or newer, and this is ${process.versions.node}.`);
  process.exit(2);
}

// Node starts a debugger on this signal, and a debugger could read every secret here. A listener
// prevents that.
process.on("SIGUSR1", () => undefined);

const { existsSync } = await import("node:fs");
const { registerHooks } = await import("node:module");

// A checkout has no build, so the sources run directly. A published package has no sources.
const source = new URL("../src/bin.ts", import.meta.url);
const inCheckout = existsSync(source);
if (inCheckout) {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: [...context.conditions, "@toolcourt/source"] }),
  });
}
await import(inCheckout ? source.href : new URL("../dist/command/bin.js", import.meta.url).href);

import { createServer, type ListenOptions } from "node:net";
import { platform } from "node:os";
import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWorkerMeans } from "./worker-process.ts";

const host = "127.0.0.1";
const meansOn = (system: NodeJS.Platform) =>
  createWorkerMeans(
    { cores: 2, platform: system, temporary: "/tmp" },
    { clock: systemClock, print: () => undefined },
  );

/** Listens as another program would, and returns the port. */
async function taken(options: ListenOptions): Promise<number> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen({ host, port: 0, ...options }, resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("It has no port.");
  return address.port;
}

describe("the port of several workers", () => {
  const { findPort } = meansOn("linux");

  it("is the one that was asked for, if it is free", async () => {
    const port = (await findPort({ host, port: 0 })) ?? 0;

    expect(port).toBeGreaterThan(0);
    expect(await findPort({ host, port })).toBe(port);
  });

  it.skipIf(platform() !== "linux").each([[false], [true]])(
    "is refused if another program has it, also one that would share it: %s",
    async (reusePort) => {
      const port = await taken({ reusePort });

      await expect(findPort({ host, port })).rejects.toThrow("EADDRINUSE");
    },
  );

  it("is one socket for all where the system does not spread connections", async () => {
    expect(await meansOn("darwin").findPort({ host, port: 0 })).toBeUndefined();
  });
});

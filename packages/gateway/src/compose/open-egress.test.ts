import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createCertificate } from "@toolcourt/testing/certificate";
import { openFolder } from "@toolcourt/testing/folder";
import { openTarget } from "@toolcourt/testing/target";
import { expect, it } from "vitest";
import { loadConfig } from "../config/load.ts";
import type { LogEntry } from "../telemetry/logger.ts";
import { type EgressPlace, openConfiguredEgress } from "./open-egress.ts";

function settingsOf(egress: object) {
  const text = JSON.stringify({ toolbox: {}, egress });
  return loadConfig(text, { file: "t.yaml", environment: {} }).egress;
}

const place: EgressPlace = {
  clock: systemClock,
  random: () => 0,
  randomBytes: (count) => new Uint8Array(count),
  folder: import.meta.dirname,
};

const ids = {
  callId: "call-1",
  traceId: "t1",
  correlationId: "c1",
  connectionId: "conn-1",
  grantedConnection: "id-of-conn-1",
  toolId: "get-forecast",
  discovery: { scope: { tenantId: "t1" }, tier: "cost" },
};

it("T24, S2-35: logs every retry with the ids of its call, and only the origin of the request", async () => {
  await using target = await openTarget((_request, response) => response.writeHead(503).end());
  const origin = `http://127.0.0.1:${target.port}`;
  const allow = [{ origin, addresses: "loopback" }];
  const logged: LogEntry[] = [];
  const write = (event: LogEntry): void => void logged.push(event);
  const settings = settingsOf({ allow, retry: { attempts: 2 } });
  await using egress = await openConfiguredEgress(settings, { ...place, write });

  const asked = egress.request({ method: "GET", url: `${origin}/a?token=canary`, ids });

  await expect(asked).rejects.toMatchObject({ kind: "failed" });
  expect(logged).toMatchObject([
    {
      event: "request.retried",
      level: "info",
      fields: {
        target: origin,
        attempt: 1,
        fault: "failed",
        waitMs: 100,
        callId: "call-1",
        traceId: "t1",
        correlation_id: "c1",
        session_id: null,
        connection_id: "conn-1",
        tool_id: "get-forecast",
        stage: "run",
        status: "repeated",
        connection: "id-of-conn-1",
        scope: { tenantId: "t1" },
        tier: "cost",
      },
    },
  ]);
  expect(logged[0]?.sentence).toContain(
    "status repeated, tier cost, scope tenantId=t1, connection id-of-conn-1)",
  );
  expect(JSON.stringify(logged)).not.toContain("canary");
});

const { cert, key } = createCertificate("localhost");
const broken = cert.replace("MII", "AAA");

it.each([
  ["no certificate", "hello", "ca.pem:1:1 egress.ca_file: Expected certificates in PEM"],
  ["nothing", "", "ca.pem:1:1 egress.ca_file: Expected certificates in PEM"],
  ["a key", `${cert}${key}`, "ca.pem:4:1 egress.ca_file: Expected only certificates here"],
  [
    "a broken one",
    `# ours\n${cert}${broken}`,
    "ca.pem:5:1 egress.ca_file: This certificate cannot",
  ],
])("refuses a file with %s, and names the place", async (_, text, problem) => {
  await using folder = await openFolder({ "ca.pem": text });
  const opening = openConfiguredEgress(settingsOf({ ca_file: "ca.pem" }), {
    ...place,
    folder: folder.path,
  });

  await expect(opening).rejects.toMatchObject({
    code: "config-invalid",
    details: { file: "ca.pem", problems: [expect.stringContaining(problem)] },
    next: "toolcourt explain-error config-invalid",
  });
});

it("refuses missing certificate files", async () => {
  await expect(
    openConfiguredEgress(settingsOf({ ca_file: "nowhere.pem" }), place),
  ).rejects.toMatchObject({
    code: "file-unreadable",
    details: { file: "nowhere.pem", because: "missing" },
  });
});

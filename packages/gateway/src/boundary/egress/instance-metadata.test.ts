import { systemClock } from "@toolcourt/contracts/internal/kernel/clock";
import { createDial } from "@toolcourt/testing/entra";
import { openTarget } from "@toolcourt/testing/target";
import { expect, it } from "vitest";
import type { Dial } from "./connector.ts";
import { createMetadataConnector, openInstanceMetadata } from "./instance-metadata.ts";

/** Connects to an origin. Returns the dialed hosts and the failure. */
async function connectTo(origin: string) {
  const dialed: string[] = [];
  const dial: Dial = ({ hostname }, report) => {
    dialed.push(hostname);
    report(new Error("dialed"), null);
  };
  const { protocol, hostname, port, host } = new URL(origin);
  const failure = await new Promise<unknown>((resolve) => {
    createMetadataConnector(dial)({ protocol, hostname, port, host }, (...[error]) =>
      resolve(error),
    );
  });
  return { dialed, failure };
}

it("dials the metadata service", async () => {
  expect((await connectTo("http://169.254.169.254")).dialed).toEqual(["169.254.169.254"]);
});

it.each([
  "http://169.254.169.253",
  "http://169.254.169.254:8080",
  "https://169.254.169.254",
  "http://168.63.129.16",
  "http://metadata.google.internal",
  "http://127.0.0.1",
  "http://[fe80::1]",
])("dials nothing for %s", async (origin) => {
  const { dialed, failure } = await connectTo(origin);

  expect(dialed).toEqual([]);
  expect(failure).toMatchObject({ kind: "host-refused" });
});

it.each([
  [302, { location: "http://169.254.169.254/metadata/instance" }],
  [400, {}],
  [404, {}],
  [500, {}],
])("follows and repeats nothing after %d", async (status, headers) => {
  await using target = await openTarget((_request, response) => {
    response.writeHead(status, headers).end("{}");
  });
  const dial = createDial({ port: target.port });
  await using metadata = openInstanceMetadata({ clock: systemClock, dial });

  const { signal } = new AbortController();
  await expect(metadata.token({ resource: "r" }, signal)).rejects.toMatchObject({
    name: "EgressFailure",
    details: { status },
  });
  expect(target.seen).toHaveLength(1);
});

it("reads no more than a token needs", async () => {
  await using target = await openTarget((_request, response) => {
    response.writeHead(200).end("x".repeat(100_000));
  });
  const dial = createDial({ port: target.port });
  await using metadata = openInstanceMetadata({ clock: systemClock, dial });

  await expect(metadata.token({}, new AbortController().signal)).rejects.toMatchObject({
    kind: "response-too-large",
  });
});

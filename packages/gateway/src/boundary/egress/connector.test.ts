import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { expect, it } from "vitest";
import type { Addresses } from "./address.ts";
import { createConnector, type Dial } from "./connector.ts";

/** Connects to a host as it is written in a URL. Returns the dialed hosts and the failure. */
async function connectTo(written: string, allowed: Addresses) {
  const dialed: string[] = [];
  const dial: Dial = ({ hostname }, report) => {
    dialed.push(hostname);
    report(new Error("There is no network here."), null);
  };
  const connect = createConnector({
    clock: createFakeClock(),
    lookup: async (host) => [host],
    addressesFor: () => allowed,
    dial,
  });
  const failure = await new Promise((resolve) => {
    connect({ protocol: "http:", hostname: written, port: "80" }, (...[error]) => resolve(error));
  });
  return { dialed, failure };
}

const notPublic = [
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[0:0:0:0:0:ffff:7f00:1]",
  "[::ffff:a9fe:a9fe]",
  "[64:ff9b::7f00:1]",
  "[fe80::1]",
  "[fe80::1%eth0]",
  "[2606:4700::1111%25lo]",
  "[fd00::1]",
  "[[::1]]",
  "::1",
  "::ffff:127.0.0.1",
  "0.0.0.0",
];

it.each(notPublic)("dials no address of this machine or network for %s", async (written) => {
  const { dialed, failure } = await connectTo(written, "public");

  expect(dialed).toEqual([]);
  expect(failure).toMatchObject({ kind: "address-refused" });
});

it.each(["[::]", "[::ffff:169.254.169.254]", "[fe80::1%eth0]", "[fd00:ec2::254]"])(
  "dials no forbidden address even if every other one is allowed: %s",
  async (written) => {
    expect((await connectTo(written, "any")).dialed).toEqual([]);
  },
);

it("dials a literal address without its brackets", async () => {
  const { dialed } = await connectTo("[2606:4700::1111]", "public");

  expect(dialed).toEqual(["2606:4700::1111"]);
});

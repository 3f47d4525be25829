import { noAbort } from "@toolcourt/testing/calls";
import { openFolder } from "@toolcourt/testing/folder";
import { machine } from "@toolcourt/testing/serving";
import { openTarget } from "@toolcourt/testing/target";
import { run } from "@toolcourt/testing/terminal";
import { describe, expect, it, onTestFinished } from "vitest";
import { EgressFailure } from "../boundary/egress/egress-failure.ts";
import { openConfigured } from "./open-configured.ts";

// What a policy says about origins, through the egress of a whole gateway.

async function openOrigin() {
  const target = await openTarget((request, response) => {
    request.resume();
    response.end("{}");
  });
  onTestFinished(() => target[Symbol.asyncDispose]());
  return { ...target, origin: `http://127.0.0.1:${target.port}` };
}

async function setUp() {
  const [api, other] = [await openOrigin(), await openOrigin()];
  const rule = { methods: ["GET", "POST"], addresses: "loopback" };
  const config = {
    toolbox: { local: [] },
    egress: { allow: [api, other].map(({ origin }) => ({ origin, ...rule })) },
    policy: { from: "store" },
    stores: { url: "sqlite:state.db" },
  };
  const folder = await openFolder({ "toolcourt.yaml": JSON.stringify(config) });
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const flags = { config: undefined, frozen: false, minLevel: "error" } as const;

  /** Opens a gateway, and returns how requests end: to the API by GET and POST, and to others. */
  const outcomes = async (...more: readonly string[]): Promise<readonly unknown[]> => {
    await using opened = await openConfigured(
      flags,
      machine(folder.path, () => undefined, noAbort),
    );
    const requests = [
      { method: "GET", url: api.origin },
      { method: "POST", url: api.origin, body: "{}" },
      ...[other.origin, ...more].map((url) => ({ method: "GET", url })),
    ];
    const ended: unknown[] = [];
    for (const request of requests) {
      ended.push(
        await opened.egress.request(request).then(
          ({ status }) => status,
          (error: unknown) => (error instanceof EgressFailure ? error.kind : error),
        ),
      );
    }
    return ended;
  };

  /** Puts a policy with this part. */
  const put = async (egress: string, ...flagsOfPut: readonly string[]): Promise<string> => {
    await folder.write("policy.yaml", `version: 1\n${egress}\n...\n`);
    const args = ["policy", "put", "policy.yaml", ...flagsOfPut];
    const { code, output } = await run(args, { folder: folder.path });
    expect(code).toBe(0);
    return /sha256:[0-9a-f]+/.exec(output)?.[0] ?? "";
  };
  return { api, other, outcomes, put };
}

// Each step opens a whole gateway, which is slow while other tests load the machine.
describe("the egress of a policy in the store", { timeout: 30_000 }, () => {
  it("narrows what the configuration allows, and the newest version counts", async () => {
    const { api, other, outcomes, put } = await setUp();

    const first = await put(`egress: [{ origin: "${api.origin}" }]`);
    expect(await outcomes()).toEqual([200, "method-refused", "host-refused"]);
    expect(other.connections()).toBe(0);

    const second = await put(`egress: [{ origin: "${other.origin}" }]`, "--expect", first);
    expect(await outcomes()).toEqual(["host-refused", "host-refused", 200]);

    await put("", "--expect", second);
    expect(await outcomes()).toEqual([200, 200, 200]);
  });

  it("opens nothing before the first policy is put", async () => {
    const { api, other, outcomes } = await setUp();

    expect(await outcomes()).toEqual(["host-refused", "host-refused", "host-refused"]);
    expect(api.connections() + other.connections()).toBe(0);
  });

  it("opens no origin that the configuration does not allow", async () => {
    const { outcomes, put } = await setUp();
    const unknown = await openOrigin();

    await put(`egress: [{ origin: "${unknown.origin}" }]`);

    const [, , , ended] = await outcomes(unknown.origin);
    expect([ended, unknown.connections()]).toEqual(["host-refused", 0]);
  });
});

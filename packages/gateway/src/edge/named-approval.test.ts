import type { JsonValue } from "@toolcourt/sdk";
import { fakeGatewayApi, openFakeHttp } from "@toolcourt/testing/entrance-deps";
import { spoken, testLanes } from "@toolcourt/testing/lanes";
import { expect, it } from "vitest";
import type { IncomingCall } from "../pipeline/call.ts";

const cases = testLanes.flatMap((lane) =>
  [
    { named: "5f0c", expected: "5f0c" },
    { named: 7, expected: "" },
    { named: undefined, expected: undefined },
  ].map((each) => ({ ...lane, ...each })),
);

/** Builds a call that names an approval, in the given lane. */
function naming(lane: (typeof testLanes)[number], named: JsonValue | undefined): RequestInit {
  const request = spoken("tools/call", { name: "echo", arguments: {} }, lane);
  if (named === undefined || typeof request.body !== "string") return request;
  const key = JSON.stringify({ "dev.toolcourt/approval": named }).slice(1, -1);
  const body = request.body.replace(/"_meta":\{(?=(.))/, (found, next) =>
    next === "}" ? `${found}${key}` : `${found}${key},`,
  );
  return { ...request, body };
}

it.each(cases)("$era $lane: a call names $named", async ({ era, lane, named, expected }) => {
  const calls: IncomingCall[] = [];
  const callTool = async (call: IncomingCall) => {
    calls.push(call);
    return { content: [], isError: false };
  };
  await using server = await openFakeHttp(
    fakeGatewayApi({ listed: () => [{ name: "echo" }], callTool }),
  );

  await (await fetch(server.url, naming({ era, lane }, named))).text();

  expect(calls.map(({ namedApproval }) => namedApproval)).toEqual([expected]);
});

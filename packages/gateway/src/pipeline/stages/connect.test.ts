import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { authorizedCall } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { WantedConnection } from "../../boundary/connections/connections.ts";
import { createConnect, createNoConnect, type Leaving } from "./connect.ts";

const usable = { id: "c1", tenant: "", origins: ["https://api.example.com"] };
const outgoing = { tool: "get-forecast", operation: "sha256:1", effect: "read" } as const;

function setUp(leavingOf: () => Leaving | undefined) {
  const asked: unknown[] = [];
  const connect = createConnect({
    leavingOf,
    use: async (wanted, { id }) => {
      asked.push([wanted, id]);
      return usable;
    },
  });
  return { connect, asked };
}

const wanted: WantedConnection = { connection: "shop", origin: "https://api.example.com" };
const refused = (): never => {
  throw new Refusal("egress-refused", { tool: "get-forecast", rule: "host" });
};

describe("connect", () => {
  it.each([createNoConnect(), setUp(() => undefined).connect])(
    "passes tools without egress at once: %#",
    (connect) => {
      expect(connect(authorizedCall())).toMatchObject({ connection: { kind: "not-needed" } });
    },
  );

  it("finds the connection of a call for its principal", async () => {
    const { connect, asked } = setUp(() => ({ outgoing, wanted }));

    expect(await connect(authorizedCall())).toMatchObject({
      connection: { kind: "made", outgoing: { ...outgoing, connection: usable } },
    });
    expect(asked).toEqual([[wanted, "ada"]]);
  });

  it("looks up none if the call needs none", async () => {
    const { connect, asked } = setUp(() => ({ outgoing }));

    expect(await connect(authorizedCall())).toMatchObject({ connection: { outgoing } });
    expect(asked).toEqual([]);
  });

  it("checks the target before the connection", () => {
    const { connect, asked } = setUp(refused);

    expect(() => connect(authorizedCall())).toThrow(
      expect.objectContaining({ code: "egress-refused" }),
    );
    expect(asked).toEqual([]);
  });
});

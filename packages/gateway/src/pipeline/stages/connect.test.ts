import { Refusal } from "@toolcourt/contracts/internal/errors/refusal";
import { authorizedCall } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import type { WantedConnection } from "../../boundary/connections/connections.ts";
import type { Principal } from "../call.ts";
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

  it("names the circuit by tool, principal and tenant", async () => {
    const { connect } = setUp(() => ({ outgoing }));
    const circuitOf = async (principal: Principal) => {
      const { connection } = await connect(authorizedCall({ principal }));
      return connection.kind === "made" ? connection.outgoing.circuit : undefined;
    };
    const ada = { id: "ada", permissions: "all" } as const;

    expect(await circuitOf(ada)).toBe(await circuitOf({ ...ada, roles: ["reader"] }));
    expect(await circuitOf(ada)).not.toBe(await circuitOf({ ...ada, tenant: "acme" }));
    expect(await circuitOf(ada)).not.toBe(await circuitOf({ ...ada, id: "grace" }));
  });

  it("T23: passes on the retries that the policy allows", async () => {
    const { connect } = setUp(() => ({ outgoing }));
    const grant = { statement: "all", caps: { retries: { max: 0, limit: "none" } } };

    const { connection } = await connect(authorizedCall({ grant }));

    expect(connection).toMatchObject({ outgoing: { maxRetries: 0 } });
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

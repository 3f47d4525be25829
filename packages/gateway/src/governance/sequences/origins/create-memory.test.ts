import type { JsonObject } from "@toolcourt/sdk";
import { describe, expect, it } from "vitest";
import type { Origin } from "../question.ts";
import {
  createMemory,
  defaultOriginBounds,
  type OriginBounds,
  type OriginMemory,
} from "./create-memory.ts";
import { createFingerprints } from "./fingerprints.ts";
import type { Flow } from "./flow.ts";
import { readOperatorNames } from "./operator-names.ts";
import type { SightedCall } from "./places.ts";
import { Taint } from "./taint.ts";

const fingerprints = createFingerprints(Buffer.alloc(32, 3), "acme");
const operator = readOperatorNames(["*@company.com"]);

const resultNames = ["own", "mail", "file", "event", "code", "body"];
const argumentNames = ["to", "body", "amount", "file", "note"];

/** `own` is first-party, everything else a stranger's. `to` is a destination. */
const flow: Flow = {
  reach: "outside",
  argumentAt: ([name]) => {
    if (name === "body") return { role: "content", kind: undefined, isGuessed: false };
    if (name === "amount") return { role: "amount", kind: undefined, isGuessed: true };
    if (name === "file") return { role: "target", kind: "file-id", isGuessed: false };
    return name === "note" ? undefined : { role: "destination", kind: "email", isGuessed: false };
  },
  resultAt: ([name, field]) => ({
    origin: name === "own" ? "first-party" : "third-party",
    kind:
      name === "own" ? ({ file: "file-id", event: "event-id" }[field ?? ""] ?? "email") : undefined,
    sensitivity: field === "code" ? "secret" : undefined,
    isDeclared: true,
  }),
  isNamed: (side, segments) =>
    (side === "result" ? resultNames : argumentNames).includes(segments.at(-1) ?? ""),
};

interface Scene {
  readonly memory: OriginMemory;
  readonly taint: Taint;
  readonly see: (result: JsonObject, at: number, args?: JsonObject) => void;
  readonly write: (args: JsonObject, at: number) => void;
  readonly say: (text: string, origin?: "user" | "claimed") => void;
  readonly originOf: (args: JsonObject, now?: number) => Origin | undefined;
}

const call = (at: number): SightedCall => ({ tool: "tool", call: `call-${at}`, at });

function scene(taint = new Taint(), bounds: OriginBounds = defaultOriginBounds): Scene {
  const memory = createMemory({ fingerprints, taint, operator, bounds });
  return {
    memory,
    taint,
    see: (result, at, args = {}) => {
      memory.apply(memory.rememberResult({ call: call(at), flow, result, args }));
    },
    write: (args, at) => {
      const written = memory.rememberWritten({ call: call(at), flow, args });
      if (written !== undefined) taint.apply(written);
    },
    say: (text, origin = "user") => {
      memory.apply(memory.rememberWords({ text, origin, call: call(0) }));
    },
    originOf: (args, now = 1_000) => memory.trace(args, flow, now)[0]?.origin,
  };
}

describe("the origin of a value", () => {
  it("is the person's, whatever strangers say before or after", () => {
    const { see, say, originOf } = scene();
    see({ mail: "ask eve@x.com" }, 1);
    say("Write to eve@x.com");
    see({ mail: "EVE@x.com" }, 2);

    expect(originOf({ to: "eve@X.com" })).toBe("user");
    expect(originOf({ to: "Eve@x.com" })).toBe("third-party");
  });

  it("is the operator's for a destination that a pattern names", () => {
    const { see, originOf } = scene();
    see({ mail: "ask anna@company.com" }, 1);

    expect(originOf({ to: "anna@company.com" })).toBe("operator");
    expect(originOf({ file: "anna@company.com" })).toBe("third-party");
  });

  it("is that of the first sighting, with its place", () => {
    const { see, memory } = scene();
    see({ own: "bob@x.com", mail: "hello" }, 1);
    see({ mail: [{ body: "bob@x.com and eve@x.com" }] }, 2);
    see({ own: "eve@x.com" }, 3);

    expect(memory.trace({ to: ["bob@x.com", "eve@x.com", "new@x.com"] }, flow, 4)).toEqual([
      {
        pointer: "/to/0",
        role: "destination",
        kind: "email",
        isGuessed: false,
        origin: "first-party",
        seen: { tool: "tool", pointer: "/own", call: "call-1", at: 1 },
      },
      {
        pointer: "/to/1",
        role: "destination",
        kind: "email",
        isGuessed: false,
        origin: "third-party",
        seen: { tool: "tool", pointer: "/mail/0/body", call: "call-2", at: 2 },
      },
      { pointer: "/to/2", role: "destination", kind: "email", isGuessed: false, origin: "unknown" },
    ]);
  });

  it("is first-party if one result shows it in both ways, and a stranger's at the same moment elsewhere", () => {
    const { see, originOf } = scene();
    see({ own: "bob@x.com", mail: "bob@x.com" }, 1);
    see({ own: "ann@x.com" }, 2);
    see({ mail: "ann@x.com" }, 2);

    expect(originOf({ to: "bob@x.com" })).toBe("first-party");
    expect(originOf({ to: "ann@x.com" })).toBe("third-party");
  });

  it("needs the same kind", () => {
    const { see, originOf } = scene();
    see({ own: { event: 13 } }, 1);
    expect(originOf({ file: 13 })).toBe("unknown");
    see({ own: { file: "13" } }, 2);
    expect(originOf({ file: 13 })).toBe("first-party");
  });

  it("is claimed without a signature, unless it is first-party", () => {
    const { see, say, originOf } = scene();
    say("Write to bob@x.com and ann@x.com", "claimed");
    see({ own: "ann@x.com" }, 1);
    see({ mail: "bob@x.com" }, 1);

    expect(originOf({ to: "bob@x.com" })).toBe("claimed");
    expect(originOf({ to: "ann@x.com" })).toBe("first-party");
  });

  it("is a stranger's if the person only quoted it", () => {
    const { say, originOf } = scene();
    say("What does it want?\n> send it to eve@x.com");

    expect(originOf({ to: "eve@x.com" })).toBe("third-party");
  });

  it("is a stranger's in tool errors, resources and prompts", () => {
    const { memory, originOf } = scene();
    memory.apply(memory.rememberForeignText("Failed. Ask eve@x.com", call(1)));

    expect(originOf({ to: "eve@x.com" })).toBe("third-party");
  });

  it("finds the amount that the person wrote with signs", () => {
    const { say, originOf } = scene();
    say("Pay $1,200.50 to them");

    expect(originOf({ amount: 1_200.5 })).toBe("user");
    expect(originOf({ amount: 1_200 })).toBe("unknown");
  });

  it("traces addresses and links in content as destinations", () => {
    const { see, say, memory } = scene();
    say("Tell bob@x.com");
    see({ mail: "https://evil.com/a" }, 1);
    const body = "For bob@x.com: see https://evil.com/a?d=1 and https://new.com";
    const values = memory.trace({ body }, flow, 2);

    expect(values.map(({ role, kind, origin }) => [role, kind, origin])).toEqual([
      ["content", "text", "unknown"],
      ["destination", "email", "user"],
      ["destination", "url", "third-party"],
      ["destination", "url", "unknown"],
    ]);
  });

  it("is unknown for what was too much to look at", () => {
    const { memory } = scene();
    const to = Array.from({ length: 5_000 }, (_, at) => `a${at}@x.com`);
    const values = memory.trace({ to }, flow, 1);

    expect(values).toHaveLength(4_097);
    expect(values.at(-1)).toMatchObject({ role: "destination", origin: "unknown", pointer: "" });
  });
});

describe("an echo", () => {
  it("keeps the origin of the argument", () => {
    const { see, say, originOf } = scene();
    say("Add bob@x.com");
    see({ mail: "eve@x.com" }, 1);
    see({ own: ["bob@x.com", "eve@x.com", "made-up@x.com", "ann@x.com"] }, 2, {
      to: ["bob@x.com", "EVE@x.com", "made-up@x.com"],
    });

    const origins = ["bob@x.com", "eve@x.com", "made-up@x.com", "ann@x.com"].map((to) =>
      originOf({ to }),
    );
    expect(origins).toEqual(["user", "third-party", "unknown", "first-party"]);
  });

  it("is as bad as the worst of two arguments that look the same", () => {
    const { see, say, originOf } = scene();
    say("Add bob@x.com");
    see({ own: "BOB@x.com" }, 1, { to: ["bob@x.com", "BOB@x.com"] });

    expect(originOf({ to: "BOB@x.com" })).toBe("unknown");
  });
});

describe("taint", () => {
  it("outranks a first-party field that returns what a call wrote", () => {
    const { see, say, write, originOf } = scene();
    say("Add bob@x.com");
    see({ mail: "eve@x.com" }, 1);
    see({ own: "ann@x.com" }, 1);
    write({ to: ["bob@x.com", "eve@x.com", "made-up@x.com", "ann@x.com", "it@company.com"] }, 2);
    const values = ["eve@x.com", "made-up@x.com", "Made-Up@x.com", "ann@x.com"];
    see({ own: values }, 3);

    expect(values.map((to) => originOf({ to }))).toEqual([
      "third-party",
      "unknown",
      "unknown",
      "first-party",
    ]);
  });

  it("holds for everyone of the tenant, and for thirty days", () => {
    const day = 24 * 60 * 60 * 1_000;
    const { write, taint } = scene();
    write({ to: "eve@x.com" }, 1);
    const other = scene(taint);
    other.see({ own: ["eve@x.com", "ann@x.com"] }, 2);

    expect(other.originOf({ to: "ann@x.com" }, 3)).toBe("first-party");
    expect(other.originOf({ to: "eve@x.com" }, 30 * day)).toBe("unknown");
    expect(other.originOf({ to: "eve@x.com" }, 30 * day + 1)).toBe("first-party");
    taint.forgetBefore(30 * day);
    expect(other.originOf({ to: "eve@x.com" }, 30 * day)).toBe("unknown");
  });

  it("begins anew with each write, and a stranger's value stays one", () => {
    const day = 24 * 60 * 60 * 1_000;
    const { see, write, taint } = scene();
    see({ mail: "eve@x.com" }, 1);
    write({ to: "eve@x.com" }, 2);
    const other = scene(taint);
    other.write({ to: "eve@x.com" }, 20 * day);
    other.see({ own: "eve@x.com" }, 21 * day);

    expect(other.originOf({ to: "eve@x.com" }, 45 * day)).toBe("third-party");
  });

  it("spares a first-party value that is written without its kind, and numbers that only count", () => {
    const { see, write, originOf } = scene();
    see({ own: { file: "13" } }, 1);
    write({ note: "13", amount: 14 }, 2);
    see({ own: { file: "14" } }, 3);

    expect([originOf({ file: "13" }), originOf({ file: "14" })]).toEqual([
      "first-party",
      "first-party",
    ]);
  });

  it("covers what content spells", () => {
    const { see, write, originOf } = scene();
    write({ body: "our new partner is e v e @ x . c o m" }, 1);
    see({ own: "eve@x.com" }, 2);

    expect(originOf({ to: "eve@x.com" })).toBe("unknown");
  });
});

describe("labels", () => {
  it("say what sensitive data was read", () => {
    const { see, memory } = scene();
    see({ mail: { body: "77-12" } }, 1);
    expect([...memory.labels()]).toEqual([]);
    see({ mail: { code: "77-12" } }, 1);
    expect([...memory.labels()]).toEqual(["secret"]);
  });
});

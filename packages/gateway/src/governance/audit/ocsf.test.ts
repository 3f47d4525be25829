import { isJsonObject, type JsonObject, own } from "@toolcourt/sdk";
import { approvedCall, incomingCall } from "@toolcourt/testing/calls";
import { describe, expect, it } from "vitest";
import { intentOf, noteOf, outcomeOf } from "./call-entries.ts";
import { link } from "./chain.ts";
import { noteKinds } from "./note-kinds.ts";
import { ocsfOf, ocsfVersion } from "./ocsf.ts";

const moment = { at: 1_793_491_200_123.4, monotonic: 5 };
const origin = "toolcourt/test";

function eventOf(body: string, previous?: string): JsonObject {
  return ocsfOf({ sequence: 7, body, hash: link(previous, body).hash, previous }, origin);
}

const opened = intentOf(incomingCall(), { subject: { id: "s1" }, moment }).body;
const facts = { moment, ms: 3 };
const answered = {
  kind: "answered",
  output: { isError: false },
  fromCache: false,
  contract: "sha256:00",
} as const;
const closed = outcomeOf(approvedCall(), answered, facts).body;
const refused = outcomeOf(incomingCall(), { kind: "refused", error: new Error("x") }, facts).body;
const notes = noteKinds.map((kind) => noteOf({ kind, moment, about: { id: "a1" } }).body);

/** Required attributes of OCSF 1.8.0: of every event, and of the classes that are used. */
const ofAll = [
  "activity_id",
  "category_uid",
  "class_uid",
  "metadata.product.name",
  "metadata.version",
  "severity_id",
  "time",
  "type_uid",
];
const ofClass: ReadonlyMap<unknown, readonly string[]> = new Map([
  [6003, ["actor.app_name", "api.operation", "src_endpoint.uid"]],
  [6002, ["app.name"]],
  [3004, ["entity.name"]],
]);
/** The activities of each class. */
const activities: ReadonlyMap<unknown, readonly number[]> = new Map([
  [6003, [0, 1, 2, 3, 4, 99]],
  [6002, [0, 1, 2, 3, 4, 5, 6, 7, 8, 99]],
  [3004, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 99]],
]);

function at(event: JsonObject, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, key) => (isJsonObject(value) ? own(value, key) : undefined), event);
}

describe("an OCSF event", () => {
  it.each([opened, closed, refused, ...notes])("has the required attributes: %s", (body) => {
    const event = eventOf(body);

    const required = [...ofAll, ...(ofClass.get(event["class_uid"]) ?? ["a known class"])];
    expect(required.filter((path) => at(event, path) === undefined)).toEqual([]);
    expect(activities.get(event["class_uid"])).toContain(event["activity_id"]);
    expect(event["type_uid"]).toBe(Number(event["class_uid"]) * 100 + Number(event["activity_id"]));
    expect(event["category_uid"]).toBe(Math.floor(Number(event["class_uid"]) / 1_000));
    expect(Number.isInteger(event["time"])).toBe(true);
    // OCSF requires the name of an activity that it does not know.
    expect(typeof event["activity_name"] === "string").toBe(event["activity_id"] === 99);
  });

  it("maps a call to API Activity, with who called what and how it ended", () => {
    expect(eventOf(opened)).toMatchObject({
      class_uid: 6003,
      actor: { user: { uid: "s1" } },
      api: { request: { uid: "call-1" }, operation: "get-forecast" },
      status: "started",
      status_id: 99,
    });
    expect(eventOf(closed)).toMatchObject({
      activity_id: 2,
      api: { service: { name: "weather" } },
      status_id: 1,
      severity_id: 1,
    });
    expect(eventOf(refused)).toMatchObject({
      status_id: 2,
      severity_id: 3,
      status_code: "gateway-failed",
    });
  });

  it.each([
    ["approval.requested", 300_401],
    ["approval.decided", 300_403],
    ["policy.put", 300_403],
    ["grant.revoked", 300_404],
    ["tool.withheld", 300_409],
    ["identity.refused", 300_499],
    ["gateway.started", 600_203],
    ["gateway.stopped", 600_204],
  ] as const)("maps %s to type %i", (kind, type) => {
    const event = eventOf(noteOf({ kind, moment, about: { id: "a1" } }).body);

    expect(event["type_uid"]).toBe(type);
  });

  it("keeps the chain: the hash follows from the event alone", () => {
    const before = link(undefined, opened).hash;
    const event = eventOf(closed, before);

    const { metadata, raw_data, unmapped } = event;
    expect(raw_data).toBe(closed);
    const hash = link(before, closed).hash;
    expect(metadata).toMatchObject({ version: ocsfVersion, uid: hash, sequence: 7 });
    expect(unmapped).toEqual({ toolcourt: { origin, row: 7, hash, previous: before } });
    expect(eventOf(opened)["unmapped"]).toMatchObject({ toolcourt: { previous: null } });
  });

  it("maps a body of another version without a failure", () => {
    expect(eventOf("{}")).toMatchObject({ class_uid: 3004, activity_name: "unknown", time: 0 });
  });
});

import { valueAt } from "@toolcourt/sdk";
import { checkTool, toolContext } from "@toolcourt/sdk/testing";
import { createFakeClock } from "@toolcourt/testing/fake-clock";
import { openFolder } from "@toolcourt/testing/folder";
import { describe, expect, it } from "vitest";
import { createHello, createWorkspaceTools } from "./workspace-tools.ts";

const clock = createFakeClock(Date.UTC(2026, 0, 15, 10, 30));
const hello = createHello(clock);

describe("hello", () => {
  it("passes the checklist except for the form of its name, which S1 requires (S1-2)", async () => {
    const report = await checkTool(hello, { samples: [{}], clock });

    const failed = report.items.filter(({ verdict }) => verdict === "failed");
    expect(failed.map(({ requirement }) => requirement)).toEqual(["S0-46", "S3-117"]);
  });

  it("declares the input of its contract (S1-3, T42)", () => {
    expect(hello.contract.input).toEqual({
      type: "object",
      properties: { name: { type: "string", description: "Name to greet", default: "World" } },
      additionalProperties: false,
    });
  });

  it("declares the output of its contract, with a time that varies (S1-4, T7)", () => {
    expect(valueAt(hello.contract.output ?? {}, "/oneOf/0/properties/data")).toMatchObject({
      properties: {
        message: { type: "string" },
        timestamp: { type: "string", format: "date-time", "x-volatile": true },
      },
      required: ["message", "timestamp"],
    });
  });

  it.each([
    { input: { name: "Learner" }, message: "Hello, Learner!", requirement: "S1-7" },
    { input: {}, message: "Hello, World!", requirement: "S1-8" },
    { input: { name: "" }, message: "Hello, !", requirement: "S1-6" },
  ])("greets $input ($requirement)", async ({ input, message }) => {
    const { data } = await hello.invoke(input, toolContext());

    expect(data).toEqual({ message, timestamp: "2026-01-15T10:30:00.000Z" });
  });

  it("changes nothing, and says so in its contract (S1-5)", async () => {
    await using folder = await openFolder({ "a.txt": "a" });
    const [tool] = createWorkspaceTools({ root: folder.path, clock });
    await tool?.invoke({}, toolContext());

    expect(tool?.contract).toMatchObject({ name: "hello", effect: "read" });
    expect(tool?.contract.terms).toMatchObject({ category: "query", idempotent: true });
    expect(await folder.files()).toEqual(["a.txt"]);
  });

  it("is refused before it runs if the input does not fit (T6)", async () => {
    const { error } = await hello.invoke({ name: 1 }, toolContext());

    expect(error).toMatchObject({ class: "validation", code: "input-invalid" });
  });
});

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { closeSchema } from "./close-schema.ts";
import { inputSchemaOf } from "./json-schema.ts";

describe("closeSchema", () => {
  it("leaves the author's schema unchanged", () => {
    const given = z.object({ a: z.object({}) });

    const { schema } = closeSchema(given);

    expect(schema.safeParse({ a: { b: 1 } }).success).toBe(false);
    expect(given.safeParse({ a: { b: 1 } }).success).toBe(true);
  });

  it("keeps refinements, defaults and metadata", () => {
    const given = z
      .object({
        a: z.int().default(3).describe("The a"),
        b: z.string().meta({ "x-host-injected": true }).optional(),
      })
      .refine(({ a }) => a !== 4, "Not four.");

    const closed = closeSchema(given);

    expect(closed.schema.parse({})).toEqual({ a: 3 });
    expect(closed.schema.safeParse({ a: 4 }).success).toBe(false);
    expect(inputSchemaOf(closed)).toMatchObject({
      properties: {
        a: { default: 3, description: "The a" },
        b: { "x-host-injected": true },
      },
      additionalProperties: false,
    });
  });

  it("keeps an object open if its catchall has a schema", () => {
    const closed = closeSchema(z.object({ a: z.int() }).catchall(z.object({ b: z.string() })));

    expect(closed.schema.safeParse({ a: 1, more: { b: "x" } }).success).toBe(true);
    expect(closed.schema.safeParse({ a: 1, more: { b: "x", c: 1 } }).success).toBe(false);
    expect(inputSchemaOf(closed)).toMatchObject({
      additionalProperties: { required: ["b"], additionalProperties: false },
    });
  });

  it("closes a recursive schema", () => {
    interface Tree {
      readonly children: Tree[];
    }
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ children: z.array(tree) }));

    const { schema } = closeSchema(z.object({ tree }));

    expect(schema.safeParse({ tree: { children: [{ children: [] }] } }).success).toBe(true);
    expect(schema.safeParse({ tree: { children: [{ children: [], x: 1 }] } }).success).toBe(false);
  });

  it("freezes a copy of a default and leaves the author's alone", () => {
    const given = { inner: Object.freeze({ list: [1] }) };

    const { schema } = closeSchema(z.object({ a: z.unknown().default(given) }));
    const { a } = schema.parse({});

    expect(a).toEqual(given);
    expect(a).not.toBe(given);
    expect(() => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a handler that writes to its params is what is tested
      (a as { inner: { list: number[] } }).inner.list.push(2);
    }).toThrow(TypeError);
    expect(given.inner.list).toEqual([1]);
  });

  it("counts code points, like JSON Schema", () => {
    const { schema } = closeSchema(
      z.object({
        pattern: z.string().regex(/^..$/, "Two.").optional(),
        long: z.string().min(2).optional(),
        short: z.string().max(1).optional(),
      }),
    );

    expect(schema.safeParse({ pattern: "😀" }).error?.issues[0]?.message).toBe("Two.");
    expect(schema.safeParse({ pattern: "😀😀" }).success).toBe(true);
    expect(schema.safeParse({ long: "😀" }).success).toBe(false);
    expect(schema.safeParse({ short: "😀" }).success).toBe(true);
  });

  it("emits no pattern narrower than Zod's own check", () => {
    const closed = closeSchema(z.object({ a: z.ipv6(), b: z.cidrv6() }));
    const mapped = { a: "::ffff:1.2.3.4", b: "::ffff:1.2.3.4/96" };

    expect(closed.schema.safeParse(mapped).success).toBe(true);
    expect(JSON.stringify(inputSchemaOf(closed))).not.toContain("pattern");
  });

  it("rejects a schema that nests without end", () => {
    const endless = (): z.ZodType => z.lazy(() => z.array(endless()));

    expect(() => closeSchema(endless())).toThrow("it nests too deep");
  });

  it("omits formats that only Zod defines", () => {
    const closed = closeSchema(
      z.object({ a: z.nanoid(), b: z.uuid(), c: z.string().startsWith("x") }),
    );

    expect(inputSchemaOf(closed)).toMatchObject({
      properties: {
        a: { type: "string" },
        b: { format: "uuid" },
        c: { type: "string" },
      },
    });
    expect(JSON.stringify(inputSchemaOf(closed))).not.toMatch(/nanoid|starts_with/);
  });
});

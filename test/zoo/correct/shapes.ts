import { isJsonObject } from "../../../packages/sdk/src/contract/json.ts";
import { closed, type Exhibit, numberIn, success } from "../server.ts";

const length = { type: "number", exclusiveMinimum: 0, maximum: 1_000 };
const circle = closed({ kind: { const: "circle" }, radius: length });
const square = closed({ kind: { const: "square" }, side: length });
const box = closed({ kind: { const: "box" }, width: length, height: length });

/** Takes a discriminated union, and returns a result of one of two forms. */
export const shapes: Exhibit = {
  start: () => [
    {
      name: "measure-shape",
      description: "Measures a shape. Returns its area, or that it is too small to have one.",
      input: closed({ shape: { oneOf: [circle, square, box] } }),
      output: {
        type: "object",
        anyOf: [closed({ area: { type: "number" } }), closed({ tooSmall: { const: true } })],
      },
      run: ({ shape }) => {
        const area = isJsonObject(shape) ? areaOf(shape) : 0;
        return success(area < 1e-6 ? { tooSmall: true } : { area });
      },
    },
  ],
};

function areaOf(shape: Parameters<typeof numberIn>[0]): number {
  if (shape["kind"] === "circle") return Math.PI * numberIn(shape, "radius") ** 2;
  if (shape["kind"] === "square") return numberIn(shape, "side") ** 2;
  return numberIn(shape, "width") * numberIn(shape, "height");
}

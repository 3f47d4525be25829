import { isMultiple } from "../schemas/multiple.ts";
import { type Leaf, numbersBy, refusedBy } from "./layer.ts";

interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Whether a bound is exclusive. */
  readonly isAbove: boolean;
  readonly isBelow: boolean;
  /** Required divisors, largest first. */
  readonly steps: readonly number[];
  readonly notSteps: readonly number[];
}

/**
 * Returns numbers the leaves allow: the one nearest to zero, then bounds and their neighbors, then
 * others.
 */
export function numbersFor(leaves: readonly Leaf[], isWhole: boolean): readonly number[] {
  const bounds = boundsOf(leaves, isWhole);
  const anchors = anchorsOf(bounds);
  const candidates =
    bounds.steps.length > 0 ? anchors.flatMap((at) => snapped(at, bounds)) : anchors;
  const [nearest, ...rest] = [...new Set(candidates.map((value) => (value === 0 ? 0 : value)))]
    .filter((value) => fits(value, bounds))
    .toSorted((a, b) => Math.abs(a) - Math.abs(b) || b - a);
  return nearest === undefined ? [] : [nearest, ...rest];
}

function boundsOf(leaves: readonly Leaf[], isWhole: boolean): Bounds {
  const min = Math.max(Number.NEGATIVE_INFINITY, ...numbersBy(leaves, "minimum"));
  const above = Math.max(Number.NEGATIVE_INFINITY, ...numbersBy(leaves, "exclusiveMinimum"));
  const max = Math.min(Number.POSITIVE_INFINITY, ...numbersBy(leaves, "maximum"));
  const under = Math.min(Number.POSITIVE_INFINITY, ...numbersBy(leaves, "exclusiveMaximum"));
  const steps = numbersBy(leaves, "multipleOf").toSorted((a, b) => b - a);
  return {
    min: Math.max(min, above),
    max: Math.min(max, under),
    isAbove: above >= min && Number.isFinite(above),
    isBelow: under <= max && Number.isFinite(under),
    steps: isWhole ? [...steps, 1] : steps,
    notSteps: refusedBy(leaves, "multipleOf").filter((step) => typeof step === "number"),
  };
}

/** Edge cases of 32-bit integers, 53-bit integers and decimals. */
const notable = [
  0,
  1,
  -1,
  2,
  10,
  100,
  0.5,
  -0.5,
  1.5,
  0.1,
  1_000,
  2 ** 31,
  2 ** 53 - 1,
  -(2 ** 31),
];

function anchorsOf({ min, max, steps, notSteps }: Bounds): readonly number[] {
  const ends = [min, max].filter(Number.isFinite);
  const [step = 1] = steps;
  const beside = [1, step, 0.5, 0.001, step / 2, ...notSteps.map((each) => each / 2)];
  const near = ends.flatMap((end) => [end, ...beside.flatMap((by) => [end + by, end - by])]);
  const middle = ends.length === 2 ? [(min + max) / 2, min + (max - min) / 4] : [];
  const tiny = ends.flatMap((end) => [end + ulp(end), end - ulp(end)]);
  const broken = notSteps.flatMap((each) => [each / 2, each * 1.5, each + 1]);
  return [...near, ...middle, ...notable, ...tiny, ...broken];
}

/** Returns a minimal distance to a neighboring number. */
function ulp(value: number): number {
  return Math.max(Math.abs(value) * 2 ** -51, Number.MIN_VALUE);
}

/**
 * Returns the multiples of the largest step, and of all steps combined, on both sides of a number.
 */
function snapped(at: number, { steps }: Bounds): readonly number[] {
  const [step = 1] = steps;
  const product = steps.reduce((all, each) => decimal(all * each), 1);
  return [step, product].flatMap((by) => [
    decimal(Math.floor(at / by) * by),
    decimal(Math.ceil(at / by) * by),
  ]);
}

/** Rounds off binary noise, as in 3 × 0.1. */
function decimal(value: number): number {
  return Number.isSafeInteger(value) ? value : Number(value.toPrecision(15));
}

function fits(value: number, bounds: Bounds): boolean {
  const { steps, notSteps } = bounds;
  return (
    Number.isFinite(value) &&
    isWithin(value, bounds) &&
    steps.every((step) => isMultiple(value, step)) &&
    notSteps.every((step) => !isMultiple(value, step))
  );
}

function isWithin(value: number, { min, max, isAbove, isBelow }: Bounds): boolean {
  return (isAbove ? value > min : value >= min) && (isBelow ? value < max : value <= max);
}

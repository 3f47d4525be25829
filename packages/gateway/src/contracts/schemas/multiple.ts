/**
 * Whether a number is a multiple of another as people write them: 1.13 is one of 0.01, although no
 * binary fraction says so. Neither a quotient of floats nor a tolerance can tell for all numbers.
 */
export function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const least = Math.min(exponent, divisorExponent);
  return scaled(digits, exponent - least) % scaled(divisorDigits, divisorExponent - least) === 0n;
}

/** The digits of the shortest decimal that means this number, and the power of ten they stand before. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const fraction = mantissa.split(".")[1] ?? "";
  return [BigInt(mantissa.replace(".", "")), Number(exponent) - fraction.length];
}

function scaled(digits: bigint, power: number): bigint {
  return digits * 10n ** BigInt(power);
}

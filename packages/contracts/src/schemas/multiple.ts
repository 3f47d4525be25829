/**
 * Tells whether a decimal number is a multiple of another: 1.13 of 0.01, although binary fractions
 * disagree. Neither a float quotient nor a tolerance is correct for all numbers.
 */
export function isMultiple(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const minExponent = Math.min(exponent, divisorExponent);
  return (
    scaled(digits, exponent - minExponent) %
      scaled(divisorDigits, divisorExponent - minExponent) ===
    0n
  );
}

/** Returns the digits and exponent of the shortest decimal for this number. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = "0", exponent = "0"] = value.toExponential().split("e");
  const fraction = mantissa.split(".")[1] ?? "";
  return [BigInt(mantissa.replace(".", "")), Number(exponent) - fraction.length];
}

function scaled(digits: bigint, power: number): bigint {
  return digits * 10n ** BigInt(power);
}

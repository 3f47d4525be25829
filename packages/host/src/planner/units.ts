/** A dimension of measurement, with the usual nouns for it. */
interface Dimension {
  readonly name: string;
  readonly nouns: readonly string[];
  readonly units: readonly string[];
}

const dimensions: readonly Dimension[] = [
  dimension(
    "length",
    "length distance height width depth radius diameter base side altitude elevation size thickness perimeter circumference",
    "m meter meters metre metres cm centimeter centimeters mm millimeter millimeters km kilometer kilometers kilometre kilometres mile miles mi ft foot feet inch inches in yard yards yd nm nanometer nanometers",
  ),
  dimension(
    "mass",
    "mass weight",
    "g gram grams kg kilogram kilograms kilos mg milligram milligrams lb lbs pound pounds ounce ounces oz ton tons tonne tonnes",
  ),
  dimension(
    "time",
    "time duration period interval term age",
    "s sec second seconds ms millisecond milliseconds min minute minutes h hr hour hours day days week weeks month months year years night nights",
  ),
  dimension("speed", "speed velocity pace", "mph kph km/h m/s"),
  dimension("temperature", "temperature temp", "k kelvin c celsius f fahrenheit degrees °c °f"),
  dimension(
    "money",
    "price cost amount budget money salary income payment fee investment principal loan value balance deposit revenue",
    "dollar dollars usd euro euros eur yen cents",
  ),
  dimension(
    "share",
    "rate percentage percent ratio probability share discount yield interest",
    "% percent",
  ),
  dimension("volume", "volume capacity", "l liter liters litre litres ml gallon gallons cup cups"),
  dimension(
    "electricity",
    "current voltage charge resistance capacitance power",
    "v volt volts a amp amps ampere amperes coulomb coulombs ohm ohms w watt watts farad farads",
  ),
  dimension("energy", "energy heat work", "j joule joules kj cal calories kcal"),
  dimension("pressure", "pressure", "pa pascal pascals kpa bar atm psi"),
  dimension("frequency", "frequency", "hz hertz khz mhz ghz"),
  dimension("count", "quantity", "unit units"),
  dimension("force", "force", "n newton newtons"),
];

const byUnit = new Map(
  dimensions.flatMap((each) => each.units.map((unit) => [unit, each] as const)),
);

/** Returns the dimension of a unit. One-letter units are case-sensitive: "5 m", not "5 M". */
export function dimensionOf(unit: string): string | undefined {
  return byUnit.get(unit)?.name;
}

/** Returns the dimensions a noun is measured in. */
export function dimensionsOfNoun(word: string): readonly string[] {
  return dimensions.filter(({ nouns }) => nouns.includes(word)).map(({ name }) => name);
}

function dimension(name: string, nouns: string, units: string): Dimension {
  return { name, nouns: nouns.split(" "), units: units.split(" ") };
}

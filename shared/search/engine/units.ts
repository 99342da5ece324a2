/** Units of measurement after numbers in specifications, and one spelling for each that has several. Pure. */

/** One writing, then the others. */
const WRITINGS: readonly string[] = [
  '° degree degrees deg',
  '% percent',
  'in inch inches "',
  "ft foot feet '",
  'yd yard yards',
  'mi mile miles',
  'mm millimetre millimetres millimeter millimeters',
  'cm centimetre centimetres centimeter centimeters',
  'm metre metres meter meters',
  'km kilometre kilometres kilometer kilometers',
  'kg kilogram kilograms',
  'g gram grams',
  'tonne tonnes',
  'lb lbs pound pounds',
  'l litre litres liter liters',
  'gal gallon gallons',
  'sec second seconds',
  'min minute minutes',
  'hr hrs hour hours',
  'day days',
  'week weeks',
  'month months',
  'year years',
];
const SINGLE =
  'dm μm um nm mil mils mm2 cm2 m2 km2 in2 ft2 yd2 mm3 cm3 m3 in3 ft3 yd3 ml mg ton tons oz n kn mn pa kpa mpa gpa bar kip kips ksi psi psf pcf plf lbf w kw mw v kv mv ma va kva hz khz mhz ghz db dba lx lux lm cd fc kj mj kwh wh btu ppm rpm cfm gpm lpm ach';

const several = WRITINGS.map((line) => line.split(' '));
/** Those in letters, the longer ones first. */
const inLetters = [...several.flat(), ...SINGLE.split(' ')]
  .filter((unit) => /^\p{L}/u.test(unit))
  .sort((a, b) => b.length - a.length)
  .join('|');

const ONE_WRITING = new Map(
  several.flatMap(([first = '', ...others]) => others.map((other): [string, string] => [other, first])),
);

/** The pattern of a unit in letters, also of one by another: kN/m2. Without groups; letter case is ignored by its users. */
export const UNIT = `(?:${inLetters})(?:[/·](?:${inLetters}))?`;

/** The one writing of a unit or of a sign after a number; lower case. */
export const unifyUnit = (unit: string): string => {
  const lower = unit.trim().toLowerCase();
  return ONE_WRITING.get(lower) ?? lower;
};

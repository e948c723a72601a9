const number = String.raw`([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|none)`;
const color = new RegExp(
  String.raw`^\s*${number}(%?)\s+${number}(%?)\s+${number}(%|deg|rad|turn|grad)?\s*(?:\/\s*${number}(%?)\s*)?$`,
  'i',
);
const degrees: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
/** What 100 % stands for (CSS Color 4, 9.3 and 9.4). */
const wholeChroma = 0.4;

/** A color of OKLab or OKLCh as one of sRGB; `undefined` for one that is computed from another. */
export function plainColor(name: string, content: string): string | undefined {
  const match = color.exec(content);
  if (!match) return undefined;
  const [, lightness, isPart, second, isSecondPart, third, unit = '', alpha = '1', isAlphaPart] = match;
  const l = Math.min(1, Math.max(0, value(lightness, isPart, 1)));
  const first = value(second, isSecondPart, wholeChroma);
  const angle = (value(third, '', 1) * (degrees[unit.toLowerCase()] ?? 1) * Math.PI) / 180;
  const [a, b] =
    name === 'oklch'
      ? [first * Math.cos(angle), first * Math.sin(angle)]
      : [first, value(third, unit, wholeChroma)];
  const channels = srgb(l, a, b).map((channel) => Math.round(Math.min(1, Math.max(0, channel)) * 255));
  const opacity = Math.min(1, Math.max(0, value(alpha, isAlphaPart, 1)));
  return opacity === 1
    ? `rgb(${channels.join(',')})`
    : `rgba(${channels.join(',')},${Number(opacity.toFixed(4))})`;
}

function value(text: string | undefined, part: string | undefined, whole: number): number {
  if (text === undefined || text.toLowerCase() === 'none') return 0;
  return part === '%' ? (Number(text) / 100) * whole : Number(text);
}

/** By the matrices of CSS Color 4. */
function srgb(l: number, a: number, b: number): number[] {
  const long = (l + 0.396_337_777_4 * a + 0.215_803_757_3 * b) ** 3;
  const medium = (l - 0.105_561_345_8 * a - 0.063_854_172_8 * b) ** 3;
  const short = (l - 0.089_484_177_5 * a - 1.291_485_548 * b) ** 3;
  return [
    4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
    -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
    -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701 * short,
  ].map((linear) => (linear <= 0.003_130_8 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055));
}

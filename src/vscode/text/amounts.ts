import { figure, joined, say, type SizeUnit, unitSign, verbatim, type SafeText } from './safeText.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A file size such as `4.9 MB`. Like the limits, it counts in powers of 1024. */
export function sizeText(bytes: number): SafeText {
  const { value, unit } = sizeParts(bytes);
  return joined([value, unitSign(unit)], ' ');
}

/** A change of size, such as `133 → 69 KB (-48%)`. Shows the unit once if both sizes have the same. */
export function sizeChangeText(before: number, after: number): SafeText {
  const { value, unit } = sizeParts(before);
  const from = unit === sizeParts(after).unit ? value : sizeText(before);
  return withChange(joined([from, verbatim('→'), sizeText(after)], ' '), before, after);
}

/** The size of a result, with the change from its source, such as `69 KB (-48%)`. */
export function resultSizeText(before: number, after: number): SafeText {
  return withChange(sizeText(after), before, after);
}

/** A change relative to the original, such as `-48%` or `+7%`. */
export function changeText(share: number): SafeText {
  return figure(share, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
}

/** A fraction of 1 as a percentage, such as `45 %`. */
export function percentText(share: number): SafeText {
  return figure(share, { style: 'percent', maximumFractionDigits: 0 });
}

export function countText(count: number): SafeText {
  return figure(count);
}

function withChange(text: SafeText, before: number, after: number): SafeText {
  return before === 0 ? text : say('{0} ({1})', text, changeText(after / before - 1));
}

function sizeParts(bytes: number): { value: SafeText; unit: SizeUnit } {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return {
    value: figure(value, { maximumFractionDigits: value < 10 ? 1 : 0 }),
    unit: units[power] ?? 'byte',
  };
}

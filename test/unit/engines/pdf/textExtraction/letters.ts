import type { Letter } from '../../../../../src/engines/pdf/textExtraction/letter.ts';

const widthPoints = 6;
const sizePoints = 10;

/** A letter that stands in the column, of those that are as wide as letters are, and on the row from below. */
export function letterAt(text: string, column: number, row = 0): Letter {
  const left = column * widthPoints;
  const baseline = row * 2 * sizePoints;
  const place = { left, right: left + widthPoints, bottom: baseline, top: baseline + sizePoints };
  const style = { size: sizePoints, bold: false, italic: false, fixed: false, tag: -1 };
  return { text, ...place, baseline, ...style, link: undefined };
}

/** The letters of a text, one after the other from the column to the right. */
export function lettersAt(text: string, column: number, row = 0): Letter[] {
  return Array.from(text, (each, index) => letterAt(each, column + index, row));
}

export const textOfLetters = (letters: readonly Letter[]): string => letters.map(({ text }) => text).join('');

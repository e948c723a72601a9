import type { Letter } from '../../../../../src/engines/pdf/textExtraction/letters.ts';

const widthPoints = 6;
const sizePoints = 10;

/** A letter in a column and a row, counted from the bottom. Letters have a fixed width. */
export function letterAt(text: string, column: number, row = 0): Letter {
  const left = column * widthPoints;
  const baseline = row * 2 * sizePoints;
  const place = { left, right: left + widthPoints, bottom: baseline, top: baseline + sizePoints };
  const style = { size: sizePoints, bold: false, italic: false, fixed: false, invisible: false, tag: -1 };
  return { text, ...place, baseline, ...style, link: undefined };
}

/** The letters of a text, from this column to the right. */
export function lettersAt(text: string, column: number, row = 0): Letter[] {
  return Array.from(text, (each, index) => letterAt(each, column + index, row));
}

export const textOfLetters = (letters: readonly Letter[]): string => letters.map(({ text }) => text).join('');

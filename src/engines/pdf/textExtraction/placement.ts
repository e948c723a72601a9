import type { Letter, Segment } from './letter.ts';
import { extentOfText, isBeside, withSpace } from './rows.ts';
import type { PageArea } from './upright.ts';

/** Maximum gap between letters of one form field, relative to the font size. */
const widestGap = 1.5;

interface Placed {
  segment: Segment;
  extent: PageArea;
}

/** Inserts the text of annotations and form fields into the line beside it, or after the line above it. */
export function insertSegments(own: readonly Segment[], added: readonly Segment[]): Segment[] {
  const placed = own.flatMap(visible);
  for (const each of added.flatMap(fieldsOf).flatMap(visible)) place(placed, each);
  return placed.map(({ segment }) => segment);
}

function visible(segment: Segment): Placed[] {
  const extent = extentOfText(segment.letters);
  return extent.left <= extent.right ? [{ segment, extent }] : [];
}

/** Splits a segment into form fields, because PDFium joins adjacent fields into one line. */
function fieldsOf(segment: Segment): Segment[] {
  const fields: Letter[][] = [];
  let last: Letter | undefined;
  for (const letter of segment.letters) {
    if (letter.text.trim() === '') {
      fields.at(-1)?.push(letter);
      continue;
    }
    if (last && isNear(last, letter)) fields.at(-1)?.push(letter);
    else fields.push([letter]);
    last = letter;
  }
  return fields.map((letters) => ({ ...segment, letters }));
}

function isNear(last: Letter, next: Letter): boolean {
  const size = Math.max(last.size, next.size);
  const gap = Math.max(next.left - last.right, last.left - next.right);
  return gap <= widestGap * size && Math.abs(next.baseline - last.baseline) <= size;
}

function place(placed: Placed[], added: Placed): void {
  const row = placed.filter(({ extent }) => isBeside(extent, added.extent));
  const before = row.filter(({ extent }) => extent.left <= added.extent.left);
  const neighbor =
    before.length > 0 ? minBy(before, ({ extent }) => -extent.left) : minBy(row, ({ extent }) => extent.left);
  if (neighbor) {
    neighbor.segment = { ...neighbor.segment, letters: inserted(neighbor.segment.letters, added) };
    neighbor.extent = extentOfText(neighbor.segment.letters);
  } else placed.splice(indexBelow(placed, added.extent), 0, added);
}

/** Inserts a field's letters between the letters on either side of it. */
function inserted(letters: readonly Letter[], { segment, extent }: Placed): Letter[] {
  const behind = letters.findIndex(
    ({ left }, index) => left >= extent.left && (letters[index - 1]?.text ?? '').trim() === '',
  );
  const at = behind === -1 ? letters.length : behind;
  const front = withSpace(letters.slice(0, at), segment.letters);
  return withSpace(front, letters.slice(at));
}

/** Returns the index after the nearest line above an area, preferably in the same column. */
function indexBelow(placed: readonly Placed[], { left, right, top }: PageArea): number {
  const above = placed.filter(({ extent }) => extent.top > top);
  const column = above.filter(({ extent }) => extent.left <= right && extent.right >= left);
  const lowest = minBy(column.length > 0 ? column : above, ({ extent }) => extent.bottom);
  return lowest ? placed.indexOf(lowest) + 1 : 0;
}

/** Returns the last line with the minimum value. */
function minBy(lines: readonly Placed[], value: (line: Placed) => number): Placed | undefined {
  return lines.reduce<Placed | undefined>(
    (best, each) => (best && value(best) < value(each) ? best : each),
    undefined,
  );
}

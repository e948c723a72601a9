import { type Line, mostFrequent } from '../textExtraction/lines.ts';
import { isBeside } from '../textExtraction/rows.ts';
import { extentOf, type PageArea } from '../textExtraction/upright.ts';
import { centerOf, type PlacedTable } from './grids.ts';
import { cellsOf, columnsOf, logicalRows, textRows } from './tableRows.ts';

/** Lengths in points. */
const sameEdge = 4;
const minWidth = 60;
const minRules = 3;
/** Maximum height of the row above the first rule and of other rows, relative to the font size. */
const headHeight = 2.5;
const maxHeight = 25;
/** Maximum height of the title of a group of rows. */
const maxTitleHeight = 3.5;
/** Maximum gap between a rule and the text below it. */
const maxRowGap = 1.5;
const maxProseIndent = 2;
/** Minimum share of the width of a table that a line of a paragraph has. */
const proseShare = 0.6;
/** Maximum distance of a rule below the baseline of its text. */
const maxRuleDistance = 0.9;
const maxColumns = 40;
/** Minimum share of rows with several cells. */
const minFull = 0.5;

/** Finds tables whose rows are separated by horizontal rules or shading. Also returns the lines outside tables. */
export function linedTables(
  lines: readonly Line[],
  horizontal: readonly PageArea[],
): { readonly tables: PlacedTable[]; readonly rest: readonly Line[] } {
  const tables: PlacedTable[] = [];
  let rest = lines;
  for (const rules of stacksOf(horizontal).flatMap((stack) => partsOf(stack, lines))) {
    const place = extentOf(rules);
    const inside = rest.filter((line) => isWithin(line, place));
    const size = inside.reduce((most, line) => Math.max(most, line.size), 0);
    const head = rest.filter((line) =>
      isWithin(line, { ...place, bottom: place.top, top: place.top + headHeight * size }),
    );
    const short = horizontal.filter((rule) => isShorter(rule, place));
    const table = tableBetween(rules, inside, head, short);
    if (!table) continue;
    tables.push(table);
    const taken = new Set(table.rows.flatMap((row) => row.flatMap((cell) => cell.lines)));
    rest = rest.filter((line) => !taken.has(line));
  }
  return { tables, rest };
}

function isWithin(line: Line, place: PageArea): boolean {
  const [x, y] = centerOf(line);
  return place.left <= x && x <= place.right && place.bottom <= y && y < place.top;
}

/** Groups horizontal rules that start and end at the same positions, from top to bottom. */
function stacksOf(horizontal: readonly PageArea[]): PageArea[][] {
  const stacks: PageArea[][] = [];
  for (const rule of horizontal.toSorted((a, b) => b.top - a.top)) {
    if (rule.right - rule.left < minWidth) continue;
    const stack = stacks.find(([first]) => first && isAligned(first, rule));
    if (stack) stack.push(rule);
    else stacks.push([rule]);
  }
  return stacks.filter(({ length }) => length >= minRules);
}

/** Splits rules of several tables with the same width, which have text or space between them. */
function partsOf(rules: readonly PageArea[], lines: readonly Line[]): PageArea[][] {
  const parts: PageArea[][] = [];
  for (const rule of rules) {
    const above = parts.at(-1)?.at(-1);
    if (above && !isBetweenTables({ ...rule, top: above.bottom }, lines)) parts.at(-1)?.push(rule);
    else parts.push([rule]);
  }
  return parts.filter(({ length }) => length >= minRules);
}

function isBetweenTables(place: PageArea, lines: readonly Line[]): boolean {
  const rows = textRows(lines.filter((line) => isWithin(line, place)));
  const size = mostFrequent(rows.flat().map((line) => line.size));
  if (place.top - place.bottom <= maxTitleHeight * size) return false;
  const single = rows.flatMap((row) => (row.length === 1 ? row : []));
  const isProse = ({ left, right }: Line): boolean =>
    left - place.left < maxProseIndent * size && right - left > proseShare * (place.right - place.left);
  const isDistant = rows[0]?.length === 1 && place.top - extentOf(rows[0]).top > maxRowGap * size;
  return isDistant || columnsOf(rows).length < 2 || single.filter(isProse).length > 1;
}

/** True if a rule in a table covers only some of its columns. */
function isShorter(rule: PageArea, { left, right, bottom, top }: PageArea): boolean {
  const isInside = rule.left > left - sameEdge && rule.right < right + sameEdge;
  return (
    isInside && rule.bottom > bottom && rule.top < top && rule.right - rule.left < right - left - sameEdge
  );
}

const isAligned = (a: PageArea, b: PageArea): boolean =>
  Math.abs(a.left - b.left) <= sameEdge && Math.abs(a.right - b.right) <= sameEdge;

function tableBetween(
  rules: readonly PageArea[],
  inside: readonly Line[],
  head: readonly Line[],
  short: readonly PageArea[],
): PlacedTable | undefined {
  const originals = new Map(inside.map((line) => [aboveRule(line, inside, short), line]));
  const bands = rules.slice(1).flatMap((rule, at) => {
    const above = rules[at] ?? rule;
    const own = [...originals.keys()].filter((line) =>
      isWithin(line, { ...rule, bottom: rule.bottom, top: above.bottom }),
    );
    return own.length === 0
      ? []
      : [{ rows: textRows(own), height: above.bottom - rule.top, size: own[0]?.size ?? 0 }];
  });
  const body = bands.map(({ rows }) => rows);
  const [own, withHead] = [columnsOf(body.flat()), columnsOf([...textRows(head), ...body.flat()])];
  // Text above the table isn't its header if it would merge columns.
  const isHead = withHead.length >= own.length && textRows(head).some(({ length }) => length > 1);
  const columns = isHead ? withHead : own;
  if (columns.length < 2 || columns.length > maxColumns) return undefined;
  const split = logicalRows(isHead ? [textRows(head), ...body] : body, columns);
  const isHigh = bands.some(
    ({ height, size }, at) => height > maxHeight * size * (split[isHead ? at + 1 : at]?.length ?? 1),
  );
  const rows = split
    .flat()
    .map((row) => cellsOf(row, columns))
    .map((row) =>
      row.map((cell) => ({ ...cell, lines: cell.lines.map((line) => originals.get(line) ?? line) })),
    );
  const full = rows.filter((row) => row.filter(({ lines }) => lines.length > 0).length > 1);
  if (isHigh || rows.length < 2 || full.length < rows.length * minFull) return undefined;
  return {
    place: extentOf(split.flat(3)),
    columns: columns.map(({ left }) => left),
    rows,
  };
}

/** Returns a line as wide as the rule right below it, which is under the columns that the line is about. */
function aboveRule(line: Line, lines: readonly Line[], short: readonly PageArea[]): Line {
  const [x] = centerOf(line);
  const rule = short.find(
    ({ left, right, bottom, top }) =>
      left < x && x < right && line.baseline > bottom && line.baseline - top < maxRuleDistance * line.size,
  );
  if (!rule || line.left < rule.left - sameEdge || line.right > rule.right + sameEdge) return line;
  const isAlone = lines.every(
    (other) => other === line || !isBeside(other, line) || other.right < rule.left || other.left > rule.right,
  );
  return isAlone ? { ...line, left: rule.left, right: rule.right } : line;
}

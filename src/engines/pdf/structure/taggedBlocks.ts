import { append, type Line, mostFrequent, textOf, type TextRun } from '../textExtraction/lines.ts';
import { isBeside } from '../textExtraction/rows.ts';
import { type Block, type BlockCell, markerOf } from './blocks.ts';
import type { DrawnPicture } from './drawing.ts';
import type { StructuredPage } from './page.ts';
import { blocksOf, codeOf, withoutStart } from './paragraphs.ts';
import { lineAbove } from './placedBlocks.ts';
import { type TaggedElement, tagsOf } from './tagTree.ts';

type Child = TaggedElement | number;

/** Minimum gap between words, relative to the font size. */
const minSpace = 0.13;
const inline: ReadonlySet<string> = new Set([
  'Annot',
  'Code',
  'Em',
  'Form',
  'Lbl',
  'Link',
  'Quote',
  'Reference',
  'Ruby',
  'Span',
  'Strong',
  'Sub',
]);
const texts: ReadonlySet<string> = new Set(['P', 'Caption', 'TOCI', 'BibEntry', 'Note', 'FENote', 'Formula']);

/** Arranges the parts of a page in the order of its structure tree. */
export function taggedBlocks({ index, elements, lines, drawing }: StructuredPage): Block[] {
  const linesByTag = Map.groupBy(lines, ({ tag }) => tag);
  const tags = new Set(tagsOf(elements));
  // A picture without a tag belongs to the text above it.
  const picturesByTag = Map.groupBy(drawing.pictures, (picture) =>
    tags.has(picture.tag) ? picture.tag : lineAbove(lines, picture)?.tag,
  );
  return blocksIn(elements, 0);

  function linesOf(children: readonly Child[]): Line[] {
    return tagsOf(children).flatMap((tag) => linesByTag.get(tag) ?? []);
  }

  /**
   * Returns the blocks of a container. Text that is directly inside it becomes paragraphs between the other elements.
   */
  function blocksIn(children: readonly Child[], depth: number): Block[] {
    const blocks: Block[] = [];
    let own: Child[] = [];
    const end = (): void => {
      blocks.push(...blocksOf(linesOf(own)));
      own = [];
    };
    for (const child of children) {
      if (typeof child === 'number' || inline.has(child.type)) own.push(child);
      else {
        end();
        blocks.push(...blocksFrom(child, depth));
      }
    }
    end();
    return blocks;
  }

  function blocksFrom(element: TaggedElement, depth: number): Block[] {
    const { type, children } = element;
    const heading = /^H([1-6]?)$/.exec(type);
    if (heading || type === 'Title') {
      const runs = flow(linesOf(children)).map((run) => ({ ...run, bold: false }));
      const level = heading ? Number(heading[1] || Math.min(6, Math.max(1, depth))) : 1;
      return [
        ...(runs.length > 0 ? [{ kind: 'heading', level, runs } as const] : []),
        ...picturesIn(children, ''),
      ];
    }
    if (texts.has(type)) return [...paragraphOf(linesOf(children)), ...picturesIn(children, '')];
    if (type === 'L') return itemsOf(element, 0);
    if (type === 'Table') return tableOf(element);
    if (type === 'Figure') {
      const pictures = picturesIn(children, element.description);
      return pictures.length > 0 ? pictures : paragraphOf(linesOf(children));
    }
    if (type === 'Artifact') return [];
    return blocksIn(children, type === 'Sect' ? depth + 1 : depth);
  }

  function picturesIn(children: readonly Child[], description: string): Block[] {
    const pictures: DrawnPicture[] = tagsOf(children).flatMap((tag) => picturesByTag.get(tag) ?? []);
    return pictures.map((picture) => ({ kind: 'picture', page: index, picture, description }));
  }

  function itemsOf(list: TaggedElement, level: number): Block[] {
    return list.children.flatMap((item): Block[] => {
      if (typeof item === 'number') return paragraphOf(linesOf([item]));
      if (item.type === 'L') return itemsOf(item, level + 1);
      if (item.type !== 'LI') return blocksFrom(item, 0);
      const parts = item.children.flatMap((child) =>
        typeof child !== 'number' && child.type === 'LBody' ? child.children : [child],
      );
      const own = parts.filter((child) => !isNested(child));
      const label = textOf(flow(linesOf(own.filter(isLabel)))).trim();
      const lines = linesOf(own.filter((child) => !isLabel(child)));
      const runs = flow(lines);
      const marker = label === '' ? (markerOf(textOf(runs)) ?? '') : '';
      const size = mostFrequent(lines.map((line) => line.size));
      const text = { runs: withoutStart(runs, marker.length), size, isOpen: true };
      const nested = parts.filter(isNested);
      return [
        ...(runs.length > 0 ? [{ kind: 'item', ...text, label: label || marker, level } as const] : []),
        ...picturesIn(own, ''),
        ...nested.flatMap((each) => (each.type === 'L' ? itemsOf(each, level + 1) : tableOf(each))),
      ];
    });
  }

  function tableOf({ children }: TaggedElement): Block[] {
    const before = children.filter((child) => typeof child !== 'number' && child.type === 'Caption');
    const rows = rowsIn(children);
    const taken = new Set<string>();
    const cells = rows.map((row, at): BlockCell[] => {
      let column = 0;
      return row.children.flatMap((cell): BlockCell[] => {
        if (typeof cell === 'number' || (cell.type !== 'TD' && cell.type !== 'TH')) return [];
        while (taken.has(`${at} ${column}`)) column += 1;
        const { rowSpan, columnSpan } = cell;
        for (let y = at; y < Math.min(rows.length, at + rowSpan); y += 1)
          for (let x = column; x < column + columnSpan; x += 1) taken.add(`${y} ${x}`);
        const start = column;
        column += columnSpan;
        return [{ paragraphs: cellTexts(cell), column: start, rowSpan, columnSpan }];
      });
    });
    const table: Block[] = cells.length === 0 ? [] : [{ kind: 'table', rows: cells, columns: [] }];
    return [...before.flatMap((each) => (typeof each === 'number' ? [] : blocksFrom(each, 0))), ...table];
  }

  function cellTexts({ children }: TaggedElement): TextRun[][] {
    const parts = children.some((child) => typeof child !== 'number' && child.type === 'P')
      ? children.map((child) => [child])
      : [children];
    return parts.map((part) => flow(linesOf(part))).filter((runs) => runs.length > 0);
  }
}

const isNested = (child: Child): child is TaggedElement =>
  typeof child !== 'number' && (child.type === 'L' || child.type === 'Table');
const isLabel = (child: Child): boolean => typeof child !== 'number' && child.type === 'Lbl';

function rowsIn(children: readonly Child[]): TaggedElement[] {
  return children.flatMap((child) => {
    if (typeof child === 'number' || child.type === 'Caption') return [];
    return child.type === 'TR' ? [child] : rowsIn(child.children);
  });
}

function paragraphOf(lines: readonly Line[]): Block[] {
  if (lines.length === 0) return [];
  if (lines.every(({ isFixed }) => isFixed)) return [{ kind: 'code', lines: codeOf(lines) }];
  return [
    { kind: 'paragraph', runs: flow(lines), size: mostFrequent(lines.map(({ size }) => size)), isOpen: true },
  ];
}

/** Joins pieces of text. A word may continue from one piece to the next. */
function flow(pieces: readonly Line[]): TextRun[] {
  const runs: TextRun[] = [];
  let last: Line | undefined;
  for (const piece of pieces) {
    const isNext = last && isBeside(last, piece) && Math.abs(piece.left - last.right) < minSpace * piece.size;
    const space = !last || last.isHyphenated || isNext ? '' : ' ';
    for (const [at, run] of piece.runs.entries()) append(runs, at === 0 ? space : '', run);
    last = piece;
  }
  return runs;
}

import { type RecordTable, widthOf } from '../data/tables.ts';
import { type Scalar, scalarText } from '../data/tree.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';

/** A table with an optional title, which becomes a heading. */
export interface TitledTable extends RecordTable {
  readonly title?: string;
}

/** Writes an HTML page with tables, and nothing that a browser would load or run. */
export function writeHtml(tables: readonly TitledTable[]): string {
  return [
    '<!DOCTYPE html>',
    '<html><head><meta charset="utf-8"><title></title></head><body>',
    ...titled(tables).flatMap(htmlTable),
    '</body></html>',
    '',
  ].join('\n');
}

/** Headings only tell several tables apart. */
function titled(tables: readonly TitledTable[]): readonly TitledTable[] {
  return tables.length > 1 ? tables : tables.map(({ header, rows }) => ({ header, rows }));
}

function htmlTable({ title, header, rows }: TitledTable): string[] {
  return [
    ...(title === undefined ? [] : [`<h2>${htmlText(title)}</h2>`]),
    '<table>',
    ...(header ? [`<thead>${htmlRow(header, 'th')}</thead>`] : []),
    '<tbody>',
    ...rows.map((cells) => htmlRow(cells, 'td')),
    '</tbody>',
    '</table>',
  ];
}

function htmlRow(cells: readonly Scalar[], tag: string): string {
  return `<tr>${cells.map((cell) => `<${tag}>${htmlText(cell)}</${tag}>`).join('')}</tr>`;
}

function htmlText(cell: Scalar): string {
  return escapeMarkup(scalarText(cell)).replaceAll(/\r?\n/g, '<br>');
}

/** Writes GitHub Markdown tables, which always have a header row. */
export function writeMarkdown(tables: readonly TitledTable[]): string {
  return titled(tables).map(markdownTable).join('\n');
}

function markdownTable({ title, header, rows }: TitledTable): string {
  const width = widthOf({ header, rows });
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const body = rows.map((cells) => line(cells.map((cell) => markdownText(scalarText(cell)))));
  return [
    ...(title === undefined ? [] : [`## ${markdownText(title)}`, '']),
    line((header ?? []).map(markdownText)),
    line(Array.from({ length: width }, () => '---')),
    ...body,
    '',
  ].join('\n');
}

function markdownText(text: string): string {
  return text.replaceAll(/[\\|`*_[\]<>#~&]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, '<br>');
}

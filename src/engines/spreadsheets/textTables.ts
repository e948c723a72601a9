import { own } from '../../util/own.ts';
import type { Table } from '../data/records.ts';
import { type Scalar, scalarText } from '../data/tree.ts';

const xmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A page with one table and nothing that a browser would load or run. */
export function writeHtml({ header, rows }: Table): string {
  return [
    '<!DOCTYPE html>',
    '<html><head><meta charset="utf-8"><title></title></head><body>',
    '<table>',
    ...(header ? [`<thead>${htmlRow(header, 'th')}</thead>`] : []),
    '<tbody>',
    ...rows.map((cells) => htmlRow(cells, 'td')),
    '</tbody>',
    '</table>',
    '</body></html>',
    '',
  ].join('\n');
}

function htmlRow(cells: readonly Scalar[], tag: string): string {
  return `<tr>${cells.map((cell) => `<${tag}>${htmlText(cell)}</${tag}>`).join('')}</tr>`;
}

function htmlText(cell: Scalar): string {
  return escapeXml(scalarText(cell)).replaceAll(/\r?\n/g, '<br>');
}

export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => own(xmlEscapes, character) ?? character);
}

/** A table of GitHub's Markdown, which always has a header. */
export function writeMarkdown({ header, rows }: Table): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header?.length ?? 0);
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const body = rows.map((cells) => line(cells.map((cell) => markdownText(scalarText(cell)))));
  return [
    line((header ?? []).map(markdownText)),
    line(Array.from({ length: width }, () => '---')),
    ...body,
    '',
  ].join('\n');
}

function markdownText(text: string): string {
  return text.replaceAll(/[\\|`*_[\]<>#~&]/g, (character) => `\\${character}`).replaceAll(/\r?\n/g, '<br>');
}

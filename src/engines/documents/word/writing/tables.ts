import { shading } from './runs.ts';
import { sum } from '../../tree/columns.ts';
import type { Slot } from '../../tree/tables.ts';

/** Writes a table of rows. Lengths are in twips. */
export function tableXml(
  rows: readonly string[],
  widths: readonly number[],
  look: { readonly left: number; readonly hasHeader: boolean; readonly isRtl: boolean },
): string {
  const { left, hasHeader, isRtl } = look;
  const properties = [
    '<w:tblStyle w:val="TableGrid"/>',
    isRtl ? '<w:bidiVisual/>' : '',
    `<w:tblW w:w="${sum(widths)}" w:type="dxa"/>`,
    left === 0 ? '' : `<w:tblInd w:w="${left}" w:type="dxa"/>`,
    `<w:tblLook w:val="${hasHeader ? '0020' : '0000'}" w:firstRow="${hasHeader ? 1 : 0}" w:lastRow="0" w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`,
  ].join('');
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  return `<w:tbl><w:tblPr>${properties}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join('')}</w:tbl>`;
}

export function rowXml(cells: readonly string[], isHeader: boolean): string {
  return `<w:tr>${isHeader ? '<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>' : ''}${cells.join('')}</w:tr>`;
}

/** The space beside the text of a cell. */
export const paddingTwips = 200;

export function cellXml(
  content: string,
  { columns, rows, isContinued }: Slot,
  width: number,
  fill?: string,
): string {
  const properties = [
    `<w:tcW w:w="${width}" w:type="dxa"/>`,
    columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : '',
    isContinued ? '<w:vMerge/>' : rows > 1 ? '<w:vMerge w:val="restart"/>' : '',
    fill === undefined ? '' : shading(fill),
  ].join('');
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
}

import { sum } from '../../tree/columns.ts';
import type { Size } from '../../tree/sizedPictures.ts';
import type { Slot } from '../../tree/tables.ts';
import { xmlText } from '../../xmlTree.ts';
import { shading } from './runs.ts';

const emusPerPoint = 12_700;

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

/**
 * Writes a picture.
 * @param relation the id of the relationship to its file
 * @param size its size in points
 */
export function pictureXml(relation: string, number: number, size: Size, alt: string): string {
  const [cx, cy] = [size.width, size.height].map((each) => Math.max(1, Math.round(each * emusPerPoint)));
  const name = `id="${number}" name="Picture ${number}"`;
  const graphic = `<pic:pic><pic:nvPicPr><pic:cNvPr ${name}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic>`;
  return `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr ${name} descr="${xmlText(alt)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">${graphic}</a:graphicData></a:graphic></wp:inline></w:drawing>`;
}

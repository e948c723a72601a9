import { styleOf } from '../../tree/document.ts';
import type { Size, SizedPicture } from '../../tree/sizedPictures.ts';
import type { Slot } from '../../tree/tables.ts';
import { escapeRtf, twips } from './styles.ts';

/** The space beside the text in a cell, in points. */
export const cellPadding = 5.4;
const borders = ['t', 'l', 'b', 'r'].map((side) => `\\clbrdr${side}\\brdrs\\brdrw10`).join('');

/** Writes the definition of a row, with lengths in points. */
export function rowDefinition(
  slots: readonly Slot[],
  widths: readonly number[],
  indent: number,
  isHeader: boolean,
  colorOf: (color: string) => number,
): string {
  let edge = indent;
  const cells = slots.flatMap(({ cell, column, columns, rows, isContinued }) => {
    const color = cell && styleOf(cell).backgroundColor;
    const background = color === undefined ? '' : `\\clcbpat${colorOf(color)}`;
    const down = isContinued ? '\\clvmrg' : rows > 1 ? '\\clvmgf' : '';
    return widths.slice(column, column + columns).map((width, index) => {
      edge += width;
      const across = columns === 1 ? '' : index === 0 ? '\\clmgf' : '\\clmrg';
      return `${down}${across}${borders}${background}\\cellx${twips(edge)}`;
    });
  });
  const gap = twips(cellPadding);
  return `\\trowd\\trgaph${gap}\\trleft${twips(indent)}${isHeader ? '\\trhdr' : ''}${cells.join('')}`;
}

/** Writes a picture at a size in points. */
export function pictureRtf(picture: SizedPicture, size: Size, alt: string): string {
  const isBitmap = picture.format === 'bmp';
  // RTF has the content of a Windows bitmap without the header of its file.
  const data = isBitmap ? picture.data.subarray(14) : picture.data;
  const kind = isBitmap ? '\\dibitmap0' : picture.format === 'jpeg' ? '\\jpegblip' : '\\pngblip';
  const hex = data.toString('hex').match(/.{1,128}/g) ?? [];
  const description = alt === '' ? '' : `{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv ${escapeRtf(alt)}}}}`;
  return `{\\pict${description}${kind}\\picw${picture.width}\\pich${picture.height}\\picwgoal${twips(size.width)}\\pichgoal${twips(size.height)}\n${hex.join('\n')}}`;
}

import { beginsSo } from '../../contract/formats/signature.ts';
import { formatRow, necessaryBeginnings } from '../../contract/formats/table.ts';

/** Number of bytes checked at the start of a file. */
export const magicLength = 1024;

/** True if a file with this beginning can be of the format; a format with unknown beginnings matches anything. */
export function mayBeFormat(head: Buffer, format: string | undefined): boolean {
  const beginnings = format === undefined ? [] : necessaryBeginnings(format);
  const text = head.toString('latin1');
  return beginnings.length === 0 || beginnings.some((beginning) => beginsSo(text, beginning));
}

/** True if a file of the format may be empty: an empty text is valid, an empty picture isn't. */
export function canBeEmpty(format: string): boolean {
  return formatRow(format)?.canBeEmpty === true;
}

import { beginsSo } from '../../contract/formats/signature.ts';
import { formatRow, necessaryBeginnings } from '../../contract/formats/table.ts';

/** How many bytes at the start of a file decide. */
export const magicLength = 1024;

/** Whether a file that begins so can be of the format; a format whose beginning is not known can be anything. */
export function mayBeFormat(head: Buffer, format: string | undefined): boolean {
  const beginnings = format === undefined ? [] : necessaryBeginnings(format);
  const text = head.toString('latin1');
  return beginnings.length === 0 || beginnings.some((beginning) => beginsSo(text, beginning));
}

/** Whether a file of the format may hold nothing: an empty text is a result, an empty picture is none. */
export function canBeEmpty(format: string): boolean {
  return formatRow(format)?.canBeEmpty === true;
}

import { CFB, type OpenContainer, type WorkBook } from '@e965/xlsx';
import { fault } from '../../contract/faults/fault.ts';
import { own } from '../../util/own.ts';
import { ConversionError } from '../api/conversionError.ts';
import { cellsOf } from './cells.ts';

/** Encodings, keyed by Microsoft's code page numbers. */
const encodings: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  32768: 'macintosh',
  32769: 'windows-1252',
};
const usual = 1252;
const records = { beginning: 0x0809, codePage: 0x0042, end: 0x000a } as const;

/**
 * Decodes the text of an Excel 5 or 95 workbook with its code page, since SheetJS reads the bytes as Latin-1.
 * @throws ConversionError `conversion.unsupported_kind` for an unsupported code page
 */
export function decodeTexts(file: OpenContainer, workbook: WorkBook): void {
  const codePage = codePageOf(file);
  if (codePage === undefined) return;
  for (const cell of Object.values(workbook.Sheets).flatMap(cellsOf)) {
    if (typeof cell.v === 'string') cell.v = decoded(cell.v, codePage);
  }
  const names = workbook.SheetNames.map((name) => [name, decoded(name, codePage)] as const);
  workbook.Sheets = Object.fromEntries(
    names.flatMap(([name, text]) => {
      const sheet = own(workbook.Sheets, name);
      return sheet ? [[text, sheet]] : [];
    }),
  );
  workbook.SheetNames = names.map(([, text]) => text);
}

function decoded(text: string, codePage: number): string {
  // eslint-disable-next-line no-control-regex
  if (/^[\0-\x7f]*$/.test(text)) return text;
  const encoding = own(encodings, String(codePage));
  if (encoding === undefined) throw new ConversionError(fault('workbook.codePage', codePage));
  return new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}

/** Returns the code page of a workbook older than Excel 97. Its stream in the compound file is named `Book`. */
function codePageOf(file: OpenContainer): number | undefined {
  const stream: Buffer | undefined = CFB.find(file, '/Book')?.content;
  if (stream === undefined || stream.length < 4 || stream.readUInt16LE(0) !== records.beginning)
    return undefined;
  for (let at = 0; at + 6 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const record = stream.readUInt16LE(at);
    if (record === records.codePage) return stream.readUInt16LE(at + 4);
    if (record === records.end) break;
  }
  return usual;
}

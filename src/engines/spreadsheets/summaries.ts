import { CFB, type OpenContainer } from '@e965/xlsx';
import { damaged } from '../api/conversionError.ts';

const streams = ['/\u0005SummaryInformation', '/\u0005DocumentSummaryInformation'];
const headBytes = 28;
const setBytes = 20;
/** The maximum number of property sets in a stream. SheetJS rejects streams with more. */
const maxSets = 2;
const propertyBytes = 8;
const isVector = 0x10_00;
const dictionary = 0;

/**
 * Rejects an XLS file whose summary streams declare more properties or values than they contain, because SheetJS
 * allocates memory for the declared numbers ([MS-OLEPS] 2.21).
 * @throws ConversionError `conversion.invalid_input`
 */
export function checkSummaries(file: OpenContainer): void {
  for (const name of streams) {
    const content: Uint8Array | undefined = CFB.find(file, name)?.content;
    if (content && claimed(Buffer.from(content)) > content.length) throw damaged('workbook');
  }
}

/** Returns the highest number of items that a stream declares. Each item has at least one byte. */
function claimed(stream: Buffer): number {
  const long = (at: number): number => (at + 4 <= stream.length ? stream.readUInt32LE(at) : 0);
  const counts = [long(headBytes - 4)];
  for (let set = 0; set < Math.min(long(headBytes - 4), maxSets); set += 1) {
    const start = long(headBytes + set * setBytes + 16);
    const properties = long(start + 4);
    counts.push(properties);
    for (let index = 0; index < Math.min(properties, stream.length / propertyBytes); index += 1) {
      const entry = start + propertyBytes * (index + 1);
      const value = start + long(entry + 4);
      if (long(entry) === dictionary) counts.push(long(value));
      else if ((long(value) & isVector) !== 0) counts.push(long(value + 4));
    }
  }
  return Math.max(...counts);
}

import { fault } from '../../../contract/fault.ts';
import { ConversionError, damaged } from '../../api/conversionError.ts';

const firstRecordAt = 78;
const recordEntryBytes = 8;
const encryptionAt = 12;
const wordBytes = 4;
const huffmanCodes = 256;
const codeLengthBits = 0x1f;

/**
 * Checks that a Palm database, such as a Mobipocket book, contains all of its records, and that no loop over them would
 * be endless. @throws ConversionError
 */
export function checkRecords(bytes: Buffer): void {
  const count = bytes.length < firstRecordAt ? 0 : bytes.readUInt16BE(firstRecordAt - 2);
  const end = firstRecordAt + count * recordEntryBytes;
  if (count === 0 || bytes.length < end) throw damaged('book');
  const starts = Array.from({ length: count }, (_, index) =>
    bytes.readUInt32BE(firstRecordAt + index * recordEntryBytes),
  );
  const isInOrder = starts.every((start, index) => start >= (starts[index - 1] ?? end));
  const [first = 0, last = 0] = [starts[0], starts.at(-1)];
  if (!isInOrder || last >= bytes.length || first + encryptionAt + 2 > bytes.length) throw damaged('book');
  const records = starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
  if (records.some((record) => isEndless(record, count))) throw damaged('book');
}

/** True for an index or a Huffman table whose numbers would make the parser loop for hours. */
function isEndless(record: Buffer, recordCount: number): boolean {
  const numberAt = (at: number): number => (at + wordBytes <= record.length ? record.readUInt32BE(at) : 0);
  const magic = record.toString('latin1', 0, wordBytes);
  // Of an index's records, only the first has a table of tags, and the number of the records with labels.
  const body = numberAt(4);
  const isFirst = magic === 'INDX' && record.toString('latin1', body, body + wordBytes) === 'TAGX';
  if (isFirst) return numberAt(52) > recordCount;
  if (magic === 'FDST') return numberAt(8) > record.length;
  if (magic !== 'HUFF') return false;
  const table = numberAt(8);
  const codes = Array.from({ length: huffmanCodes }, (_, code) => numberAt(table + code * wordBytes));
  return codes.some((code) => (code & codeLengthBits) === 0);
}

/** Checks the first record of a Mobipocket book. @throws ConversionError if the book is encrypted */
export function checkUnlocked(bytes: Buffer): void {
  if (bytes.readUInt16BE(bytes.readUInt32BE(firstRecordAt) + encryptionAt) === 0) return;
  throw new ConversionError(fault('book.drm'));
}

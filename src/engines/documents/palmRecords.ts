import { fault } from '../../contract/faults/fault.ts';
import { ConversionError } from '../api/conversionError.ts';
import { damaged } from '../api/faults.ts';

const firstRecordAt = 78;
const recordEntryBytes = 8;
const encryptionAt = 12;

/** Checks that a Palm database, such as a Mobipocket book, contains all of its records. @throws ConversionError */
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
}

/** Checks the first record of a Mobipocket book. @throws ConversionError if the book is encrypted */
export function checkUnlocked(bytes: Buffer): void {
  if (bytes.readUInt16BE(bytes.readUInt32BE(firstRecordAt) + encryptionAt) === 0) return;
  throw new ConversionError(fault('book.drm'));
}

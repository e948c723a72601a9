import { CFB } from '@e965/xlsx';
import { type Dissection, type StructurePart, sequence } from './structure.ts';

/** Fields that the library's types lack. */
interface Entry {
  readonly type: number;
  readonly content: Uint8Array;
}

/** A stream that the library adds to each file. */
const ownStream = '\u0001Sh33tJ5';
const recordHeadBytes = 4;

/** The streams of a Compound File (XLS, DOC), with BIFF streams divided into records. */
export function compoundFileStructure(bytes: Buffer): Dissection | undefined {
  if (bytes.toString('latin1', 0, 4) !== '\xd0\xcf\x11\xe0') return undefined;
  try {
    const file = CFB.read(bytes, { type: 'buffer' });
    const parts: StructurePart[] = file.FileIndex.flatMap((entry: Entry, index: number): StructurePart[] => {
      const name = file.FullPaths[index] ?? '';
      const isStream = entry.type === 2 && !name.endsWith(ownStream);
      return isStream ? [{ name, content: Buffer.from(entry.content), structure: recordsIn }] : [];
    });
    const sorted = parts.toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return { parts: sorted, assemble: fileOf };
  } catch {
    return undefined;
  }
}

function fileOf(parts: readonly StructurePart[]): Buffer {
  const file = CFB.utils.cfb_new();
  for (const { name, content } of parts) CFB.utils.cfb_add(file, name, content);
  const written: Uint8Array = CFB.write(file, { type: 'buffer' });
  return Buffer.from(written);
}

/** Records of the Binary Interchange File Format, each with its number and its length ([MS-XLS] 2.1.4). */
function recordsIn(bytes: Buffer): Dissection | undefined {
  const isWorkbook = bytes.length > recordHeadBytes && bytes.readUInt16LE(0) === 0x08_09;
  if (!isWorkbook) return undefined;
  const records = sequence(0, bytes.length - recordHeadBytes + 1, (at) => {
    const end = at + recordHeadBytes + bytes.readUInt16LE(at + 2);
    const name = bytes.toString('latin1', at, at + 2);
    return { name, content: bytes.subarray(at + recordHeadBytes, end), end };
  });
  return {
    parts: records,
    assemble: (parts) =>
      Buffer.concat(
        parts.flatMap(({ name, content }) => {
          const head = Buffer.alloc(recordHeadBytes);
          head.write(name, 'latin1');
          head.writeUInt16LE(content.length % 0x1_00_00, 2);
          return [head, content];
        }),
      ),
  };
}

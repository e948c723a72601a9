import { crc32 } from 'node:zlib';

interface ZipDetails {
  /** Names in Unicode fields, in addition to the names in a code page. */
  readonly unicode?: readonly string[];
  readonly flags?: number;
  /** True to write a Zip64 end record. */
  readonly is64?: boolean;
}

/**
 * A ZIP as a program on this kind of host writes it, with names of one byte per character. Each file contains its own
 * name; folders are empty.
 */
export function zipOf(
  host: number,
  names: readonly string[],
  { unicode = [], flags = 0, is64 = false }: ZipDetails = {},
): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [index, text] of names.entries()) {
    const name = Buffer.from(text, 'latin1');
    const content = /[/\\]$/.test(text) ? Buffer.alloc(0) : name;
    const said = unicode[index];
    const extra = said === undefined ? Buffer.alloc(0) : unicodeField(name, said);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt32LE(0x5a21_0000, 6);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(name.length, 22);
    shared.writeUInt16LE(extra.length, 24);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, extra, content]);
    local.push(header);
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, host]), shared, rest, name, extra);
    at += header.length;
  }
  const listed = Buffer.concat(directory);
  return Buffer.concat([...local, listed, endOf(names.length, listed.length, at, is64)]);
}

function unicodeField(name: Buffer, text: string): Buffer {
  const path = Buffer.from(text);
  const head = Buffer.from([0x75, 0x70, 5 + path.length, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([head, path]);
}

function endOf(count: number, bytes: number, start: number, is64: boolean): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(is64 ? 0xffff : count, 8);
  end.writeUInt16LE(is64 ? 0xffff : count, 10);
  end.writeUInt32LE(is64 ? 0xffff_ffff : bytes, 12);
  end.writeUInt32LE(is64 ? 0xffff_ffff : start, 16);
  if (!is64) return end;
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  for (const [value, field] of [
    [count, 24],
    [count, 32],
    [bytes, 40],
    [start, 48],
  ] as const)
    record.writeBigUInt64LE(BigInt(value), field);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(start + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
}

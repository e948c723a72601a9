/** A box as ISO/IEC 14496-12, 4.2, has them. */
export function isoBox(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([uint32(8 + content.length), Buffer.from(type, 'latin1'), content]);
}

/** The same of version 0, with no flags. */
export function fullBox(type: string, ...contents: readonly Buffer[]): Buffer {
  return isoBox(type, Buffer.alloc(4), ...contents);
}

export function uint16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}

export function uint32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** A run takes two bytes, so shorter runs aren't worth it. This value is also the offset in a run's length byte. */
const minRun = 3;
const maxRun = 130;
const maxLiteral = 128;
const runFlag = 0x80;

/** Decompresses run-length encoded bytes. Returns `undefined` if the result doesn't have the expected size. */
export function unpackRuns(packed: Buffer, bytes: number): Buffer | undefined {
  const plain = Buffer.alloc(bytes);
  let to = 0;
  for (let at = 0; at < packed.length;) {
    const lead = packed.readUInt8(at);
    const isRun = lead >= runFlag;
    const length = isRun ? lead - runFlag + minRun : lead + 1;
    const taken = isRun ? 1 : length;
    if (to + length > bytes || at + 1 + taken > packed.length) return undefined;
    if (isRun) plain.fill(packed.readUInt8(at + 1), to, to + length);
    else packed.copy(plain, to, at + 1, at + 1 + taken);
    to += length;
    at += 1 + taken;
  }
  return to === bytes ? plain : undefined;
}

/** Compresses bytes to runs and literals. */
export function packRuns(plain: Buffer): Buffer {
  const parts: Buffer[] = [];
  let literal = 0;
  for (let at = 0; at < plain.length;) {
    const run = runAt(plain, at);
    if (run >= minRun) {
      parts.push(...literals(plain.subarray(literal, at)));
      parts.push(Buffer.of(runFlag + run - minRun, plain.readUInt8(at)));
      literal = at + run;
    }
    at += run;
  }
  return Buffer.concat([...parts, ...literals(plain.subarray(literal))]);
}

function runAt(plain: Buffer, start: number): number {
  let end = start + 1;
  while (end < plain.length && end < start + maxRun && plain[end] === plain[start]) end += 1;
  return end - start;
}

function literals(plain: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(plain.length / maxLiteral) }, (_, index) => {
    const part = plain.subarray(index * maxLiteral, (index + 1) * maxLiteral);
    return Buffer.concat([Buffer.of(part.length - 1), part]);
  });
}

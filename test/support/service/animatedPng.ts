import { crc32, deflateSync } from 'node:zlib';

const side = 32;

/**
 * An animated PNG that alternates between two red squares, badly compressed and with a text chunk. Most decoders see
 * only the first square.
 */
export function animatedPng(): Buffer {
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([uint32(side, side), Buffer.from('0802000000', 'hex')])),
    chunk('acTL', uint32(2, 0)),
    control(0),
    chunk('IDAT', square(9)),
    control(1),
    chunk('fdAT', Buffer.concat([uint32(2), square(200)])),
    chunk('tEXt', Buffer.from('a\0word')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function square(red: number): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([red, 0, 0]))]);
  return deflateSync(Buffer.concat(Array.from({ length: side }, () => row)), { level: 0 });
}

function control(number: number): Buffer {
  const size = uint32(number, side, side, 0, 0);
  return chunk('fcTL', Buffer.concat([size, Buffer.from('0001000a0000', 'hex')]));
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function uint32(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex')));
}

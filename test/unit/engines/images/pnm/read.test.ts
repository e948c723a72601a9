import assert from 'node:assert/strict';
import sharp from 'sharp';
import { readPnm } from '../../../../../src/engines/images/pnm/read.ts';
import { refusesEveryBeginning, refusesWith } from '../../../../support/cutOff.ts';

const pam = (facts: string, samples: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`P7\n${facts}\nENDHDR\n`), samples]);

/** Channels, and the samples of all pixels. */
async function read(file: Buffer): Promise<[number, ...number[]]> {
  const image = sharp(await readPnm(file));
  const { channels, depth } = await image.metadata();
  const data = await image
    .toColorspace(channels < 3 ? (depth === 'ushort' ? 'grey16' : 'b-w') : 'srgb')
    .raw({ depth: depth === 'ushort' ? 'ushort' : 'uchar' })
    .toBuffer();
  return [
    channels,
    ...(depth === 'ushort' ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data),
  ];
}

describe('A file of the PNM family', () => {
  it('is read as text and as bytes, with comments, up to any maximum', async () => {
    assert.deepEqual(await read(Buffer.from('P1 # ink\n3 1\n1 01')), [1, 0, 255, 0]);
    assert.deepEqual(await read(Buffer.from('P2\n2 1 # wide\n3\n0 2')), [1, 0, 170]);
    assert.deepEqual(
      await read(Buffer.from('P4 9 1\n\xaa\x80', 'latin1')),
      [1, 0, 255, 0, 255, 0, 255, 0, 255, 0],
    );
    assert.deepEqual(await read(Buffer.from('P5 2 1 100\n\x00\x64', 'latin1')), [1, 0, 255]);
    assert.deepEqual(await read(Buffer.from('P5 2 1 1023\n\x03\xff\x00\x01', 'latin1')), [1, 65535, 64]);
    assert.deepEqual(await read(Buffer.from('P3 1 1 15 15 0 5')), [3, 255, 0, 85]);
  });

  it('scales transparency as it does colors', async () => {
    const file = pam('WIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 100\nTUPLTYPE RGB_ALPHA', Buffer.of(100, 0, 50, 20));
    assert.deepEqual(await read(file), [4, 255, 0, 128, 51]);
  });

  it('is refused where nobody says what its samples are', async () => {
    for (const facts of ['DEPTH 4\nTUPLTYPE CMYK', 'DEPTH 4', 'DEPTH 5', 'DEPTH 3\nTUPLTYPE GRAYSCALE']) {
      const file = pam(`WIDTH 1\nHEIGHT 1\nMAXVAL 255\n${facts}`, Buffer.alloc(8));
      await refusesWith('conversion.unsupported_kind', readPnm(file));
    }
  });

  it('is refused wherever it is cut off', async () => {
    await refusesEveryBeginning(Buffer.from('P3 2 1 9 1 2 3 4 5 6').subarray(0, 19), readPnm);
    await refusesEveryBeginning(Buffer.from('P6 2 1 255 abcdef'), readPnm);
    await refusesEveryBeginning(pam('WIDTH 2\nHEIGHT 1\nDEPTH 1\nMAXVAL 255', Buffer.from('ab')), readPnm);
  });

  it('takes no memory for a size that it claims', async () => {
    await refusesWith('conversion.limit_exceeded', readPnm(Buffer.from('P5 100000 100000 255\n')));
    await refusesWith('conversion.invalid_input', readPnm(Buffer.from('P5 9000 9000 255\nabc')));
    await refusesWith('conversion.invalid_input', readPnm(Buffer.from('P5 99999999999 1 255\n')));
    await refusesWith('conversion.invalid_input', readPnm(Buffer.from('P5 0 1 255\n')));
    await refusesWith('conversion.invalid_input', readPnm(Buffer.from('P5 1 1 70000\nabcd')));
  });
});

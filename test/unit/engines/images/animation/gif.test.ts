import assert from 'node:assert/strict';
import { withTransparentCanvas } from '../../../../../src/engines/images/animation/gif.ts';
import { openImage } from '../../../../../src/engines/images/open.ts';

interface Frame {
  readonly box: readonly [left: number, top: number, width: number, height: number];
  readonly color: number;
  readonly disposal?: number;
  readonly rootBits?: number;
}

const side = 4;
const colors = [0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 255, 0];

/** A GIF with these frames, each in one color, on a canvas of 4 by 4 pixels. Each pixel has its own code. */
function gifOf(frames: readonly Frame[]): Buffer {
  const screen = Buffer.from([...Buffer.from('GIF89a'), side, 0, side, 0, 0x81, 0, 0, ...colors]);
  const parts = frames.map(({ box, color, disposal, rootBits = 2 }) => {
    const [left, top, width, height] = box;
    const control = disposal === undefined ? [] : [0x21, 0xf9, 4, disposal << 2, 5, 0, 0, 0];
    const data = codesOf(color, width * height, rootBits);
    return Buffer.from([
      ...control,
      0x2c,
      left,
      0,
      top,
      0,
      width,
      0,
      height,
      0,
      0,
      rootBits,
      data.length,
      ...data,
      0,
    ]);
  });
  return Buffer.concat([screen, ...parts, Buffer.of(0x3b)]);
}

/** Resets the table before each pixel, so that codes never get wider. */
function codesOf(color: number, pixels: number, rootBits: number): Buffer {
  const clear = 1 << rootBits;
  const codes = [...Array.from({ length: pixels }, () => [clear, color]).flat(), clear + 1];
  const bytes = Buffer.alloc(Math.ceil((codes.length * (rootBits + 1)) / 8));
  let bit = 0;
  for (const code of codes) {
    for (let at = 0; at <= rootBits; at += 1, bit += 1) {
      if (((code >> at) & 1) === 1) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return bytes;
}

/** The pixels of all frames, one letter each: black, red, blue, green, or transparent. */
async function shown(gif: Buffer): Promise<string> {
  const { image: opened } = await openImage(gif, { animated: true });
  const raw = await opened.ensureAlpha().raw().toBuffer();
  return Array.from({ length: raw.length / 4 }, (_, at) => {
    const [red, green, blue, alpha] = raw.subarray(at * 4, at * 4 + 4);
    return alpha === 0 ? '.' : red ? 'r' : green ? 'g' : blue ? 'b' : 'k';
  }).join('');
}

const full = [0, 0, side, side] as const;

describe('A GIF without transparent colors', () => {
  for (const rootBits of [2, 8]) {
    for (const disposal of [undefined, 1]) {
      const how = `${disposal === undefined ? 'without' : 'with'} controls, in codes of ${rootBits} bits`;
      it(`is transparent if no frame covers it, ${how}`, async () => {
        const about = { rootBits, ...(disposal === undefined ? {} : { disposal }) };
        const gif = gifOf([
          { box: [0, 1, 4, 2], color: 1, ...about },
          { box: [1, 0, 2, 4], color: 2, ...about },
        ]);
        assert.equal(await shown(gif), '....rrrrrrrr.....bb.rbbrrbbr.bb.');
      });
    }
  }

  it('is transparent if a frame is removed', async () => {
    const gif = gifOf([
      { box: full, color: 1, disposal: 2 },
      { box: [1, 1, 2, 2], color: 0, disposal: 2 },
    ]);
    assert.equal(await shown(gif), 'r'.repeat(16) + '.....kk..kk.....');
  });

  it('is left alone if its frames cover it', () => {
    for (const disposal of [undefined, 1, 2]) {
      const about = disposal === undefined ? {} : { disposal };
      assert.equal(withTransparentCanvas(gifOf([{ box: full, color: 1, ...about }])), undefined);
      assert.equal(
        withTransparentCanvas(
          gifOf([
            { box: full, color: 1, ...about },
            { box: full, color: 2, ...about },
          ]),
        ),
        undefined,
      );
    }
    assert.equal(
      withTransparentCanvas(
        gifOf([
          { box: full, color: 1 },
          { box: [0, 0, 1, 1], color: 2 },
        ]),
      ),
      undefined,
    );
    assert.equal(withTransparentCanvas(Buffer.from('no GIF')), undefined);
  });

  it('survives truncation anywhere', () => {
    const gif = gifOf([
      { box: [0, 1, 4, 2], color: 1, disposal: 1 },
      { box: [1, 0, 2, 4], color: 2 },
    ]);
    for (const length of gif.keys()) withTransparentCanvas(gif.subarray(0, length));
  });
});

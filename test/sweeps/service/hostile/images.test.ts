import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sources } from '../../../../src/engines/images/formats.ts';
import { Listener } from '../../../support/http/listener.ts';
import { built, image, photo } from '../../../support/service/fixtures.ts';
import { gifOfFrames, heicOfSize, pixelBombs, withCutJpegs } from '../../../support/service/hostileImages.ts';
import { useHostileService } from '../../../support/service/hostileService.ts';
import { invalid, tooMuch } from '../../../support/service/jobFaults.ts';
import { inspect } from '../../../support/service/raster.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const side = 60_000;
const tooManyPixels = tooMuch('The image has too many pixels.');
const damaged = invalid('The image is damaged and can’t be read.');
const noImage = invalid('The file isn’t a readable image.');
const notDrawn = sources.filter((format) => format !== 'svg');

describe('A hostile image', () => {
  const service = useHostileService();
  const folder = useTemporaryFolder();

  for (const [format, bombOf] of Object.entries(pixelBombs)) {
    it(`fails at once as ${format} if a few bytes claim gigantic dimensions`, async () => {
      const error = await service.failure(`a.${format}`, bombOf(side), format === 'png' ? 'webp' : 'png');
      // The decoder of PPM first notices that most of the file is missing.
      assert.deepEqual(error, format === 'ppm' ? damaged : tooManyPixels);
    });
  }

  it('fails at once as HEIC if a few bytes claim gigantic dimensions', async () => {
    const bomb = heicOfSize(await readFile(photo('heic')), side);
    assert.deepEqual(await service.failure('a.heic', bomb, 'jpg'), tooManyPixels);
  });

  it('stays animated with ten thousand frames if the target supports that many', async () => {
    const gif = gifOfFrames(10_000, 20);
    assert.equal((await inspect(await service.convert('a.gif', gif, 'png'), 'png')).frames, 1);
    assert.ok((await inspect(await service.convert('a.gif', gif, 'webp'), 'webp')).frames > 300);
    const frames = tooMuch('The image has too many frames.');
    assert.deepEqual(await service.failure('a.gif', gifOfFrames(1100, 40), 'jxl'), frames);
  });

  it('is refused for its pixels if it has ten thousand large frames', async () => {
    assert.deepEqual(await service.failure('a.gif', gifOfFrames(10_000, 500), 'webp'), tooManyPixels);
  });

  it('fails as a PNG if its animation has a gigantic canvas or missing frames', async () => {
    const large = await readFile(built('redSquares.png'));
    large.writeUInt32BE(side, 16);
    large.writeUInt32BE(side, 20);
    const empty = Buffer.from(large.toString('latin1').replaceAll('fcTL', 'fxTL'), 'latin1');
    assert.deepEqual(await service.failure('a.png', large, 'webp'), tooManyPixels);
    // Without its animation frames, the file is a still picture of the same size.
    assert.deepEqual(await service.failure('a.png', empty, 'webp'), tooManyPixels);
    const whole = await readFile(image('animated.apng'));
    for (const share of [0.1, 0.5, 0.99]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      for (const to of ['webp', 'gif', 'jxl']) {
        assert.deepEqual(await service.failure('a.png', cut, to), damaged, `${share} ${to}`);
      }
    }
  });

  it('is reported as damaged if its animation is truncated and each frame is drawn', async () => {
    const whole = await readFile(image('animated.webp'));
    const cut = whole.subarray(0, Math.floor(whole.length * 0.9));
    assert.deepEqual(await service.failure('a.webp', cut, 'jxl'), damaged);
  });

  it('is reported as damaged in every format if it is truncated', async () => {
    for (const format of notDrawn) {
      const whole = await readFile(photo(format));
      const target = format === 'png' ? 'jpg' : 'png';
      for (const left of [0.5, 0.1]) {
        const cut = whole.subarray(0, whole.length * left);
        const error = await service.failure(`a.${format}`, cut, target);
        assert.ok(
          [damaged, noImage].some((each) => isSame(each, error)),
          `${format}: ${JSON.stringify(error)}`,
        );
      }
    }
  });

  it('is reported as damaged if it contains a truncated JPEG', async () => {
    for (const [name, bytes] of await withCutJpegs()) {
      for (const to of ['png', 'jxl', 'pdf']) {
        assert.deepEqual(await service.failure(name, bytes, to), damaged, `${name} → ${to}`);
      }
    }
  });

  it('is reported as damaged if it is an icon without pictures', async () => {
    for (const [format, kind] of Object.entries({ ico: 1, cur: 2 })) {
      assert.deepEqual(await service.failure(`a.${format}`, Buffer.of(0, 0, kind, 0, 0, 0), 'png'), damaged);
    }
  });

  it('is reported as damaged, or as no image, in every format if it is empty', async () => {
    for (const format of notDrawn) {
      const error = await service.failure(`a.${format}`, Buffer.alloc(0), format === 'png' ? 'jpg' : 'png');
      assert.ok(
        [damaged, noImage].some((each) => isSame(each, error)),
        `${format}: ${JSON.stringify(error)}`,
      );
    }
  });

  it('can’t be an ImageMagick script with a picture’s name', async () => {
    const listener = await Listener.start();
    try {
      const written = path.join(folder.path, 'written');
      const scripts = [
        `push graphic-context\nimage over 0,0 9,9 '${listener.url}/mvg'\npop graphic-context\n`,
        `<?xml version="1.0"?><image><read filename="${listener.url}/msl"/><write filename="${written}"/></image>`,
        '@/etc/passwd',
        'label:@/etc/passwd',
        'Text that some reader would set in type.\n',
      ];
      const signless = ['tga', 'psd', 'ico', 'heic', 'ppm', 'xbm'];
      for (const [index, script] of scripts.entries()) {
        for (const format of signless) {
          const error = await service.failure(`a.${format}`, Buffer.from(script), 'png');
          assert.deepEqual(error, damaged, `${format}, script ${index}`);
        }
      }
      assert.deepEqual(listener.calls, []);
      assert.ok(!existsSync(written));
    } finally {
      listener.stop();
    }
  });

  it('is opened by exactly its name, whatever ImageMagick would read in that name', async () => {
    const listener = await Listener.start();
    try {
      const [tga, psd] = [await readFile(photo('tga')), await readFile(photo('psd'))];
      for (const name of [
        '@list',
        `${listener.url}/a`,
        'msl:a',
        'caption:@a',
        '-write',
        '|id',
        'a[0]',
        '%d',
      ]) {
        for (const [format, bytes] of [
          ['tga', tga],
          ['psd', psd],
        ] as const) {
          assert.equal(
            (await inspect(await service.convert(`${name}.${format}`, bytes, 'png'), 'png')).frames,
            1,
          );
        }
      }
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });
});

function isSame(expected: object, actual: unknown): boolean {
  return JSON.stringify(expected) === JSON.stringify(actual);
}

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { imageMagick } from '../../../tools/referenceDecoders/imagePrograms.ts';
import { made } from '../../support/service/ffmpeg.ts';
import { image, photo } from '../../support/service/fixtures.ts';
import { gifOfFrames } from '../../support/service/hostileImages.ts';
import { type Moment, momentsOf, momentsOfFilm } from '../../support/service/moments.ts';
import { cropped, psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const exec = promisify(execFile);
const patch = (colour: string, place: string, delay: string, disposal: string): string[] =>
  ['-delay', delay, '-dispose', disposal, '-page', place].concat('-size', '24x16', `xc:${colour}`);
/** Adjacent bright colors lose most, because a video has half the color resolution. */
const minPsnr = 24;

function assertAlike(
  expected: readonly Moment[],
  film: readonly Moment[],
  index: number,
  least = minPsnr,
): void {
  const [before, after] = [expected[index], film[index]];
  assert.ok(before && after);
  const likeness = psnr(before.picture, after.picture);
  assert.ok(likeness > least, `picture ${index}: ${likeness.toFixed(1)} dB`);
}

describe('An animation converted to a video', () => {
  const folder = useTemporaryFolder();
  const service = useService();

  const filmOf = async (file: string, options: object = {}): Promise<Moment[]> =>
    momentsOfFilm((await service.api.convert(file, 'mp4', options)).output, 'mp4');

  const failure = (name: string, bytes: Buffer): Promise<unknown> =>
    service.api.ending({ name, bytes }, 'mp4');

  /**
   * A GIF by ImageMagick with patches that stay, disappear, or restore the previous content, with different durations.
   */
  async function patches(): Promise<string> {
    const file = path.join(folder.path, 'patches.gif');
    const ground = ['-page', '64x48+0+0', '-delay', '7', '-dispose', 'None', '-size', '64x48', 'xc:none'];
    const args = [
      ground,
      ['-fill', 'teal', '-draw', 'circle 32,24 32,44'],
      patch('red', '+4+4', '3', 'Background'),
      patch('blue', '+20+20', '25', 'Previous'),
      patch('lime', '+36+30', '100', 'None'),
      patch('orange', '+0+32', '0', 'None'),
    ];
    await exec(imageMagick, [...args.flat(), file]);
    return file;
  }

  it('shows each frame as long as the animation, and as long as browsers do without a duration', async () => {
    const film = await filmOf(await patches());
    assert.deepEqual(
      film.map(({ durationMs }) => durationMs),
      [70, 30, 250, 1000, 100],
    );
  });

  for (const background of ['#ffffff', '#204060']) {
    it(`disposes and blends frames as others do, over ${background}`, async () => {
      const file = await patches();
      const expected = await momentsOf(await readFile(file), 'gif', background);
      const film = await filmOf(file, { background, quality: 100 });
      for (const index of expected.keys()) assertAlike(expected, film, index);
    });
  }

  it('is larger and more similar at a higher quality', async () => {
    const [first] = await momentsOf(await readFile(image('animated.webp')), 'webp');
    assert.ok(first);
    const facts = [];
    for (const quality of [20, 60, 95]) {
      const { output } = await service.api.convert(image('animated.webp'), 'mp4', { quality });
      const [shown] = await momentsOfFilm(output, 'mp4');
      assert.ok(shown);
      facts.push([output.length, psnr(first.picture, cropped(shown.picture, first.picture))]);
    }
    for (const [index, [bytes = 0, likeness = 0]] of facts.slice(1).entries()) {
      const [fewer = 0, less = 0] = facts[index] ?? [];
      assert.ok(bytes > 1.3 * fewer && likeness > less + 1, JSON.stringify(facts));
    }
  });

  it('keeps its durations and frames across encoding batches', async () => {
    const file = path.join(folder.path, 'many.gif');
    const greys = 'hue=s=0,split[a][b];[a]palettegen[p];[b][p]paletteuse';
    const picture = 'testsrc=size=64x48:rate=20:duration=30';
    const source = await made('gif', ['-f', 'lavfi', '-i', picture, '-vf', greys]);
    await writeFile(file, source);
    const expected = await momentsOf(source, 'gif');
    const film = await filmOf(file, { quality: 100 });
    assert.deepEqual(
      film.map(({ durationMs }) => durationMs),
      expected.map(({ durationMs }) => durationMs),
    );
    for (const index of [0, 249, 250, 251, 500, 599]) {
      assertAlike(expected, film, index, 36);
    }
  });

  it('is refused for a still image', async () => {
    for (const [name, file] of [
      ['a.gif', photo('gif')],
      ['a.webp', photo('webp')],
      ['a.apng', photo('png')],
    ] as const) {
      assert.deepEqual(await failure(name, await readFile(file)), {
        error: 'conversion.invalid_input',
        detail: 'The image isn’t animated, so it can’t be converted to a video.',
      });
    }
  });

  it('is refused for a truncated image', async () => {
    for (const name of ['animated.gif', 'animated.webp', 'animated.apng']) {
      const whole = await readFile(image(name));
      for (const share of [0.1, 0.5, 0.99]) {
        const error = await failure(name, whole.subarray(0, Math.floor(whole.length * share)));
        assert.match(JSON.stringify(error), /conversion\.invalid_input.*damaged/, `${name} ${share}`);
      }
    }
  });

  it('is refused for a bomb at once, and the service continues', async () => {
    for (const bomb of [gifOfFrames(100_000, 1), gifOfFrames(2, 65_535), gifOfFrames(10_000, 2000)]) {
      assert.match(JSON.stringify(await failure('a.gif', bomb)), /conversion\.limit_exceeded/);
    }
    assert.equal((await filmOf(image('animated.gif'))).length, 8);
  });
});

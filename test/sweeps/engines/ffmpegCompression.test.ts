import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { firstPicture, toneOf } from '../../../tools/matrix/programs/media.ts';
import { printed } from '../../support/service/program.ts';
import { cover, probe } from '../../support/service/ffmpeg.ts';
import { sample } from '../../support/service/fixtures.ts';
import { psnr } from '../../support/service/raster.ts';
import { useService } from '../../support/service/services.ts';
import { StandaloneService, withPrograms } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

/** Two seconds of moving pictures with a tone, both at an excessive bit rate. */
const picture = ['-f', 'lavfi', '-i', 'testsrc2=duration=2:size=320x240:rate=25'];
const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=2'];
const rich: Readonly<Record<string, readonly string[]>> = {
  mp4: ['-c:v', 'libx264', '-crf', '5', '-c:a', 'aac', '-b:a', '256k'],
  mkv: ['-c:v', 'libx265', '-x265-params', 'log-level=error:crf=5', '-c:a', 'flac'],
  webm: ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-b:v', '6M', '-c:a', 'libopus', '-b:a', '256k'],
  avi: ['-c:v', 'mpeg4', '-q:v', '1', '-c:a', 'libmp3lame', '-b:a', '320k'],
  ogv: ['-c:v', 'libtheora', '-q:v', '10', '-c:a', 'libvorbis', '-q:a', '10'],
  mp3: ['-vn', '-b:a', '320k', '-ac', '2'],
  m4a: ['-vn', '-b:a', '320k', '-ac', '2'],
  ogg: ['-vn', '-c:a', 'libvorbis', '-q:a', '10', '-ac', '2'],
  opus: ['-vn', '-b:a', '256k', '-ac', '2'],
  flac: ['-vn', '-compression_level', '0', '-ac', '2'],
};
const isSound = (format: string): boolean => rich[format]?.includes('-vn') ?? false;

describe('A file compressed by the user’s FFmpeg', () => {
  const service = useService([], withPrograms);
  const folder = useTemporaryFolder();

  /** A file with a title and, for audio, with a cover. */
  async function made(format: string, args = rich[format] ?? []): Promise<string> {
    const file = path.join(folder.path, `a.${format}`);
    const inputs = [...(args.includes('-vn') ? [] : picture), ...tone];
    await printed('ffmpeg', ['-v', 'error', '-y', ...inputs, ...args, '-metadata', 'title=A walk', file]);
    return file;
  }

  const refusal = async (file: string, options: object): Promise<string> => {
    const { json } = await service.api.submit('/compress', file, { options: JSON.stringify(options) });
    if (json?.id === undefined) return JSON.stringify(json);
    return JSON.stringify((await service.api.ended('compress', json.id))['error']);
  };

  for (const format of Object.keys(rich)) {
    it(`is the same ${format} in fewer bytes`, async () => {
      const file = await made(format);
      const source = await readFile(file);
      const { output } = await service.api.compress(file);
      assert.ok(output.length < source.length * 0.9, `${source.length} → ${output.length} bytes`);
      const [before, after] = [await probe(source, format), await probe(output, format)];
      const codecs = ({ streams }: typeof before): string[] => streams.map((each) => each.codec_type);
      assert.equal(after.container, before.container);
      assert.deepEqual(codecs(after), codecs(before));
      assert.equal(after.streams[0]?.codec_name, before.streams[0]?.codec_name);
      assert.equal(after.tags['title'], 'A walk');
      assert.ok(Math.abs(after.duration - before.duration) < 0.2);
      assert.ok(Math.abs((await toneOf(output, format)).hertz - 440) < 10);
      if (!isSound(format)) {
        const likeness = psnr(await firstPicture(source, format), await firstPicture(output, format));
        assert.ok(likeness > 28, `${likeness} dB`);
      }
    });
  }

  for (const [format, maxKilobytes] of [
    ['mp4', 60],
    ['avi', 170],
    ['mp3', 20],
    ['m4a', 20],
  ] as const) {
    it(`is at most ${maxKilobytes} kB as ${format}, and as long`, async () => {
      const file = await made(format);
      const { output } = await service.api.compress(file, { maxKilobytes });
      assert.ok(output.length <= maxKilobytes * 1000, `${output.length} bytes`);
      assert.ok((await probe(output, format)).duration > 1.9);
    });
  }

  it('fits a video within a size, upright, and never enlarges it', async () => {
    const file = await made('mp4');
    const sizeOf = async (options: object): Promise<unknown[]> => {
      const { output } = await service.api.compress(file, options);
      const [video] = (await probe(output, 'mp4')).streams;
      return [video?.width, video?.height];
    };
    assert.deepEqual(await sizeOf({ maxWidth: 161 }), [160, 120]);
    assert.deepEqual(await sizeOf({ maxWidth: 300, maxHeight: 100 }), [132, 100]);
    assert.deepEqual(await sizeOf({ maxWidth: 4000 }), [320, 240]);
  });

  it('is smaller at a lower quality', async () => {
    for (const format of ['mp4', 'mp3']) {
      const file = await made(format);
      const [bad, good] = await Promise.all(
        [15, 60].map(async (quality) => (await service.api.compress(file, { quality })).output),
      );
      assert.ok(bad && good && bad.length < good.length);
    }
  });

  for (const format of ['mp3', 'm4a', 'flac', 'ogg', 'opus']) {
    it(`keeps the cover of ${format} byte for byte`, async () => {
      const wave = await made('wav', ['-ac', '2', '-vn']);
      const art = sample('cat.png');
      const flac = path.join(folder.path, 'covered.flac');
      const tracks = ['-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
      await printed('ffmpeg', ['-v', 'error', '-y', '-i', wave, '-i', art, ...tracks, flac]);
      const isSource = format === 'flac';
      const source = isSource ? await readFile(flac) : (await service.api.convert(flac, format)).output;
      const options = isSource ? {} : { quality: 20 };
      const { output } = await service.api.compress({ name: `a.${format}`, bytes: source }, options);
      assert.ok(output.length <= source.length);
      assert.ok((await cover(output, format)).equals(await readFile(art)));
    });
  }

  it('isn’t made if it would hardly be smaller', async () => {
    const file = await made('mp3', ['-vn', '-b:a', '32k', '-ac', '1']);
    assert.ok((await service.api.compress(file)).output.equals(await readFile(file)));
  });

  it('keeps a video’s subtitles, chapters, and audio tracks', async () => {
    const subtitles = path.join(folder.path, 'a.srt');
    await writeFile(subtitles, '1\n00:00:00,100 --> 00:00:01,000\nHello\n');
    const file = path.join(folder.path, 'many.mkv');
    const maps = ['-map', '0:v', '-map', '1:a', '-map', '2:a', '-map', '3:s'];
    const codecs = ['-c:v', 'libx264', '-crf', '5', '-c:a', 'flac', '-c:s', 'srt'];
    await printed('ffmpeg', [
      '-v',
      'error',
      '-y',
      ...picture,
      ...tone,
      ...tone,
      '-i',
      subtitles,
      ...maps,
      ...codecs,
      file,
    ]);
    const { output } = await service.api.compress(file);
    const types = (await probe(output, 'mkv')).streams.map((each) => each.codec_type);
    assert.deepEqual(types, ['video', 'audio', 'audio', 'subtitle']);
  });

  it('reports its size if it still exceeds the limit', async () => {
    assert.match(await refusal(await made('mp4'), { maxKilobytes: 1 }), /size_not_met.*reached is \d+ kB/);
  });

  it('refuses options that a format doesn’t have', async () => {
    assert.match(await refusal(await made('mp3'), { maxWidth: 10 }), /maxWidth/);
    assert.match(await refusal(await made('flac'), { quality: 10 }), /quality/);
  });

  it('isn’t offered without FFmpeg, and the message names it', async () => {
    const alone = await StandaloneService.start();
    try {
      const { json } = await alone.api.call('/compress');
      assert.ok(!JSON.stringify(json?.['formats']).includes('mp3'));
      assert.deepEqual(
        [json?.['installable']].flat().find((each) => JSON.stringify(each).includes('"mp3"')),
        { format: 'mp3', program: 'ffmpeg' },
      );
      const refused = await alone.api.submit('/compress', await made('mp3'));
      assert.match(JSON.stringify(refused.json), /mp3 can’t be compressed without FFmpeg/);
    } finally {
      await alone.stop();
    }
  });
});

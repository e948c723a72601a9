import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { codecNames } from '../../../src/engines/programs/ffmpeg/codecs.ts';
import {
  audioTargets,
  type FfmpegTarget,
  videoTargets,
} from '../../../src/engines/programs/ffmpeg/formats.ts';
import { firstPicture } from '../../../tools/matrix/programs/media.ts';
import { cover, made, probe, samples, type Stream } from '../../support/service/ffmpeg.ts';
import { media } from '../../support/service/fixtures.ts';
import { psnr } from '../../support/service/raster.ts';
import { snr } from '../../support/service/signal.ts';
import { useService } from '../../support/service/services.ts';
import { withPrograms } from '../../support/service/standalone.ts';

const mono = { channels: 1, sampleRate: 44_100 };
const withoutLoss = new Set(['pcm_s16', 'pcm_s24', 'pcm_f32', 'flac', 'alac']);

/** The targets with several codecs. */
const choices = (targets: Readonly<Record<string, FfmpegTarget>>): (readonly [string, string])[] =>
  Object.entries(targets).flatMap(([to, { video, audio }]) =>
    [...codecNames(video), ...codecNames(audio)].map((codec) => [to, codec] as const),
  );

async function streamOf(bytes: Buffer, format: string, type: 'audio' | 'video'): Promise<Stream> {
  const found = (await probe(bytes, format)).streams.find((each) => each.codec_type === type);
  assert.ok(found);
  return found;
}

/** FFmpeg’s names of PCM samples end with the byte order. */
const plainName = ({ codec_name: name }: Stream): string => name.replace(/^(pcm_[sf]\d+)[bl]e$/, '$1');

describe('The user’s FFmpeg', () => {
  const service = useService([], withPrograms);
  const alone = useService();

  for (const [to, codec] of choices(videoTargets)) {
    it(`encodes video as ${codec} in ${to} on request`, async () => {
      const from = to === 'mkv' ? 'mp4' : 'mkv';
      const source = media(`clip.${from}`);
      const { output } = await service.api.convert(source, to, { codec });
      const { codec_name: name, codec_tag_string: tag } = await streamOf(output, to, 'video');
      assert.equal(name, codec);
      if (codec === 'hevc' && ['mp4', 'm4v', 'mov'].includes(to)) assert.equal(tag, 'hvc1');
      const before = await firstPicture(await readFile(source), from);
      const likeness = psnr(before, await firstPicture(output, to));
      assert.ok(likeness > 30, `${likeness} dB`);
    });
  }

  for (const [to, codec] of choices(audioTargets)) {
    it(`encodes audio as ${codec} in ${to} on request`, async () => {
      const from = to === 'm4a' ? 'flac' : 'm4a';
      const source = await readFile(media(`tone.${from}`));
      const { output } = await service.api.convert(media(`tone.${from}`), to, { codec });
      assert.equal(plainName(await streamOf(output, to, 'audio')), codec);
      const likeness = snr(await samples(source, from, mono), await samples(output, to, mono), 1);
      assert.ok(likeness > (withoutLoss.has(codec) ? 80 : 20), `${likeness} dB`);
    });
  }

  for (const codec of ['h264', 'hevc', 'av1', 'vp9']) {
    it(`makes ${codec} larger at a higher quality`, async () => {
      const sizes = [];
      for (const quality of [10, 60, 95]) {
        const { output } = await service.api.convert(media('clip.mp4'), 'mkv', { codec, quality });
        sizes.push(output.length);
      }
      assert.deepEqual(
        sizes,
        sizes.toSorted((a, b) => a - b),
      );
      assert.equal(new Set(sizes).size, 3);
    });
  }

  for (const to of ['mp3', 'ogg', 'aac', 'wma']) {
    it(`uses the requested audio bit rate for a video as ${to}`, async () => {
      const bytes = await made('mov', ['-f', 'lavfi', '-i', 'anoisesrc=d=10:a=0.3:r=44100', '-ac', '2']);
      for (const bitRate of [64, 160]) {
        const { output } = await service.api.convert({ name: 'a.mov', bytes }, to, { bitRate });
        assert.equal(Math.round((output.length * 8) / 10_000 / bitRate), 1);
      }
    });
  }

  it('gets no bit rate for lossless codecs', async () => {
    const fields = { targetFormat: 'm4a', options: JSON.stringify({ codec: 'alac', bitRate: 128 }) };
    const { json } = await service.api.submit('/convert', media('tone.flac'), fields);
    assert.deepEqual(
      [json?.error, json?.detail],
      ['request.invalid_option', 'The option bitRate: It can’t be combined with the codec alac.'],
    );
  });

  for (const to of ['m4a', 'flac', 'mp3']) {
    it(`keeps the cover in ${to}`, async () => {
      const bytes = await made('m4a', ['-i', media('tone.mp3'), '-map', '0', '-c:v', 'copy']);
      const source = to === 'm4a' ? media('tone.mp3') : { name: 'a.m4a', bytes };
      const { output } = await service.api.convert(source, to, to === 'm4a' ? { codec: 'alac' } : {});
      const original = await cover(await readFile(media('tone.mp3')), 'mp3');
      assert.deepEqual(await cover(output, to), original);
      const { disposition } = await streamOf(output, to, 'video');
      assert.equal(disposition?.['attached_pic'], 1);
    });
  }

  describe('beyond our own engines', () => {
    for (const [name, args, to, codec] of [
      ['a.mov', ['-c:v', 'prores_ks', '-c:a', 'copy'], 'mp4', 'h264'],
      ['a.mkv', ['-c:v', 'mpeg2video', '-c:a', 'ac3'], 'mov', 'h264'],
      ['a.mkv', ['-vn', '-c:a', 'libvorbis'], 'aac', 'aac'],
      ['a.mka', ['-vn', '-c:a', 'ac3'], 'mp3', 'mp3'],
      ['a.wav', ['-vn', '-c:a', 'adpcm_ms'], 'ogg', 'vorbis'],
    ] as const) {
      it(`converts ${name} of ${args.slice(1).join(' ')} to ${to}`, async () => {
        const bytes = await made(name.slice(2), ['-i', media('clip.mp4'), ...args]);
        const { output } = await service.api.convert({ name, bytes }, to);
        assert.equal((await streamOf(output, to, codec === 'h264' ? 'video' : 'audio')).codec_name, codec);
        const error = await alone.api.ending({ name, bytes }, to);
        assert.match(JSON.stringify(error), /"conversion\.program_needed".*FFmpeg/);
      });
    }

    it('offers options that our engines don’t have', async () => {
      const path = '/convert/schema?from=mov&to=mp4';
      const { description, properties } = (await service.api.call(path)).json ?? {};
      assert.equal(description, 'Setting any of these options re-encodes video and audio');
      assert.ok(Object.hasOwn(Object(properties), 'codec'));
      assert.deepEqual((await alone.api.call(path)).json?.['properties'], {});
    });
  });
});

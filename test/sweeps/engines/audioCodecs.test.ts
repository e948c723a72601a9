import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { made, probe, samples } from '../../support/service/ffmpeg.ts';
import { media } from '../../support/service/fixtures.ts';
import { snr } from '../../support/service/signal.ts';
import { useService } from '../../support/service/services.ts';

const stereo = { channels: 2, sampleRate: 44_100 };

describe('The audio codec', () => {
  const service = useService();

  for (const [to, codec, name, decibels] of [
    ['ogg', 'vorbis', 'vorbis', 20],
    ['ogg', 'opus', 'opus', 20],
    ['ogg', 'flac', 'flac', 110],
    ['mka', 'flac', 'flac', 110],
    ['mka', 'vorbis', 'vorbis', 20],
    ['mka', 'opus', 'opus', 20],
    ['weba', 'opus', 'opus', 20],
    ['weba', 'vorbis', 'vorbis', 20],
    ['wav', 'pcm_s16', 'pcm_s16le', 80],
    ['wav', 'pcm_s24', 'pcm_s24le', 110],
    ['wav', 'pcm_f32', 'pcm_f32le', 110],
  ] as const) {
    it(`is ${codec} in ${to} on request`, async () => {
      const source = media('deep.flac');
      const { output } = await service.api.convert(source, to, { codec });
      const { streams } = await probe(output, to);
      assert.equal(streams.find((each) => each.codec_type === 'audio')?.codec_name, name);
      const likeness = snr(
        await samples(await readFile(source), 'flac', stereo),
        await samples(output, to, stereo),
        2,
      );
      assert.ok(likeness > decibels, `${likeness.toFixed(1)} dB`);
    });
  }

  it('isn’t re-encoded if the source already has the requested codec', async () => {
    const source = await readFile(media('tone.opus'));
    const sound = { channels: 2, sampleRate: 48_000 };
    const { output } = await service.api.convert(media('tone.opus'), 'ogg', { codec: 'opus' });
    assert.deepEqual(await samples(output, 'ogg', sound), await samples(source, 'opus', sound));
  });

  it('accepts a bit rate if it is lossy', async () => {
    const bytes = await made('wav', ['-f', 'lavfi', '-i', 'anoisesrc=d=10:a=0.3:r=44100', '-ac', '2']);
    for (const bitRate of [64, 160]) {
      const options = { codec: 'vorbis', bitRate };
      const { output } = await service.api.convert({ name: 'a.wav', bytes }, 'mka', options);
      assert.equal(Math.round((output.length * 8) / 10_000 / bitRate), 1);
    }
  });

  for (const [options, reason] of [
    [{ codec: 'flac', bitRate: 128 }, 'The option bitRate: It can’t be combined with the codec flac.'],
    [
      { codec: 'opus', sampleRate: 44_100 },
      'The option sampleRate: It can’t be combined with the codec opus.',
    ],
  ] as const) {
    it(`refuses ${JSON.stringify(options)} for OGG`, async () => {
      const fields = { targetFormat: 'ogg', options: JSON.stringify(options) };
      const { status, json } = await service.api.submit('/convert', media('tone.wav'), fields);
      assert.deepEqual([status, json?.error, json?.detail], [400, 'request.invalid_option', reason]);
    });
  }

  it('is refused if the format doesn’t support it', async () => {
    const fields = { targetFormat: 'ogg', options: JSON.stringify({ codec: 'mp3' }) };
    const { json } = await service.api.submit('/convert', media('tone.wav'), fields);
    assert.equal(json?.error, 'request.invalid_option');
    assert.match(json.detail ?? '', /^The option codec: .*vorbis/);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { made, probe, samples } from '../../support/service/ffmpeg.ts';
import { media } from '../../support/service/fixtures.ts';
import { snr } from '../../support/service/signal.ts';
import { useService } from '../../support/service/services.ts';

const stereo = { channels: 2, sampleRate: 44_100 };
/** Sines in six channels, each half as loud as the previous one. */
const surround = 'sine=300:d=1,pan=5.1|FL=c0|FR=0.5*c0|FC=0.25*c0|LFE=0.12*c0|BL=0.06*c0|BR=0.03*c0';

const power = (values: Float32Array): number => values.reduce((sum, value) => sum + value ** 2, 0);

async function track(bytes: Buffer, format: string) {
  const { streams } = await probe(bytes, format);
  const found = streams.find((each) => each.codec_type === 'audio');
  assert.ok(found);
  return found;
}

describe('Converted audio', () => {
  const service = useService(['--plan', 'pro']);

  it('has the requested sample rate and channels', async () => {
    const options = { sampleRate: 22_050, channels: 1 };
    for (const to of ['wav', 'flac', 'mp3', 'ogg', 'mka']) {
      const source = to === 'wav' ? 'tone.flac' : 'tone.wav';
      const { output } = await service.api.convert(media(source), to, options);
      const { sample_rate, channels } = await track(output, to);
      assert.deepEqual([sample_rate, channels], ['22050', 1], to);
    }
  });

  it('has the requested bit rate', async () => {
    const bytes = await made('wav', ['-f', 'lavfi', '-i', 'anoisesrc=d=10:a=0.3:r=44100', '-ac', '2']);
    for (const to of ['m4a', 'mp3', 'ogg', 'opus', 'weba']) {
      const sizes = [];
      for (const bitRate of [64, 160]) {
        const { output } = await service.api.convert({ name: 'a.wav', bytes }, to, { bitRate });
        sizes.push(Math.round((output.length * 8) / 10_000 / bitRate));
      }
      assert.deepEqual(sizes, [1, 1], to);
    }
  });

  for (const options of [
    { bitRate: 3 },
    { bitRate: '128' },
    { sampleRate: 1 },
    { channels: 3 },
    { level: 1 },
  ]) {
    it(`refuses the option ${JSON.stringify(options)} as MP3`, async () => {
      const { json } = await service.api.submit('/convert', media('tone.wav'), {
        targetFormat: 'mp3',
        options: JSON.stringify(options),
      });
      assert.equal(json?.error, 'request.invalid_option');
    });
  }

  it('reports that the format lacks a bit rate', async () => {
    const bytes = await made('wav', ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', '1']);
    const error = await service.api.ending({ name: 'a.wav', bytes }, 'ogg', { bitRate: 500 });
    const detail = 'The format doesn’t support this bit rate at 8000 Hz (channels: 1).';
    assert.deepEqual(error, { error: 'conversion.failed', detail });
  });

  it('starts and ends with its source, because players skip encoder padding', async () => {
    const source = await readFile(media('tone.wav'));
    for (const to of ['mp3', 'opus', 'flac', 'mka', 'weba']) {
      const { output } = await service.api.convert(media('tone.wav'), to);
      assert.equal((await samples(output, to, stereo)).length, 2 * 44_100, to);
      const again = await service.api.convert({ name: `a.${to}`, bytes: output }, 'wav');
      const rate = Number((await track(again.output, 'wav')).sample_rate);
      assert.equal(
        (await samples(again.output, 'wav', { ...stereo, sampleRate: rate })).length,
        2 * rate,
        to,
      );
      assert.ok(snr(await samples(source, 'wav', stereo), await samples(output, to, stereo), 2) > 20, to);
    }
  });

  it('starts with its source as M4A, and ends within a frame after it', async () => {
    const source = await samples(await readFile(media('tone.wav')), 'wav', stereo);
    const { output } = await service.api.convert(media('tone.wav'), 'm4a');
    const sound = await samples(output, 'm4a', stereo);
    assert.ok(sound.length >= source.length && sound.length - source.length < 2 * 1024);
    // Compares the samples directly, without searching for a delay.
    const noise = source.map((value, index) => value - (sound[index] ?? 0));
    assert.ok(power(source) > 100 * power(noise));
  });

  it('keeps six channels, except as MP3, which has two', async () => {
    const bytes = await made('flac', ['-f', 'lavfi', '-i', surround]);
    const six = { channels: 6, sampleRate: 44_100 };
    const original = await samples(bytes, 'flac', six);
    for (const [to, decibels] of [
      ['wav', 80],
      ['ogg', 15],
      ['opus', 15],
      ['mka', 80],
    ] as const) {
      const { output } = await service.api.convert({ name: 'a.flac', bytes }, to);
      assert.equal((await track(output, to)).channels, 6);
      const likeness = snr(original, await samples(output, to, six), 6);
      assert.ok(likeness > decibels, `${to}: ${likeness.toFixed(1)} dB`);
    }
    const { output } = await service.api.convert({ name: 'a.flac', bytes }, 'mp3');
    assert.equal((await track(output, 'mp3')).channels, 2);
  });

  it('keeps 24 bits per sample, also of floating point', async () => {
    const float = await made('wav', ['-i', media('deep.wav'), '-c:a', 'pcm_f32le']);
    const { output } = await service.api.convert({ name: 'a.wav', bytes: float }, 'flac');
    assert.equal((await track(output, 'flac')).bits_per_raw_sample, '24');
    assert.ok(snr(await samples(float, 'wav', stereo), await samples(output, 'flac', stereo), 2) > 110);
  });

  it('keeps tags that programs for Windows wrote', async () => {
    const bytes = await made('wav', [
      '-f',
      'lavfi',
      '-i',
      'anullsrc=r=8000:d=1',
      '-metadata',
      'title=Gr__e f_r Zo_',
    ]);
    const title = Buffer.from('Größe für Zoë', 'latin1');
    title.copy(bytes, bytes.indexOf('Gr__e'));
    const { output } = await service.api.convert({ name: 'a.wav', bytes }, 'flac');
    assert.equal((await probe(output, 'flac')).tags['title'], 'Größe für Zoë');
  });

  it('has a sample rate that its format supports', async () => {
    const bytes = await made('flac', ['-f', 'lavfi', '-i', 'sine=300:d=1:r=96000']);
    for (const [to, rate] of [
      ['wav', '96000'],
      ['mka', '96000'],
      ['ogg', '96000'],
      ['mp3', '48000'],
      ['opus', '48000'],
    ] as const) {
      const { output } = await service.api.convert({ name: 'a.flac', bytes }, to);
      assert.equal((await track(output, to)).sample_rate, rate, to);
    }
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { made, probe, samples } from '../../support/service/ffmpeg.ts';
import { media } from '../../support/service/fixtures.ts';
import { useService } from '../../support/service/services.ts';

const encodings = {
  wav: ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le', 'pcm_mulaw', 'pcm_alaw'],
  w64: ['pcm_u8', 'pcm_s24le', 'pcm_f32le', 'pcm_mulaw'],
  aiff: ['pcm_s8', 'pcm_s16be', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be', 'pcm_f64be', 'pcm_s16le', 'pcm_mulaw'],
  au: ['pcm_s8', 'pcm_s16be', 'pcm_s24be', 'pcm_s32be', 'pcm_f32be', 'pcm_f64be', 'pcm_mulaw', 'pcm_alaw'],
} as const;
/** A tone in each of two channels, loud enough to use all bits, with a length that needs no padding. */
const source = 'aevalsrc=0.9*sin(440*2*PI*t)|0.9*sin(313*2*PI*t):s=22050:d=0.64';

async function soundOf(format: string, ...more: string[]): Promise<Buffer> {
  return made(format, ['-f', 'lavfi', '-i', source, ...more]);
}

function withLong(bytes: Buffer, at: number, value: number): Buffer {
  const lying = Buffer.from(bytes);
  lying.writeUInt32BE(value, at);
  return lying;
}

describe('Uncompressed audio', () => {
  const service = useService();

  async function converted(from: string, bytes: Buffer, to: string): Promise<Buffer> {
    return (await service.api.convert({ name: `a.${from}`, bytes }, to)).output;
  }

  async function failure(from: string, bytes: Buffer): Promise<string> {
    const { json } = await service.api.submit(
      '/convert',
      { name: `a.${from}`, bytes },
      { targetFormat: 'flac' },
    );
    return JSON.stringify((await service.api.ended('convert', json?.id)).error);
  }

  for (const [from, codecs] of Object.entries(encodings)) {
    for (const codec of codecs) {
      it(`is the same from ${from} in ${codec}`, async () => {
        const bytes = await soundOf(from, '-c:a', codec);
        const output = await converted(from, bytes, 'flac');
        const shape = { sampleRate: 22_050, channels: 2 };
        const [before, after] = [await samples(bytes, from, shape), await samples(output, 'flac', shape)];
        assert.equal(after.length, before.length);
        assert.ok(after.every((sample, at) => Math.abs(sample - (before[at] ?? 0)) < 1e-6));
        const [stream] = (await probe(output, 'flac')).streams;
        const isShort = /u8|s8|16|law/.test(codec);
        assert.equal(Number(stream?.bits_per_raw_sample), isShort ? 16 : 24);
      });
    }
  }

  it('keeps its title and artist from AIFF, in its own tags or ID3', async () => {
    const plain = await soundOf('aiff', '-metadata', 'title=Ton', '-metadata', 'author=Ann');
    const tags = ['-metadata', 'title=Ton', '-metadata', 'artist=Ann', '-write_id3v2', '1'];
    for (const bytes of [plain, await soundOf('aiff', ...tags)]) {
      const { tags: kept } = await probe(await converted('aiff', bytes, 'flac'), 'flac');
      assert.deepEqual([kept['title'], kept['artist']], ['Ton', 'Ann']);
    }
  });

  it('keeps its tags from a WAV that must be rewritten', async () => {
    const bytes = await soundOf('wav', '-c:a', 'pcm_u8', '-metadata', 'title=Ton');
    assert.equal((await probe(await converted('wav', bytes, 'mp3'), 'mp3')).tags['title'], 'Ton');
  });

  it('keeps six channels from W64', async () => {
    const six = ['-af', 'pan=5.1|FL=c0|FR=c1|FC=c0|LFE=c1|BL=c0|BR=c1'];
    const output = await converted('w64', await soundOf('w64', ...six), 'flac');
    assert.equal((await probe(output, 'flac')).streams[0]?.channels, 6);
  });

  it('is refused if it is truncated', async () => {
    for (const name of ['tone.aiff', 'tone.au', 'tone.w64']) {
      const whole = await readFile(media(name));
      const from = name.slice(5);
      assert.match(
        await failure(from, whole.subarray(0, whole.length / 2)),
        /invalid_input.*ends before/,
        name,
      );
      assert.match(await failure(from, whole.subarray(0, 20)), /invalid_input/, name);
    }
  });

  it('needs a program if it is compressed', async () => {
    const compressed = await soundOf('aiff', '-c:a', 'adpcm_ima_qt');
    assert.match(await failure('aiff', compressed), /conversion\.program_needed.*FFmpeg/);
    const au = await readFile(media('tone.au'));
    assert.match(await failure('au', withLong(au, 12, 23)), /conversion\.program_needed/);
  });

  it('is refused if its header is impossible', async () => {
    const [aiff, au, w64] = await Promise.all(
      ['tone.aiff', 'tone.au', 'tone.w64'].map((name) => readFile(media(name))),
    );
    assert.ok(aiff && au && w64);
    const common = aiff.indexOf('COMM') + 8;
    const lies: readonly (readonly [string, Buffer])[] = [
      ['aiff', withLong(aiff, common, 0)],
      ['aiff', withLong(aiff, common + 2, 0xffff_ffff)],
      ['aiff', withLong(aiff, common - 4, 0xffff_fff0)],
      ['au', withLong(au, 4, 0xffff_fff0)],
      ['au', withLong(au, 16, 0)],
      ['au', withLong(au, 20, 0xffff_ffff)],
      ['w64', withLong(w64, w64.indexOf('fmt ') + 16, 0xffff_ffff)],
    ];
    for (const [index, [from, bytes]] of lies.entries()) {
      assert.match(await failure(from, bytes), /conversion\.invalid_input/, `${from} ${index}`);
    }
    assert.ok((await converted('aiff', aiff, 'flac')).length > 1000);
  });
});

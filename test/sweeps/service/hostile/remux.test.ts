import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { made, probe } from '../../../support/service/ffmpeg.ts';
import { media } from '../../../support/service/fixtures.ts';
import { useService } from '../../../support/service/services.ts';

const large = 2 ** 31;
const incomplete = {
  error: 'conversion.invalid_input',
  detail: 'The file ends before its video or audio does. Download or copy it again.',
};

/** The film with a number inserted, this many bytes after the name of the first box with this type. */
function withNumber(film: Buffer, type: string, offset: number, value: number): Buffer {
  const lying = Buffer.from(film);
  lying.writeUInt32BE(value, lying.indexOf(type) + 4 + offset);
  return lying;
}

/** A box with a size field of eight bytes. */
function withWideSize(film: Buffer, type: string, size: bigint): Buffer {
  const at = film.indexOf(type) - 4;
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4);
  head.writeBigUInt64BE(size, 8);
  return Buffer.concat([film.subarray(0, at), head, film.subarray(at + 8)]);
}

function boxed(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4);
  return Buffer.concat([head, content]);
}

describe('A hostile video for remuxing', () => {
  const service = useService();
  const mp4 = readFileSync(media('clip.mp4'));

  const ending = (name: string, bytes: Buffer, targetFormat: string): Promise<unknown> =>
    service.api.ending({ name, bytes }, targetFormat);

  /** Asserts that the job reports the file as damaged, before the consumer of its data gives up. */
  async function assertRefused(kind: string, bytes: Buffer, name = 'a.mp4', to = 'mkv'): Promise<void> {
    const error = await ending(name, bytes, to);
    assert.match(JSON.stringify(error), /conversion\.invalid_input.*(?:damaged|ends before)/, kind);
  }

  it('is reported as damaged if there is noise between its parts', async () => {
    for (const name of ['clip.webm', 'clip.mkv']) {
      const whole = await readFile(media(name));
      const middle = whole.length / 2;
      const noise = Buffer.alloc(5000, 0x55);
      const noisy = Buffer.concat([whole.subarray(0, middle), noise, whole.subarray(middle)]);
      await assertRefused(name, noisy, name, 'mka');
    }
  });

  for (const name of ['clip.mp4', 'clip.mov', 'clip.m4v', 'clip.3gp', 'clip.mkv', 'clip.webm', 'tone.m4a']) {
    it(`doesn’t become a shorter one if it was truncated: ${name}`, async () => {
      const whole = await readFile(media(name));
      for (const share of [0.2, 0.6, 0.99]) {
        const cut = whole.subarray(0, Math.floor(whole.length * share));
        assert.deepEqual(await ending(name, cut, 'mka'), incomplete, `${share}`);
      }
    });
  }

  it('doesn’t become a shorter one if it was truncated after its tables, either', async () => {
    const streamed = await made('mp4', ['-i', media('clip.mp4'), '-c', 'copy', '-movflags', '+faststart']);
    assert.ok(streamed.indexOf('moov') < streamed.indexOf('mdat'));
    assert.deepEqual(await ending('a.mp4', streamed.subarray(0, -5000), 'mkv'), incomplete);
  });

  it('is saved as far as it goes if a recorder didn’t finish it', async () => {
    const film = await readFile(media('clip.mkv'));
    const at = film.indexOf(Buffer.from('18538067', 'hex')) + 4;
    const unended = Buffer.concat([
      film.subarray(0, at),
      Buffer.from('01ffffffffffffff', 'hex'),
      film.subarray(at + 8),
    ]);
    const bytes = unended.subarray(0, Math.floor(unended.length * 0.9));
    const { output } = await service.api.convert({ name: 'a.mkv', bytes }, 'mp4');
    const { duration, streams } = await probe(output, 'mp4');
    assert.ok(duration > 0.9, `${duration} s`);
    assert.equal(streams.length, 3);
  });

  it('is refused at once if it claims sizes and counts beyond its end', async () => {
    const lies = {
      'a box of 2⁶³ bytes': withWideSize(mp4, 'moov', 2n ** 63n),
      'a box of all bytes there can be': withWideSize(mp4, 'moov', 2n ** 64n - 1n),
      'a box shorter than its head': withNumber(mp4, 'moov', -8, 4),
      'sizes of 2³¹ samples': withNumber(mp4, 'stsz', 8, large),
      '2³¹ samples of one size': withNumber(withNumber(mp4, 'stsz', 4, 1), 'stsz', 8, large),
      'times of 2³¹ samples': withNumber(mp4, 'stts', 8, large),
      '2³¹ samples in a chunk': withNumber(mp4, 'stsc', 12, large),
      'places of 2³¹ chunks': withNumber(mp4, 'stco', 4, large),
      'a sample of 2³¹ bytes': withNumber(mp4, 'stsz', 12, large),
      'no units of time': withNumber(mp4, 'mdhd', 12, 0),
    };
    for (const [kind, bytes] of Object.entries(lies)) await assertRefused(kind, bytes);
    let nested: Buffer = Buffer.alloc(0);
    for (let depth = 0; depth < 5000; depth += 1) nested = boxed('moov', nested);
    await assertRefused('boxes in boxes', Buffer.concat([mp4.subarray(0, mp4.readUInt32BE(0)), nested]));
  });

  it('is refused with empty tracks', async () => {
    const empty = Buffer.from(mp4);
    for (const [type, offset] of [
      ['stsz', 8],
      ['stco', 4],
      ['stts', 4],
      ['stsc', 4],
    ] as const) {
      for (let at = empty.indexOf(type); at !== -1; at = empty.indexOf(type, at + 1))
        empty.writeUInt32BE(0, at + 4 + offset);
    }
    await assertRefused('no samples', empty);
  });

  it('is refused if it is a header with noise', async () => {
    for (const name of ['clip.mkv', 'clip.m2ts', 'clip.mov']) {
      const film = await readFile(media(name));
      const noise = film.map((byte, at) => (at > 600 ? (at * 31) % 256 : byte));
      await assertRefused(name, Buffer.from(noise), name, 'mka');
    }
    assert.equal(await ending('clip.mp4', mp4, 'mkv'), 'Succeeded');
  });
});

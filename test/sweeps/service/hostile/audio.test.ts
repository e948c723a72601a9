import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Listener } from '../../../support/http/listener.ts';
import { made, samples } from '../../../support/service/ffmpeg.ts';
import { media } from '../../../support/service/fixtures.ts';
import { useService } from '../../../support/service/services.ts';
import { wav } from '../../../support/service/wav.ts';

const invalid = 'conversion.invalid_input';

function isFault(error: unknown): error is { readonly error: string } {
  return typeof error === 'object' && error !== null && 'error' in error;
}

describe('Hostile audio', () => {
  const service = useService(['--plan', 'free']);

  /** The end of the job: its error code, its status, or a refusal. */
  async function ending(name: string, bytes: Uint8Array, to: string): Promise<string> {
    const { json } = await service.api.submit('/convert', { name, bytes }, { targetFormat: to });
    if (json?.id === undefined) return 'refused';
    const { error, status } = await service.api.ended('convert', json.id);
    return String(isFault(error) ? error.error : status);
  }

  for (const format of ['wav', 'flac', 'mka']) {
    it(`is refused as ${format} if it is truncated`, async () => {
      const whole = await made(format, [
        '-f',
        'lavfi',
        '-i',
        'sine=300:d=4',
        '-c:a',
        format === 'wav' ? 'pcm_s16le' : 'flac',
      ]);
      const bytes = whole.subarray(0, whole.length / 2);
      for (const to of ['mp3', 'weba']) assert.equal(await ending(`a.${format}`, bytes, to), invalid);
    });
  }

  it('fails with nothing but a header', async () => {
    for (const format of ['wav', 'flac', 'mp3', 'ogg', 'opus', 'mka', 'weba']) {
      const bytes = (await readFile(media(`tone.${format}`))).subarray(0, 60);
      const end = await ending(`a.${format}`, bytes, format === 'wav' ? 'flac' : 'wav');
      assert.ok([invalid, 'refused'].includes(end), `${format}: ${end}`);
    }
  });

  for (const [what, header] of Object.entries({
    'no channels': { channels: 0 },
    'no rate': { rate: 0 },
    'a rate of billions': { rate: 0xffff_fff0 },
    'thousands of channels': { channels: 32_767 },
    'samples of no bits': { bits: 0 },
  })) {
    it(`fails with ${what}`, async () => {
      assert.equal(await ending('a.wav', wav(header), 'flac'), invalid);
      assert.equal(await ending('a.wav', wav(header), 'mp3'), invalid);
    });
  }

  it('is converted as far as it goes, like an interrupted recording, if it has less data than its header declares', async () => {
    for (const claimed of [4_000_000, 0xffff_ff00]) {
      const { output } = await service.api.convert({ name: 'a.wav', bytes: wav({ claimed }) }, 'flac');
      assert.equal((await samples(output, 'flac', { channels: 1, sampleRate: 44_100 })).length, 100);
    }
  });

  it('fails or is converted as far as it goes if noise follows a real header, and the service continues', async () => {
    for (const format of ['flac', 'mp3', 'ogg', 'opus', 'mka', 'weba']) {
      const bytes = Buffer.from(await readFile(media(`tone.${format}`)));
      for (let at = 100; at < bytes.length; at += 11) bytes[at] = (at * 31) % 256;
      const end = await ending(`a.${format}`, bytes, 'wav');
      assert.ok([invalid, 'conversion.failed', 'Succeeded'].includes(end), `${format}: ${end}`);
    }
    assert.equal(await ending('a.flac', await readFile(media('tone.flac')), 'wav'), 'Succeeded');
  });

  it('is refused if it is text or a playlist, and nothing is requested', async () => {
    const listener = await Listener.start();
    const address = `${listener.url}/a.mp3`;
    const texts = [
      'Only words.\n',
      `#EXTM3U\n#EXTINF:1,\n${address}\n`,
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}\n#EXT-X-ENDLIST\n`,
      `#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n`,
      `ffconcat version 1.0\nfile ${address}\n`,
      `[playlist]\nFile1=${address}\n`,
    ];
    for (const text of texts) {
      for (const name of ['a.mp3', 'a.wav', 'a.m3u8', 'a.ogg', 'a.mp4']) {
        assert.notEqual(await ending(name, Buffer.from(text), 'flac'), 'Succeeded', name);
      }
    }
    listener.stop();
    assert.deepEqual(listener.calls, []);
  });
});

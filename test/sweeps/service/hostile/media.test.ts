import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../../support/command.ts';
import { Listener } from '../../../support/http/listener.ts';
import { withExternalTrack } from '../../../support/service/externalTrack.ts';
import { samples } from '../../../support/service/ffmpeg.ts';
import { media } from '../../../support/service/fixtures.ts';
import { StandaloneService, unconfined, withPrograms } from '../../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('A hostile video or audio file', () => {
  const folder = useTemporaryFolder();
  let service: StandaloneService;
  let listener: Listener;

  beforeEach(async () => {
    service = await StandaloneService.start(unconfined, { ...withPrograms, TMPDIR: folder.path });
    listener = await Listener.start();
  });
  afterEach(async () => {
    listener.stop();
    await service.stop();
  });

  async function ending(name: string, bytes: Uint8Array, targetFormat: string) {
    const { json } = await service.api.submit('/convert', { name, bytes }, { targetFormat });
    const { status, error } = await service.api.ended('convert', json?.id);
    return { status, error };
  }

  /** Files that make FFmpeg open other files or addresses if it may guess the format. */
  const lists = (target: string): Readonly<Record<string, string>> => ({
    m3u8: `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`,
    'an encrypted m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXT-X-KEY:METHOD=AES-128,URI="${target}"\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`,
    ffconcat: `ffconcat version 1.0\nfile '${target}'\n`,
    mpd: `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    sdp: `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=a\nc=IN IP4 127.0.0.1\nt=0 0\na=control:${target}\nm=audio ${new URL(listener.url).port} RTP/AVP 0\n`,
    asx: `<asx version="3.0"><entry><ref href="${target}"/></entry></asx>`,
    'ASF reference': `[Reference]\nRef1=${target}\n`,
    ass: `[Script Info]\nScriptType: v4.00+\n[Fonts]\nfontname: ${target}\n[Events]\nDialogue: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,{\\img(${target})}a\n`,
    'VobSub index': `# VobSub index file, v7\nid: en, index: 0\n# ${target}\ntimestamp: 00:00:00:000, filepos: 000000000\n`,
  });
  const films = ['mp4', 'mkv', 'avi', 'flv', 'wmv', 'mpg', 'ogv', 'mxf', 'gif', 'y4m'];
  const audio = ['mp3', 'aac', 'flac', 'opus', 'aiff', 'caf', 'ac3', 'tta', 'amr'];

  it('isn’t followed if it lists other files and addresses', async () => {
    const texts = [`${listener.url}/a.ts`, `file://${media('clip.mp4')}`].flatMap((target) =>
      Object.entries(lists(target)),
    );
    const playlists = texts.filter(([kind]) => kind === 'm3u8' || kind === 'ffconcat').slice(0, 2);
    const cases = [
      ...[...films, ...audio].map((from) => ({ from, texts: playlists })),
      ...['wmv', 'mp3'].map((from) => ({ from, texts })),
    ];
    for (const { from, texts: ofFormat } of cases) {
      const to = films.includes(from) ? 'webm' : 'wma';
      const ends = await Promise.all(
        ofFormat.map(async ([kind, text]) => ({
          kind,
          ...(await ending(`a.${from}`, Buffer.from(text), to)),
        })),
      );
      for (const { kind, status, error } of ends) {
        assert.deepEqual(
          [status, codeOf(error)],
          ['Failed', 'conversion.invalid_input'],
          `${kind} as ${from}`,
        );
      }
    }
    assert.deepEqual(listener.calls, []);
  });

  it('is refused if its audio is in another file, which isn’t read', async () => {
    const silence = path.join(folder.path, 'silence.mov');
    const tone = path.join(folder.path, 'tone.mov');
    const inner = path.join(folder.path, 'a/b/film.mov');
    await encode('anullsrc=r=8000:cl=mono', silence);
    await encode('sine=440:r=8000', tone);
    // A job's folder is as deep as `a/b`, so the reference fits there, too.
    const film = withExternalTrack(await readFile(silence), tone, 3);
    await mkdir(path.dirname(inner), { recursive: true });
    await writeFile(inner, film);
    const followed = path.join(folder.path, 'followed.wav');
    await run('ffmpeg', ['-v', 'error', '-enable_drefs', '1', '-i', inner, followed]);
    assert.ok(await sounds(await readFile(followed)), 'the film is not as hostile as it is meant to be');
    for (const to of ['wav', 'mka', 'mp4']) {
      assert.deepEqual(await ending('a.mov', film, to), {
        status: 'Failed',
        error: {
          error: 'conversion.invalid_input',
          detail: 'The video or audio is in another file, and references to other files aren’t supported.',
        },
      });
    }
  });

  it('fails if it is truncated or random, and the next file doesn’t', async () => {
    const film = await readFile(media('clip.webm'));
    const noise = Buffer.from(film.map((byte, at) => (at > 40 ? (at * 31) % 256 : byte)));
    for (const bytes of [film.subarray(0, 300), noise, Buffer.alloc(100_000), Buffer.alloc(0)]) {
      const { status, error } = await ending('a.webm', bytes, 'avi');
      assert.deepEqual([status, codeOf(error)], ['Failed', 'conversion.invalid_input']);
    }
    await service.api.convert(media('clip.webm'), 'avi');
  });
});

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'error' in error ? error.error : error;
}

/** True if a WAV file contains anything but silence. */
async function sounds(wav: Buffer): Promise<boolean> {
  const heard = await samples(wav, 'wav', { sampleRate: 8000, channels: 1 });
  return heard.some((sample) => sample !== 0);
}

/** Writes one second of this FFmpeg test source to a file. */
async function encode(source: string, file: string): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-t', '1', '-c:a', 'pcm_s16le', file]);
}

import assert from 'node:assert/strict';
import { made, probe, type Probe } from '../../support/service/ffmpeg.ts';
import { media } from '../../support/service/fixtures.ts';
import { useService } from '../../support/service/services.ts';

const tags = ['-metadata', 'title=Harbour', '-metadata', 'artist=Ann', '-metadata', 'comment=Quiet'];
const tracks = [
  ['-map', '0:v', '-map', '0:a:0', '-map', '0:a:1', '-c', 'copy'],
  ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu'],
  ['-disposition:a:0', '0', '-disposition:a:1', 'default'],
].flat();

describe('A remuxed video', () => {
  const service = useService();

  /** Describes the result of converting a video with two audio tracks that FFmpeg wrote. */
  async function remuxed(from: string, to: string): Promise<Probe> {
    const bytes = await made(from, ['-i', media('clip.mp4'), ...tags, ...tracks]);
    return probe((await service.api.convert({ name: `a.${from}`, bytes }, to)).output, to);
  }

  for (const [from, to] of [
    ['mkv', 'mp4'],
    ['mkv', 'mov'],
    ['mp4', 'mov'],
    ['mov', 'mp4'],
    ['mp4', 'mkv'],
    ['mov', 'mkv'],
  ] as const) {
    it(`keeps its title, artist, and comment from ${from} to ${to}`, async () => {
      const found = Object.entries((await remuxed(from, to)).tags);
      // FFmpeg prefixes the name of a Matroska tag with the tag's scope.
      const kept = Object.fromEntries(found.map(([name, value]) => [name.replace(/^movie\//, ''), value]));
      assert.deepEqual([kept['title'], kept['artist'], kept['comment']], ['Harbour', 'Ann', 'Quiet']);
    });
  }

  for (const [from, to] of [
    ['mkv', 'mp4'],
    ['mp4', 'mov'],
    ['mp4', 'mkv'],
  ] as const) {
    it(`keeps both audio tracks with their languages and the default from ${from} to ${to}`, async () => {
      const { streams } = await remuxed(from, to);
      const sounds = streams.filter((each) => each.codec_type === 'audio');
      assert.deepEqual(
        sounds.map((each) => [each.tags?.['language'], each.disposition?.['default']]),
        [
          ['eng', 0],
          ['deu', 1],
        ],
      );
    });
  }

  it('keeps the phone’s rotation from MOV to MP4', async () => {
    const { output } = await service.api.convert(media('turned.mov'), 'mp4');
    const [video] = (await probe(output, 'mp4')).streams;
    assert.equal(video?.side_data_list?.find((each) => each.rotation !== undefined)?.rotation, 90);
  });
});

import assert from 'node:assert/strict';
import { decoded } from '../../test/support/service/ffmpeg.ts';
import { subtitle } from '../../test/support/service/fixtures.ts';
import type { Check } from './check.ts';

export const subtitleSample = (from: string): string => subtitle(`harbour.${from}`);

const times = /(\d+):(\d+):(\d+),(\d+) --> (\d+):(\d+):(\d+),(\d+)\n/g;

/** The subtitles of a file as FFmpeg writes them as SRT, without fonts and positions: their texts, and their times. */
async function subtitlesIn(content: Buffer, format: string): Promise<{ texts: string[]; ms: number[] }> {
  const srt = (await decoded(content, format, ['-f', 'srt'])).toString().replaceAll('\r', '');
  const plain = srt
    .replaceAll(/<\/?font[^>]*>|\{[^}]*\}/g, '')
    .replaceAll('<b><i>', '<i><b>')
    .replaceAll('</i></b>', '</b></i>');
  const ms = [...plain.matchAll(times)].flatMap(([, ...numbers]) => {
    const [h = 0, m = 0, s = 0, ms = 0, ...end] = numbers.map(Number);
    const [h2 = 0, m2 = 0, s2 = 0, ms2 = 0] = end;
    return [((h * 60 + m) * 60 + s) * 1000 + ms, ((h2 * 60 + m2) * 60 + s2) * 1000 + ms2];
  });
  const blocks = plain.trimEnd().split('\n\n');
  return { texts: blocks.map((block) => block.split('\n').slice(2).join('\n')), ms };
}

/** FFmpeg finds the same formatted texts at the same times, to a hundredth of a second. Text has words alone. */
export const sameSubtitles: Check = async ({ from, to, source, output }) => {
  const before = await subtitlesIn(source, from);
  if (to === 'txt') {
    const words = before.texts.map((text) => text.replaceAll(/<\/?[biu]>/g, ''));
    // FFmpeg drops the name of a speaker.
    const lines = words.map((text, at) => `${from !== 'srt' && at === 3 ? 'Anna: ' : ''}${text}\n`);
    return assert.equal(output.toString(), lines.join(''));
  }
  const after = await subtitlesIn(output, to);
  assert.deepEqual(after.texts, before.texts);
  assert.equal(after.ms.length, 2 * before.texts.length);
  for (const [index, ms] of after.ms.entries())
    assert.ok(Math.abs(ms - (before.ms[index] ?? 0)) <= 5, `${ms} ms`);
};

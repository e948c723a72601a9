import assert from 'node:assert/strict';
import { decoded } from '../../../test/support/service/ffmpeg.ts';
import { subtitle } from '../../../test/support/service/fixtures.ts';
import type { Check, Proofs } from '../proofs.ts';

interface Shown {
  readonly times: readonly number[];
  readonly text: string;
}

/** The subtitles of a file as FFmpeg reads them, with basic formatting. */
async function shown(content: Buffer, format: string): Promise<Shown[]> {
  const text = (await decoded(content, format, ['-f', 'srt'])).toString().replaceAll('\r', '');
  return text
    .trimEnd()
    .split(/\n\n/)
    .map((block) => {
      const [, times = '', ...lines] = block.split('\n');
      return {
        times: [...times.matchAll(/(\d+):(\d+):(\d+),(\d+)/g)].map(
          ([, hours, minutes, seconds, ms]) =>
            ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(ms),
        ),
        text: lines
          .join('\n')
          .replaceAll(/<\/?font[^>]*>|\{[^}]*\}/g, '')
          .replaceAll('<b><i>', '<i><b>')
          .replaceAll('</i></b>', '</b></i>'),
      };
    });
}

/** Both files have the same texts with the same formatting, shown at the same times, to a hundredth of a second. */
const sameSubtitles: Check = async ({ from, to, source, output }) => {
  const [before, after] = [await shown(source, from), await shown(output, to)];
  assert.deepEqual(
    after.map(({ text }) => text),
    before.map(({ text }) => text),
  );
  const beforeMs = before.flatMap(({ times }) => times);
  const afterMs = after.flatMap(({ times }) => times);
  assert.equal(afterMs.length, 2 * before.length);
  for (const [index, ms] of afterMs.entries()) {
    assert.ok(Math.abs(ms - (beforeMs[index] ?? 0)) <= 5, `${ms} ms`);
  }
};

/** The same texts in order of time, some with their speaker's name. */
const sameWords: Check = async ({ from, source, output }) => {
  const before = await shown(source, from);
  const texts = before.map(({ text }) => text.replaceAll(/<\/?[biu]>/g, ''));
  const expected = texts.map((text, index) => `${speakers(from, index)}${text}\n`).join('');
  assert.equal(output.toString(), expected);
};

function speakers(from: string, index: number): string {
  return from !== 'srt' && index === 3 ? 'Anna: ' : '';
}

export const subtitleProofs: readonly Proofs[] = [
  {
    engine: 'subtitles',
    kind: 'documents',
    samples: { srt: subtitle('harbour.srt'), vtt: subtitle('harbour.vtt'), ass: subtitle('harbour.ass') },
    checks: { srt: sameSubtitles, vtt: sameSubtitles, ass: sameSubtitles, txt: sameWords },
  },
];

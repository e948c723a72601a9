import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { document } from '../../support/service/fixtures.ts';
import { invalid } from '../../support/service/jobFaults.ts';
import { picturesIn, extractedPictures } from '../../support/service/pdfFacts.ts';
import { StandaloneService, withPrograms } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

const exec = promisify(execFile);
const printed = document('structure/report.pdf');
/**
 * Tolerance in points: the box of a recognized word has room for the tallest letters, but the box of a printed word is
 * only as high as the word.
 */
const samePosition = 6;
const minShare = 0.9;

interface Word {
  readonly text: string;
  readonly left: number;
  readonly bottom: number;
}

/** The words of a PDF with their positions, according to Poppler. */
async function wordsIn(file: string): Promise<Word[]> {
  const { stdout } = await exec('pdftotext', ['-bbox', file, '-']);
  const words = stdout.matchAll(/<word xMin="([\d.]+)" .* yMax="([\d.]+)">(.*)<\/word>/g);
  return [...words].map(([, left, bottom, text = '']) => ({
    text,
    left: Number(left),
    bottom: Number(bottom),
  }));
}

describe('A scan that Tesseract reads', () => {
  const folder = useTemporaryFolder();
  let service: StandaloneService;

  before(async () => {
    service = await StandaloneService.start([], withPrograms);
  });
  after(() => service.stop());

  const failure = async (file: string, options: object = {}): Promise<unknown> => {
    const fields = { targetFormat: 'pdf', options: JSON.stringify(options) };
    const { json } = await service.api.submit('/convert', file, fields);
    return (await service.api.ended('convert', json?.id)).error;
  };

  const at = (name: string): string => path.join(folder.path, name);

  /** A page of the printed report as drawn by Ghostscript. */
  async function drawn(device: string, name: string): Promise<string> {
    await exec('gs', ['-q', '-dSAFER', `-sDEVICE=${device}`, '-r200', '-o', at(name), printed]);
    return at(name);
  }

  it('becomes a PDF whose words are found in their places, with the same picture', async () => {
    const scan = await drawn('pdfimage8', 'scan.pdf');
    await exec('qpdf', [scan, '--rotate=+90:1', at('turned.pdf')]);
    const expected = await wordsIn(printed);
    for (const [source, back] of [
      [scan, '+0'],
      [at('turned.pdf'), '-90'],
    ] as const) {
      const { output } = await service.api.convert(source, 'pdf');
      const before = await readFile(source);
      assert.deepEqual(await picturesIn(output), await picturesIn(before));
      assert.deepEqual(await extractedPictures(output), await extractedPictures(before));
      await writeFile(at('made.pdf'), output);
      await exec('qpdf', [at('made.pdf'), `--rotate=${back}:1`, at('upright.pdf')]);
      const words = await wordsIn(at('upright.pdf'));
      const found = expected.filter(({ text, left, bottom }) =>
        words.some(
          (word) => word.text === text && Math.hypot(word.left - left, word.bottom - bottom) < samePosition,
        ),
      );
      assert.ok(found.length >= minShare * expected.length, `${found.length} of ${expected.length} words`);
    }
  });

  it('becomes Markdown with its lists and tables, without the picture of the page', async () => {
    const { output } = await service.api.convert(await drawn('pdfimage8', 'scan.pdf'), 'md');
    const text = output.toString();
    assert.match(text, /^# Measuring water\n/);
    assert.match(text, /^\| Old lock \| 31\.0 \| Two sensors \|$/m);
    assert.match(text, /^2\. It must not differ .* a flood\.\n {4}- Tides are expected at the harbor\.$/m);
    assert.doesNotMatch(text, /!\[/);
  });

  it('can be a picture, whose PDF has text only on request', async () => {
    const { output } = await service.api.convert(document('note.png'), 'txt');
    assert.match(output.toString(), /^A note from the harbor\n/);
    for (const [options, count] of [
      [{}, 0],
      [{ languages: 'eng' }, 9],
    ] as const) {
      await writeFile(
        at('note.pdf'),
        (await service.api.convert(document('note.png'), 'pdf', options)).output,
      );
      assert.equal((await wordsIn(at('note.pdf'))).length, count);
    }
  });

  it('is refused in a language that isn’t installed, or without anything to recognize', async () => {
    const missing = invalid('Tesseract’s data for the language “tlh” isn’t installed.');
    assert.deepEqual(await failure(document('scan.pdf'), { languages: 'eng+tlh' }), missing);
    assert.deepEqual(await failure(document('scan.pdf')), invalid('No text was recognized on these pages.'));
    assert.deepEqual(await failure(printed), invalid('All pages already have selectable text.'));
  });
});

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { LocalService } from '../../../src/vscode/localService/localService.ts';
import { becomes, eventually } from '../../support/eventually.ts';
import { named } from '../../support/service/files.ts';
import { document } from '../../support/service/fixtures.ts';
import { invalid } from '../../support/service/jobFaults.ts';
import { LocalWork } from '../../support/service/localWork.ts';
import { picturesIn, extractedPictures } from '../../support/service/pdfFacts.ts';
import { commandOf, processesAt } from '../../support/service/processes.ts';
import { useService } from '../../support/service/services.ts';
import { bundle, withPrograms } from '../../support/service/standalone.ts';
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

/** Runs Tesseract, except on the second page. */
const exceptSecondPage = (instead: string): string => `#!/bin/sh
case $1 in --*) exec /usr/bin/tesseract "$@" ;; esac
echo >>pages
[ "$(wc -l <pages)" != 2 ] || exec ${instead}
exec /usr/bin/tesseract "$@"
`;

describe('A scan that Tesseract reads', () => {
  const folder = useTemporaryFolder();
  const service = useService([], withPrograms);

  const failure = (file: string, options: object = {}): Promise<unknown> =>
    service.api.ending(file, 'pdf', options);

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
    assert.match(text, /^2\. It must not differ .* a flood\.\n {3}- Tides are expected at the harbor\.$/m);
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

  describe('of several pages', () => {
    let local: LocalService;
    let pages: string;

    /** Starts a service with a program in place of Tesseract for the second page. */
    async function start(instead: string): Promise<void> {
      const program = at('tesseract');
      await writeFile(program, exceptSecondPage(instead), { mode: 0o755 });
      local = new LocalService({
        scriptPath: bundle,
        temporaryRoot: folder.path,
        programs: () => ({ paths: { tesseract: program }, avoid: [] }),
        log: () => undefined,
      });
    }
    const convert = (to: string): LocalWork => new LocalWork(local, folder.path, named(pages), to);

    beforeEach(async () => {
      const scan = at('scan.pdf');
      await writeFile(scan, (await service.api.convert(document('note.png'), 'pdf')).output);
      pages = at('pages.pdf');
      await exec('qpdf', ['--empty', '--pages', scan, scan, scan, '--', pages]);
    });
    afterEach(() => local.dispose());

    it('names a page that can’t be recognized, and has the text of the others', async () => {
      await start('false');
      const note = '[The text of page 2 couldn’t be recognized.]';
      const output = await convert('txt').output();
      const [first = '', second = '', third = ''] = output.toString().split('\f');
      for (const page of [first, third]) assert.match(page, /^A note from the harbor\n/);
      assert.equal(second.trim(), note);
      await writeFile(at('noted.pdf'), await convert('pdf').output());
      const { stdout } = await exec('pdftotext', ['-f', '2', '-l', '2', at('noted.pdf'), '-']);
      assert.equal(stdout.trim(), note);
    });

    it('reports its progress, and stops in the middle when it is canceled', async () => {
      await start('sleep 86400');
      const job = convert('md');
      await becomes(() => job.progress, 1 / 3);
      job.cancel();
      assert.equal((await job.ended).status, 'Canceled');
      await eventually(
        () => processesAt(folder.path).map(commandOf),
        (names) => !names.includes('sleep'),
      );
    });
  });
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { convertFile } from '../../../tools/corpus/convertFile.ts';
import { toolEnv } from '../../support/command.ts';
import { root } from '../../support/paths.ts';
import { fakeProgram } from '../../support/service/fakeProgram.ts';
import { document, photo } from '../../support/service/fixtures.ts';
import { zipOfEntries } from '../../support/service/hostileArchives.ts';
import { StandaloneService } from '../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../support/temporaryFolder.ts';

describe('npm run corpus', () => {
  const folder = useTemporaryFolder();
  const corpus = (...names: string[]): string => path.join(folder.path, 'corpus', ...names);

  /** Runs the command with a Poppler that reads different words in every PDF, and a MuPDF that reads none. */
  const run = async (...args: string[]): Promise<{ code: number; lines: string[]; errors: string }> =>
    runOn(toolEnv()['PATH'], ...args);

  const runOn = async (PATH: string | undefined, ...args: string[]) => {
    const programs = path.join(folder.path, 'programs');
    mkdirSync(programs);
    fakeProgram(programs, 'echo these are other words', 'pdftotext');
    fakeProgram(programs, 'exit 1', 'mutool');
    const child = spawn(process.execPath, ['tools/corpus/main.ts', ...args], {
      cwd: root,
      env: { ...toolEnv(), PATH: `${programs}:${PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve));
    const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code: code ?? -1, lines: output.trim().split('\n'), errors };
  };

  beforeEach(() => {
    mkdirSync(corpus('below'), { recursive: true });
    copyFileSync(document('text.pdf'), corpus('below', 'page.pdf'));
    copyFileSync(photo('bmp'), corpus('photo.bmp'));
    // This name could be mistaken for an option or a glob.
    copyFileSync(photo('tga'), corpus('-photo [1].tga'));
    writeFileSync(corpus('cut.pdf'), readFileSync(document('text.pdf')).subarray(0, 200));
    symlinkSync(photo('tga'), corpus('linked.tga'));
  });

  it('names files that others read differently or that only we refuse, and fails', async () => {
    const { code, lines } = await run(corpus());
    const summary: unknown = JSON.parse(lines.pop() ?? '');
    assert.match(
      lines.toSorted()[0] ?? '',
      /^disagreement {2}below\/page\.pdf \(pdf\) {2}Poppler: .*only theirs: /,
    );
    assert.match(lines.toSorted()[1] ?? '', /^refusal {2}cut\.pdf \(pdf\) {2}The PDF .* Read by: Poppler$/);
    assert.equal(lines.length, 2);
    const none = {
      agreements: 0,
      disputed: 0,
      disagreements: 0,
      refusals: 0,
      crashes: 0,
      hangs: 0,
      unverified: 0,
    };
    assert.deepEqual(summary, {
      ...none,
      files: 4,
      agreements: 2,
      disagreements: 1,
      refusals: 1,
      byKind: {
        images: { ...none, files: 2, agreements: 2 },
        pdf: { ...none, files: 2, disagreements: 1, refusals: 1 },
      },
    });
    assert.equal(code, 1);
  });

  it('succeeds if others agree, and leaves the folder as it was', async () => {
    const before = readdirSync(corpus(), { recursive: true });
    const { code, lines, errors } = await run(corpus(), '--only', 'images');
    assert.equal(lines.length, 1);
    assert.equal(code, 0, errors);
    assert.deepEqual(readdirSync(corpus(), { recursive: true }), before);
  });

  it('marks files as unverified if no other program can read our output', async () => {
    writeFileSync(corpus('some.zip'), await zipOfEntries(2));
    const { code, lines, errors } = await runOn('', corpus(), '--only', 'archives');
    assert.match(lines[0] ?? '', /"files":1,.*"disagreements":0,.*"unverified":1,/);
    assert.equal(code, 0, errors);
  });

  it('prints its usage for an invalid command line', async () => {
    const { code, errors } = await run(corpus(), '--only', 'everything');
    assert.match(errors, /^npm run corpus -- FOLDER.*images/);
    assert.equal(code, 2);
  });
});

describe('A conversion of a corpus', () => {
  it('counts as hung if it exceeds its time', async () => {
    const service = await StandaloneService.start(['--job-delay-ms', '3600000']);
    try {
      const file = { name: 'photo.bmp', bytes: readFileSync(photo('bmp')) };
      const outcome = await convertFile(service.api, file, 'png', 1000);
      assert.deepEqual(outcome, { is: 'hung', sentence: 'Not done after 1 seconds.' });
    } finally {
      await service.stop();
    }
  });
});

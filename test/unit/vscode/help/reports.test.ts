import assert from 'node:assert/strict';
import { codeFromOutside } from '../../../../src/contract/errors.ts';
import { diagnostics, type DiagnosticFacts, programsReport } from '../../../../src/vscode/help/reports.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { programIds, programs } from '../../../../src/engines/programs/programs.ts';
import { link } from '../../../../src/vscode/text/markdown.ts';
import { untrusted } from '../../../../src/vscode/text/safeText.ts';
import { linksOf } from '../../../support/markdown.ts';

const secret = 'hunter2';
const failedWith = (code: string, source: string, targetFormat?: string) =>
  jobWith({
    id: source,
    source,
    targetFormat,
    createdAt: Date.UTC(2030, 0, 1),
    state: {
      name: 'failed',
      endedAt: 0,
      problem: { code: codeFromOutside(code), detail: `${secret} is damaged`, file: secret },
      keptOutput: undefined,
      remote: undefined,
    },
  });
const facts = (changes: Partial<DiagnosticFacts>): DiagnosticFacts => ({
  extension: '1.2.3',
  surroundings: ['VS Code 1.105.0'],
  settings: new Map(),
  hasKey: false,
  programs: [],
  jobs: [],
  ...changes,
});

describe('diagnostics', () => {
  it('contain versions, and say if there is nothing else', () => {
    assert.equal(
      diagnostics(facts({})),
      'File Utility Network 1.2.3\nVS Code 1.105.0\nAPI key: none\n\nChanged settings:\n- none\n\nPrograms:\n- none\n\nJobs:\n- none\n',
    );
  });

  it('contain settings without text that the user typed', () => {
    const settings = new Map<string, unknown>([
      ['runOn', 'localOnly'],
      ['jobs.keepDays', 3],
      ['output.keepDates', false],
      ['baseUrl', `https://${secret}.example`],
      ['authUrl', ''],
      ['neverUpload', [secret]],
      ['presets', { [secret]: { folder: secret } }],
    ]);
    const text = diagnostics(facts({ settings, hasKey: true }));
    const lines = ['runOn: localOnly', 'jobs.keepDays: 3', 'output.keepDates: false', 'baseUrl: a string'];
    for (const line of [...lines, 'authUrl: empty', 'neverUpload: 1 entries', 'presets: 1 entries']) {
      assert.ok(text.includes(`\n- ${line}\n`), line);
    }
    assert.match(text, /^API key: stored$/m);
    assert.ok(!text.includes(secret));
  });

  it('contain programs with their sandboxes, but no paths', () => {
    const programs: DiagnosticFacts['programs'] = [
      {
        id: 'ffmpeg',
        path: `/home/${secret}/ffmpeg`,
        version: '5.1.6-0+deb12u1',
        confiner: 'bubblewrap',
        couldBeConfined: false,
        vulnerabilities: { formats: ['exr'], advisories: ['CVE-1'], fixedIn: '7', areRefused: true },
      },
      { id: 'pandoc', path: '/p', version: `<b>${secret}`, couldBeConfined: true },
      { id: 'calibre', path: '/c', refusal: 'root', couldBeConfined: false },
    ];
    const text = diagnostics(facts({ programs }));
    assert.match(
      text,
      /^- FFmpeg 5\.1\.6-0\+deb12u1, sandboxed by bubblewrap, known vulnerabilities, affected files are refused$/m,
    );
    assert.match(text, /^- Pandoc unknown version, not sandboxed, another package could be sandboxed$/m);
    assert.match(text, /^- Calibre unknown version, not run \(root\)$/m);
    assert.ok(!text.includes(secret));
    assert.match(diagnostics(facts({ programs: undefined })), /^- unknown/m);
  });

  it('contain the last failures by code and format, without names', () => {
    const jobs = [
      failedWith('conversion.invalid_input', `file:///${secret}/photo.heic`, 'png'),
      failedWith('conversion.invalid_input', `file:///photo.${secret}`, secret),
      failedWith(`<${secret}>`, 'file:///a.png'),
      ...Array.from({ length: 20 }, (_, index) => failedWith('file.missing', `file:///${index}.png`)),
    ];
    const text = diagnostics(facts({ jobs }));
    assert.match(text, /^- failed: 23$/m);
    assert.match(
      text,
      /^- 2030-01-01T00:00:00\.000Z convert heic to png on the network: conversion\.invalid_input$/m,
    );
    assert.match(
      text,
      /convert unknown format to unknown format on the network: conversion\.invalid_input$/m,
    );
    assert.match(text, /: unknown code$/m);
    assert.equal(text.split('\n').filter((line) => line.startsWith('- 2030')).length, 10);
    assert.ok(!text.includes(secret));
  });
});

describe('The programs report', () => {
  it('links to the pages of missing programs', () => {
    const addresses = programIds.map((id) => programs[id].address);
    assert.deepEqual(linksOf(programsReport([], {})), addresses);
  });

  it('has no link with an address from outside', () => {
    for (const address of ['https://a.example/)[x](command:evil)', 'command:evil', 'https://a.example> <b']) {
      assert.deepEqual(linksOf(link(untrusted(address))), [], address);
    }
  });

  it('says what each program adds, and which path in the settings leads to none', () => {
    const found = { id: 'ffmpeg', path: '/usr/bin/ffmpeg', couldBeConfined: false } as const;
    const report = String(programsReport([found], { ffmpeg: '/usr/bin/ffmpeg', pandoc: '/opt/missing' }));
    assert.match(report, /FFmpeg[^]*Converts and compresses audio and video\.[^]*Pandoc/);
    assert.match(report, /Pandoc[^]*such as reStructuredText[^]*no program at the path[^]*`\/opt\/missing`/);
    assert.equal(report.match(/no program at the path/g)?.length, 1);
  });

  it('explains why a program isn’t run', () => {
    const facts = { id: 'ffmpeg', path: '/usr/bin/ffmpeg', couldBeConfined: false } as const;
    assert.match(
      String(programsReport([{ ...facts, refusal: 'root' }], {})),
      /Not run: VS Code runs as root, and no sandbox for the program works here/,
    );
    assert.match(
      String(programsReport([{ ...facts, refusal: 'unstarted' }], {})),
      /Not run for now: its sandbox couldn’t be started/,
    );
  });
});

import assert from 'node:assert/strict';
import { formats } from '../../../../src/contract/formats/table.ts';
import type { ConversionPair } from '../../../../src/contract/conversions.ts';
import type { OfferedTarget, SelectedFile, TargetChoices } from '../../../../src/planning/possibilities.ts';
import type { ServiceId } from '../../../../src/jobs/core/service.ts';
import {
  obstacleText,
  isAllHere,
  remarkText,
  resultsTooltip,
  targetList,
  targetTitle,
} from '../../../../src/vscode/convert/targetList.ts';

const target = (to: string, service: ServiceId, extras: Partial<ConversionPair> = {}): OfferedTarget => ({
  format: to,
  fileCount: 1,
  sameCount: 0,
  routes: [{ from: 'png', service, pair: { from: 'png', to, ...extras } }],
});

const file = (name: string): SelectedFile => ({
  uri: `file:///files/${name}`,
  format: 'png',
  inFolder: false,
  neverUploaded: false,
});

const choices = (changes: Partial<TargetChoices>): TargetChoices => ({
  targets: [],
  files: [file('a.png')],
  installable: [],
  sourceFormats: ['png'],
  networkCharges: true,
  remark: undefined,
  ...changes,
});

/** The texts of the entries; headings have a colon. */
const labels = (list: ReturnType<typeof targetList>): string[] =>
  list.map((entry) => ('heading' in entry ? `${entry.heading}:` : entry.label));

/** The descriptions next to the names of formats. */
const described = (...targets: OfferedTarget[]): unknown =>
  targetList(choices({ targets, networkCharges: false }), []).flatMap((entry) =>
    'heading' in entry ? [] : entry.description,
  );

describe('targetList', () => {
  it('groups formats under headings, those chosen last on top', () => {
    const ids = ['webp', 'xyz', 'pdb', 'jpg', 'new', 'tga'];
    const targets = ids.map((format) => target(format, 'local'));
    assert.deepEqual(labels(targetList(choices({ targets }), ['xyz'])), [
      'Recently used:',
      'XYZ',
      'Common formats:',
      'JPG — JPEG',
      'WEBP',
      'More images:',
      'TGA — Targa',
      'More books:',
      'PDB — Palm database',
      'Other formats:',
      'NEW',
    ]);
  });

  it('says how many of the files can become a format, and keeps what all can apart', () => {
    const targets = [target('webp', 'local'), { ...target('avif', 'local'), fileCount: 3 }];
    const list = targetList(choices({ targets, files: [file('a.png'), file('b.gif'), file('c.svg')] }), []);
    assert.deepEqual(labels(list), ['Common formats:', 'AVIF — AV1 Image', 'For some of the files:', 'WEBP']);
    assert.equal(list.map((entry) => 'heading' in entry || entry.description).at(-1), '1 of 3 files');
  });

  it('says how many files become a format where others are of it already', () => {
    const files = Array.from({ length: 14 }, (_, index) => file(`${index}.png`));
    const shareOf = (sameCount: number, fileCount = 14): unknown => {
      const targets = [{ ...target('webp', 'local'), fileCount, sameCount }];
      return targetList(choices({ targets, files }), []).map(
        (entry) => 'heading' in entry || entry.description,
      )[0];
    };
    assert.match(String(shareOf(1)), /^13 of 14 \(1 is already WEBP\)/);
    assert.match(String(shareOf(2, 13)), /^11 of 14 \(2 are already WEBP\)/);
    assert.doesNotMatch(String(shareOf(0)), /14/);
  });

  it('lets formats be found by the words that people have for them', () => {
    const targets = formats.map(({ id }) => target(id, 'local'));
    const found = (words: string): string[] =>
      targetList(choices({ targets }), []).flatMap((entry) =>
        'heading' in entry || !('format' in entry.value)
          ? []
          : `${entry.label} ${entry.description}`.toLowerCase().includes(words)
            ? [entry.value.format]
            : [],
      );
    const expected = {
      jpeg: 'jpg',
      icon: 'ico',
      word: 'docx',
      excel: 'xlsx',
      markdown: 'md',
      'plain text': 'txt',
      kindle: 'azw3',
      spreadsheet: 'xlsx',
      slides: 'pptx',
      ebook: 'epub',
      music: 'mp3',
    };
    for (const [words, format] of Object.entries(expected)) assert.ok(found(words).includes(format), words);
  });

  it('shows what else people call a format', () => {
    const [entry] = targetList(choices({ targets: [target('ico', 'local')] }), []);
    assert.deepEqual(entry, {
      value: { format: 'ico' },
      label: 'ICO — Windows icon',
      description: 'Favicon',
    });
  });

  it('has no heading where there would be only one', () => {
    const list = targetList(choices({ targets: [target('webp', 'local')] }), []);
    assert.deepEqual(list, [{ value: { format: 'webp' }, label: 'WEBP', description: '' }]);
  });

  it('names the place on each row only where not all is made on this computer', () => {
    const here = target('png', 'local');
    const away = { ...target('webp', 'local'), alternatives: target('webp', 'network').routes };
    assert.deepEqual(described(here, target('gif', 'local')), ['', 'Animation']);
    assert.deepEqual(described(here, away), ['This computer', 'This computer · or at the network']);
    assert.equal(isAllHere({ targets: [here] }), true);
  });

  it('names the gravest loss first, each once', () => {
    const drops = ['formatting', 'formulas', 'metadata', 'sheets', 'news', 'formatting'];
    const [entry] = targetList(choices({ targets: [target('csv', 'local', { drops })] }), []);
    assert.equal(
      entry && 'detail' in entry && entry.detail,
      'Leaves out: all sheets but one, formulas (their results are kept), formatting, metadata, news',
    );
  });

  it('says where a format is made, what it costs there at least and what it leaves out', () => {
    const mixed = {
      format: 'pdf',
      fileCount: 1,
      sameCount: 0,
      routes: [
        ...target('pdf', 'network', { credits: 3, drops: ['layers'] }).routes,
        ...target('pdf', 'network', { credits: 2, drops: ['layers', 'animation'] }).routes,
        ...target('pdf', 'local').routes,
      ],
    };
    const [entry] = targetList(choices({ targets: [mixed] }), []);
    assert.deepEqual(entry, {
      value: { format: 'pdf' },
      label: 'PDF — Portable Document Format',
      description: 'Network, ≥ 2 credits a file · This computer',
      detail: 'Leaves out: animation, layers (flattened)',
    });
    const [free] = targetList(choices({ targets: [mixed], networkCharges: false }), []);
    assert.equal(free && 'description' in free && free.description, 'Network · This computer');
  });

  it('ends with the programs that would add formats, of those that are known', () => {
    const installable = [
      { program: 'ffmpeg', targets: ['mp4'] },
      { program: 'unheard of', targets: ['mp4'] },
    ];
    assert.deepEqual(targetList(choices({ installable, sourceFormats: ['mkv', 'mkv'] }), []), [
      { heading: 'With more programs' },
      { value: { program: 'ffmpeg' }, label: 'Install FFmpeg…', description: 'to convert MKV to MP4' },
    ]);
  });
});

describe('targetTitle', () => {
  it('names the only file, or counts them', () => {
    assert.equal(targetTitle([file('a.png')]), 'Convert a.png to');
    assert.equal(targetTitle([file('a.png'), file('b.png')]), 'Convert 2 files to');
  });
});

describe('remarkText', () => {
  it('says what is missing from the list', () => {
    assert.equal(remarkText(undefined), 'Choose a format');
    assert.equal(remarkText({ kind: 'truncated' }), 'Only the first 10,000 files are taken');
    assert.match(remarkText({ kind: 'neverUploaded', count: 3 }), /^3 of the files are never uploaded/);
    assert.match(remarkText({ kind: 'neverUploaded', count: 1 }), /^1 of the files is never uploaded/);
    assert.match(remarkText({ kind: 'unfit', first: 'file:///a.xyz', count: 1 }), /\(a\.xyz can’t be/);
    assert.match(
      remarkText({ kind: 'unfit', first: 'file:///a.xyz', count: 3 }),
      /\(a\.xyz and 2 more can’t/,
    );
  });
});

describe('obstacleText', () => {
  const obstacle = { code: 'formats.unknown_type', detail: '' } as const;
  const sentence = 'Files of this type aren’t supported. Select another file.';

  it('names the only file', () => {
    assert.equal(obstacleText({ files: [file('a.xyz')] }, obstacle), `a.xyz: ${sentence}`);
    assert.equal(obstacleText({ files: [file('a.xyz'), file('b.xyz')] }, obstacle), sentence);
    assert.equal(obstacleText({ files: [] }, obstacle), sentence);
  });
});

describe('resultsTooltip', () => {
  it('says what the button does, with how many files', () => {
    assert.equal(resultsTooltip(1, true), 'Also take 1 result of an earlier run');
    assert.equal(resultsTooltip(1, false), 'Leave out 1 result of an earlier run');
    assert.equal(resultsTooltip(5, true), 'Also take 5 results of earlier runs');
    assert.equal(resultsTooltip(5, false), 'Leave out 5 results of earlier runs');
  });
});

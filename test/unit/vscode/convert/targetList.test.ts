import assert from 'node:assert/strict';
import { formats } from '../../../../src/contract/formats/table.ts';
import type { SelectedFile } from '../../../../src/planning/possibilities.ts';
import { groupTargets } from '../../../../src/planning/targetGroups.ts';
import type { TargetServices, MenuTarget, TargetMenu } from '../../../../src/planning/targetMenu.ts';
import {
  hasOrder,
  menuRows,
  menuTitle,
  obstacleText,
  readingText,
  remarkText,
  resultsTooltip,
} from '../../../../src/vscode/convert/targetList.ts';

const here: TargetServices = { services: [{ service: 'local', credits: undefined }], alternative: undefined };
const paid: TargetServices = {
  services: [{ service: 'network', credits: 2 }],
  alternative: { service: 'local', credits: undefined },
};

const target = (format: string, changes: Partial<MenuTarget> = {}): MenuTarget => ({
  format,
  fileCount: 1,
  sameCount: 0,
  isForAll: true,
  place: here,
  losses: { certain: [], fileCount: 0, unreadCount: 0, possible: [] },
  ...changes,
});

const file = (name: string): SelectedFile => ({
  uri: `file:///files/${name}`,
  format: 'png',
  inFolder: false,
  neverUploaded: false,
});

const menuOf = (targets: readonly MenuTarget[], changes: Partial<TargetMenu> = {}): TargetMenu => ({
  files: [file('a.png')],
  groups: groupTargets(targets, [], ['png']),
  combinations: [],
  usualPlace: undefined,
  installable: [],
  sourceFormats: ['png'],
  remark: undefined,
  ...changes,
});

type Rows = ReturnType<typeof menuRows>;
const rowsOf = (targets: readonly MenuTarget[], changes: Partial<TargetMenu> = {}): Rows =>
  menuRows(menuOf(targets, changes), 'picked');
const choicesOf = (rows: Rows) => rows.flatMap((row) => ('heading' in row ? [] : row));
/** The texts of the entries; headings have a colon. */
const labels = (rows: Rows): string[] =>
  rows.map((entry) => ('heading' in entry ? `${entry.heading}:` : entry.label));

/** The description of PDF as the target of a file of this format. */
const descriptionOfPdf = (format: string, changes: Partial<MenuTarget> = {}): unknown =>
  choicesOf(rowsOf([target('pdf', changes)], { files: [{ ...file('a'), format }] }))[0]?.description;

describe('menuRows', () => {
  it('groups formats under headings, and marks the rare ones', () => {
    const ids = ['webp', 'xyz', 'pdb', 'jpg', 'new', 'tga'];
    const targets = ids.map((format) => target(format));
    const rows = rowsOf(targets, { groups: groupTargets(targets, ['xyz'], ['png']) });
    assert.deepEqual(labels(rows), [
      'Recently used:',
      'XYZ',
      'Common formats:',
      'JPG — JPEG',
      'WebP',
      'More images:',
      'TGA — Targa',
      'More books:',
      'PDB — Palm database',
      'Other formats:',
      'NEW',
    ]);
    const more = groupTargets([...targets, target('bmp')], ['xyz'], ['png']);
    const rare = rowsOf([], { groups: more }).filter(({ isRare }) => isRare);
    assert.deepEqual(labels(rare).slice(0, 3), ['More images:', 'BMP — Windows bitmap', 'TGA — Targa']);
  });

  it('says how many of the files a format suits, and separates formats that suit all', () => {
    const targets = [target('webp', { isForAll: false }), target('avif', { fileCount: 3 })];
    const rows = rowsOf(targets, { files: [file('a.png'), file('b.gif'), file('c.svg')] });
    assert.deepEqual(labels(rows), ['Common formats:', 'AVIF — AV1 Image', 'For some of the files:', 'WebP']);
    assert.equal(choicesOf(rows).at(-1)?.description, '1 of 3 files');
  });

  it('says how many files are converted if others already have the format', () => {
    const files = Array.from({ length: 14 }, (_, index) => file(`${index}.png`));
    const shareOf = (sameCount: number, fileCount = 14): unknown =>
      choicesOf(rowsOf([target('webp', { fileCount, sameCount })], { files }))[0]?.description;
    assert.match(String(shareOf(1)), /^13 of 14 \(1 is already WebP\)/);
    assert.match(String(shareOf(2, 13)), /^11 of 14 \(2 are already WebP\)/);
    assert.doesNotMatch(String(shareOf(0)), /14/);
  });

  it('lets formats be found by their usual names', () => {
    const rows = choicesOf(rowsOf(formats.map(({ id }) => target(id))));
    const found = (words: string): string[] =>
      rows.flatMap(({ label, description, value }) =>
        'format' in value && `${label} ${description}`.toLowerCase().includes(words) ? [value.format] : [],
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

  it('says that a PDF made from a PDF has searchable text, if this computer makes it', () => {
    assert.equal(descriptionOfPdf('pdf'), 'with searchable text');
    assert.notEqual(descriptionOfPdf('docx'), 'with searchable text');
    assert.notEqual(descriptionOfPdf('pdf', { sameCount: 1 }), 'with searchable text');
    assert.notEqual(descriptionOfPdf('pdf', { place: paid }), 'with searchable text');
  });

  it('says that several pages of a PDF become pictures in a ZIP', () => {
    const files = [{ ...file('a'), format: 'pdf' }];
    const described = choicesOf(rowsOf([target('webp'), target('md')], { files }));
    assert.deepEqual(
      described.map(({ description }) => description),
      ['several pages in a ZIP', ''],
    );
  });

  it('says that images that keep their format can be resized', () => {
    const described = choicesOf(rowsOf([target('png'), target('webp')]));
    assert.deepEqual(
      described.map(({ value, description }) => [value, description]),
      [
        [{ format: 'webp' }, ''],
        [{ format: 'png' }, 'for resizing'],
      ],
    );
  });

  it('is one line for a format without losses, and shows its other names', () => {
    assert.deepEqual(rowsOf([target('ico')]), [
      { value: { format: 'ico' }, label: 'ICO — Windows icon', description: 'Favicon', isRare: false },
    ]);
  });

  it('names the place of a row only if it isn’t the usual one', () => {
    const targets = [target('webp', { place: paid }), target('avif')];
    const described = (usualPlace: TargetServices | undefined): unknown =>
      choicesOf(rowsOf(targets, { usualPlace })).map(({ description }) => description);
    assert.deepEqual(described(paid), ['', 'This computer']);
    assert.deepEqual(described(here), ['Network, ≥ 2 credits a file · or on this computer', '']);
    assert.deepEqual(described(undefined), ['', '']);
  });

  it('shows the losses that files have, the gravest first, and how many files lose something', () => {
    const certain = ['formatting', 'formulas', 'sheets', 'news', 'formatting'];
    const losses = { certain, fileCount: 2, unreadCount: 0, possible: ['comments', 'metadata'] };
    const files = Array.from({ length: 12 }, (_, index) => file(`${index}.png`));
    const rowWith = (unreadCount: number, selected: readonly SelectedFile[]) =>
      choicesOf(
        rowsOf([target('csv', { losses: { ...losses, unreadCount }, fileCount: selected.length })], {
          files: selected,
        }),
      )[0];
    const rowIn = (...selected: readonly SelectedFile[]) => rowWith(0, selected);
    const names = 'all sheets but one, formulas (their results are kept), formatting, news';
    assert.equal(rowIn(...files)?.note, `Loses ${names} · 2 of 12 files`);
    assert.equal(rowWith(9, files)?.note, `Loses ${names} · at least 2 of 12 files`);
    assert.equal(rowIn(file('a.png'), file('b.png'))?.note, `Loses ${names}`);
    assert.equal(rowIn(file('a.png'))?.info, 'May lose comments, metadata');
  });

  it('has the order of combined files, unless the result is an archive', () => {
    const combinations = ['pdf', 'zip'].map((targetFormat) => ({
      targetFormat,
      service: 'local' as const,
      files: [file('a.png'), file('b.png')],
    }));
    const rows = choicesOf(menuRows(menuOf([], { combinations }), 'name'));
    assert.deepEqual(
      rows.map(({ label, description }) => `${label}: ${description}`),
      ['One PDF — 2 files: files.pdf · in the order of their names', 'One ZIP — 2 files: files.zip'],
    );
    assert.deepEqual(combinations.map(hasOrder), [true, false]);
  });

  it('ends with the programs that would add formats, if they are known', () => {
    const installable = [
      { program: 'ffmpeg', targets: ['mp4'] },
      { program: 'unheard of', targets: ['mp4'] },
    ];
    assert.deepEqual(rowsOf([], { installable, sourceFormats: ['mkv', 'mkv'] }), [
      { heading: 'With more programs' },
      {
        value: { program: 'ffmpeg' },
        label: 'Install FFmpeg…',
        description: 'to convert MKV to MP4',
        searched: 'to convert MKV to MP4',
      },
    ]);
  });
});

describe('The program that a video needs for most formats', () => {
  it('is the first row, and the last one for other files', () => {
    const installable = [{ program: 'ffmpeg', targets: ['mp4'] }];
    const first = (sourceFormats: readonly string[]): unknown =>
      choicesOf(rowsOf([target('webm')], { installable, sourceFormats }))[0]?.label;
    assert.equal(first(['mov']), 'Install FFmpeg…');
    assert.equal(first(['gif']), 'WebM');
  });
});

describe('menuTitle', () => {
  it('names the only file, or counts them', () => {
    assert.equal(menuTitle(menuOf([]), [], false), 'Convert a.png to');
    assert.equal(
      menuTitle(menuOf([], { files: [] }), [file('a.png'), file('b.png')], false),
      'Convert 2 files to',
    );
  });

  it('says the usual place and its cost once', () => {
    const title = 'Convert a.png to · Network, ≥ 2 credits a file · or on this computer';
    assert.equal(menuTitle(menuOf([], { usualPlace: paid }), [], true), title);
    assert.equal(
      menuTitle(menuOf([], { usualPlace: undefined }), [], true),
      'Convert a.png to · This computer',
    );
    const free = {
      services: [{ service: 'local', credits: undefined }],
      alternative: { service: 'network', credits: undefined },
    } as const;
    const name = 'Convert a.png to · This computer · or on the network';
    assert.equal(menuTitle(menuOf([], { usualPlace: free }), [], true), name);
  });
});

describe('remarkText', () => {
  it('explains what is missing from the list', () => {
    assert.equal(remarkText(undefined), 'Choose a format');
    assert.equal(remarkText({ kind: 'truncated' }), 'Only the first 10,000 files are included');
    assert.match(remarkText({ kind: 'neverUploaded', count: 3 }), /^3 of the files are never uploaded/);
    assert.match(remarkText({ kind: 'neverUploaded', count: 1 }), /^1 of the files is never uploaded/);
    assert.match(remarkText({ kind: 'unfit', first: 'file:///a.xyz', count: 1 }), /\(a\.xyz can’t be/);
    assert.match(
      remarkText({ kind: 'unfit', first: 'file:///a.xyz', count: 3 }),
      /\(a\.xyz and 2 more can’t/,
    );
  });
});

describe('readingText', () => {
  it('says how many files are still being read', () => {
    assert.equal(readingText(60), 'Reading 60 more files…');
    assert.equal(readingText(1), 'Reading 1 more file…');
    assert.equal(readingText(0), undefined);
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
  it('describes the button, with the number of files', () => {
    assert.equal(resultsTooltip(1, true), 'Include 1 result of an earlier run');
    assert.equal(resultsTooltip(1, false), 'Exclude 1 result of an earlier run');
    assert.equal(resultsTooltip(5, true), 'Include 5 results of earlier runs');
    assert.equal(resultsTooltip(5, false), 'Exclude 5 results of earlier runs');
  });
});

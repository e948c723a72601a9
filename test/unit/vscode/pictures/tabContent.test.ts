import assert from 'node:assert/strict';
import type { ComparedPicture } from '../../../../src/vscode/pictures/pictureMaker.ts';
import { comparisonContent, liveFacts, noLosses } from '../../../../src/vscode/pictures/tabContent.ts';
import { isComparable, pairOfFiles, pairOfJob } from '../../../../src/vscode/pictures/imagePairs.ts';
import { say, verbatim } from '../../../../src/vscode/text/safeText.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const done = { name: 'done', endedAt: 0, outcome: 'saved', outputBytes: 512 } as const;
const made = (output: string, source = 'file:///files/photo.png', more: Parameters<typeof jobWith>[0] = {}) =>
  jobWith({ source, targetFormat: 'webp', sourceBytes: 1024, state: { ...done, output }, ...more });
const picture = (more: Partial<ComparedPicture> = {}): ComparedPicture => ({
  file: 'a.png',
  format: 'png',
  width: 40,
  height: 30,
  sizeBytes: 1024,
  ...more,
});
const place = { index: 0, count: 1 };

describe('A job’s pair to compare', () => {
  it('is its source and result if both are images', () => {
    const pair = pairOfJob(made('file:///files/photo.webp'), undefined);
    assert.equal(pair?.before.uri, 'file:///files/photo.png');
    assert.equal(pair?.after.uri, 'file:///files/photo.webp');
    assert.deepEqual([pair?.made?.from, pair?.made?.to], ['png', 'webp']);
    assert.ok(!isComparable(made('file:///files/a.zip')));
    assert.ok(!isComparable(made('file:///files/a.png', 'file:///files/a.pdf')));
    assert.ok(!isComparable(jobWith({ state: { ...done, outcome: 'alreadySmall', output: undefined } })));
  });

  it('has the backup of a replaced source, or nothing', () => {
    const job = made('file:///files/photo.png', 'file:///files/photo.png', { tool: 'compress' });
    const backup = { uri: 'file:///kept/1.bak', sizeBytes: 1, modifiedMs: undefined };
    const { before } = pairOfJob(job, backup) ?? {};
    assert.deepEqual([before?.name, before?.uri], ['photo.png', backup.uri]);
    assert.equal(pairOfJob(job, undefined)?.before.uri, undefined);
  });
});

describe('comparisonContent', () => {
  const pair = pairOfJob(made('file:///files/photo.webp'), undefined) ?? pairOfFiles('', '');

  it('has names, formats, sizes, the saving, and losses', () => {
    const after = picture({ file: 'b.png', format: 'webp', sizeBytes: 512 });
    const losses = { certain: ['animation'], possible: ['depth', 'metadata'] };
    const content = comparisonContent(
      { pair, before: { picture: picture() }, after: { picture: after }, losses },
      place,
    );
    assert.deepEqual(
      content.facts.map(({ label, values }) => [label, ...values].join(' | ')),
      [
        'File | Before: photo.png | After: photo.webp',
        'Format | PNG — Portable Network Graphics | WebP',
        'Image | 40 × 30 pixels | 40 × 30 pixels',
        'Size | 1 KB | 512 B (-50%)',
      ],
    );
    assert.deepEqual(content.remarks, [
      'Lost: animation.',
      'Lost if present in the source: more than 8 bits per channel and metadata.',
    ]);
    assert.equal(content.status, '');
  });

  it('says what is missing for one file, and shows the other', () => {
    const before = { problem: say('It is gone.') };
    const content = comparisonContent(
      { pair, before, after: { picture: picture() }, losses: noLosses },
      place,
    );
    assert.equal(content.status, 'photo.png: It is gone.');
    assert.deepEqual(
      content.pictures.map(({ name }) => name),
      ['After: photo.webp'],
    );
    assert.deepEqual(content.facts.at(-1)?.values, ['—', '1 KB']);
  });

  it('explains how the pictures shown differ from the files', () => {
    const { remarks } = comparisonContent(
      {
        pair,
        before: { picture: picture({ isReduced: true, width: 90_000 }), hasChanged: true },
        after: { picture: picture({ frames: 12 }), hasChanged: true },
        losses: noLosses,
      },
      place,
    );
    assert.deepEqual(remarks, [
      'The source has changed since then.',
      'The result has changed since then.',
      'They have different resolutions, but are shown at the same size.',
      'photo.png: It’s very large, so it’s shown at a lower resolution.',
      'photo.webp: It’s an animation with 12 frames. The first is shown.',
    ]);
  });

  it('names metadata that was removed on request', () => {
    const stripped = pairOfJob(
      made('file:///files/photo.webp', undefined, { options: { metadata: 'stripAll' } }),
      undefined,
    );
    assert.ok(stripped);
    const sides = { before: { picture: picture() }, after: { picture: picture() } };
    const { remarks } = comparisonContent({ pair: stripped, ...sides, losses: noLosses }, place);
    assert.deepEqual(remarks, ['Lost if present in the source: metadata.']);
  });

  it('doesn’t explain how two selected files came about', () => {
    const files = pairOfFiles('file:///a/<b>.png', 'file:///a/c.png');
    const sides = { before: { picture: picture() }, after: { picture: picture({ sizeBytes: 1 }) } };
    const { facts, remarks } = comparisonContent({ pair: files, ...sides, losses: noLosses }, place);
    assert.deepEqual(facts[0]?.values, ['<b>.png', 'c.png']);
    assert.deepEqual(facts.at(-1)?.values, ['1 KB', '1 B']);
    assert.deepEqual(remarks, []);
  });
});

/** The rows below the live preview of a picture, while its result has this size. */
const liveRows = (size: Parameters<typeof liveFacts>[2]): string[] =>
  liveFacts([verbatim('Before'), verbatim('After')], picture(), size, verbatim('≈ 512 B (-50%)')).map(
    ({ label, values }) => [label, ...values].join(' | '),
  );

describe('liveFacts', () => {
  it('has both sizes and the resulting dimensions, once they are known', () => {
    assert.deepEqual(liveRows({ width: 20, height: 15 }), [
      'File | Before | After',
      'Image | 40 × 30 pixels | 20 × 15 pixels',
      'Size | 1 KB | ≈ 512 B (-50%)',
    ]);
    assert.equal(liveRows(undefined)[1], 'Image | 40 × 30 pixels | —');
  });
});

import assert from 'node:assert/strict';
import { fault } from '../../../../src/contract/fault.ts';
import { parseEntitlements } from '../../../../src/contract/entitlements.ts';
import { codeFromOutside } from '../../../../src/contract/errors.ts';
import { optionLabels, optionTitle } from '../../../../src/contract/options.ts';
import type { JobState } from '../../../../src/jobs/core/job.ts';
import { balanceText, costText, renewalText } from '../../../../src/vscode/text/credits.ts';
import { percentText, sizeText } from '../../../../src/vscode/text/safeText.ts';
import { reasonText, stateText } from '../../../../src/vscode/text/jobs.ts';
import { lossText } from '../../../../src/vscode/text/losses.ts';
import { optionHint, optionName, optionValueText } from '../../../../src/vscode/batch/optionRows.ts';
import { problemText } from '../../../../src/vscode/text/problems.ts';
import { additionText } from '../../../../src/vscode/text/names.ts';
import {
  undoQuestion,
  undoText,
  leftOutImagesText,
  stagedText,
} from '../../../../src/vscode/text/batches.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const remote = { jobId: '1', epoch: undefined };
const field = (name: string, schema: object) => ({ name, schema: { ...schema }, secret: false });
const textsOf = (state: JobState): unknown[] => {
  const job = jobWith({ state, sourceBytes: 1000 });
  return [stateText(job), reasonText(job)];
};

const renewalOf = (record: object): unknown => renewalText(parseEntitlements({ planId: 'p', ...record }));

describe('problemText', () => {
  it('says in a sentence what to do, with the service’s own words if they help', () => {
    assert.equal(
      problemText({ code: 'conversion.invalid_input', detail: 'No PNG.' }),
      'The file can’t be processed. No PNG.',
    );
    assert.equal(
      problemText({ code: 'formats.unknown_type', detail: 'xyz' }),
      'Files of this type aren’t supported. Select another file.',
    );
  });

  it('says once that a file is locked', () => {
    assert.equal(
      problemText({ code: 'conversion.password_needed', detail: '', fault: fault('file.locked') }),
      'The file is password-protected. Try again to enter the password.',
    );
  });

  it('shows an unknown code with its detail', () => {
    assert.equal(problemText({ code: codeFromOutside('a.new'), detail: 'Oh.' }), 'Oh. (a.new)');
    assert.equal(problemText({ code: codeFromOutside('toString'), detail: '' }), 'toString');
  });
});

describe('stateText and reasonText', () => {
  it('describe a job’s progress', () => {
    const uploading = { name: 'uploading', sentBytes: 250, startedAt: 0, charges: false } as const;
    assert.deepEqual(textsOf({ ...uploading, sha256: undefined }), ['Uploading 25%', undefined]);
    assert.deepEqual(textsOf({ name: 'processing', remote, progress: 0.5 }), ['Processing 50%', undefined]);
    assert.deepEqual(textsOf({ name: 'processing', remote, progress: undefined }), ['Processing', undefined]);
  });

  it('explain why a job waits or has ended', () => {
    const problem = { code: 'formats.unknown_type', detail: '' } as const;
    assert.deepEqual(
      textsOf({ name: 'failed', endedAt: 0, problem, keptOutput: undefined, remote: undefined }),
      ['Failed', 'Files of this type aren’t supported. Select another file.'],
    );
    assert.deepEqual(textsOf({ name: 'needsName', output: undefined, fileName: 'a.webp' }), [
      'Needs a name',
      'A file named “a.webp” already exists. Choose another name.',
    ]);
  });
});

describe('undoQuestion', () => {
  it('is only asked before several results are undone', () => {
    assert.equal(undoQuestion(1), undefined);
    assert.equal(undoQuestion(3), 'Undo 3 results?');
  });
});

describe('undoText', () => {
  it('counts what was undone, and reports if that is nothing', () => {
    assert.equal(undoText({ removed: 2, restored: 1, kept: 0 }), '2 results removed, 1 original restored.');
    assert.equal(undoText({ removed: 0, restored: 0, kept: 1 }), '1 kept because it was changed since.');
    assert.equal(undoText({ removed: 0, restored: 0, kept: 0 }), 'There’s nothing to undo.');
  });
});

describe('Amounts', () => {
  it('are formatted for people', () => {
    assert.deepEqual([0, 1023, 5_138_022, 2 ** 60].map(sizeText), [
      '0 B',
      '1,023 B',
      '4.9 MB',
      '1,048,576 TB',
    ]);
    assert.equal(percentText(-0.45), '-45%');
    assert.deepEqual([costText(1), costText(3)], ['≥ 1 credit a file', '≥ 3 credits a file']);
  });
});

describe('Credits', () => {
  it('mark estimates, and leave out unknown figures', () => {
    assert.equal(balanceText({ kind: 'exact', credits: 1 }), '1 credit left');
    assert.equal(balanceText({ kind: 'estimated', credits: 1200 }), '≈ 1,200 credits left');
    assert.equal(balanceText({ kind: 'unknown' }), '— credits');
  });

  it('name the renewal as far as the service or its documentation does', () => {
    assert.equal(renewalOf({ tier: 'Free' }), 'renew every day');
    assert.equal(renewalOf({ tier: 'Pro' }), 'renew every month');
    assert.equal(renewalOf({}), undefined);
    const at = new Date(2030, 4, 16, 9, 30);
    for (const renewsAt of [at.toISOString(), at.getTime(), at.getTime() / 1000]) {
      assert.match(String(renewalOf({ tier: 'Free', renewsAt })), /^renew on May 16, 2030, 9:30/);
    }
    assert.equal(renewalOf({ tier: 'Free', renewsAt: 'soon' }), 'renew every day');
  });
});

describe('Option texts', () => {
  it('are ours for a known option, else the schema’s', () => {
    assert.equal(optionName(field('density', {})), 'Resolution (dpi)');
    assert.equal(optionName(field('glow', { title: 'Glow', 'x-unit': 'candela' })), 'Glow (candela)');
    assert.equal(optionValueText(true), 'Yes');
    assert.equal(optionValueText('h264'), 'H.264');
    assert.equal(optionValueText('sparkling'), 'sparkling');
  });

  it('use the schema’s title, as other clients do', () => {
    for (const name of Object.keys(optionLabels)) {
      const { title, unit } = optionTitle(name) ?? assert.fail(name);
      assert.equal(optionName(field(name, {})), unit === undefined ? title : `${title} (${unit})`);
    }
  });

  it('describe allowed input', () => {
    assert.equal(
      optionHint(field('quality', { type: 'integer', minimum: 1, maximum: 100 })),
      'A number from 1 to 100',
    );
    assert.equal(
      optionHint(field('sizes', { items: { type: 'integer', minimum: 16 } })),
      'A number of at least 16, separated by commas',
    );
    assert.equal(
      optionHint(field('sizes', { items: { type: 'number', enum: [16, 32, 1024] } })),
      'Any of 16, 32, 1024, separated by commas',
    );
    assert.equal(optionHint(field('glow', {})), undefined);
  });
});

describe('lossText', () => {
  it('is ours for a known loss, else its name', () => {
    assert.equal(lossText('iconSizes'), 'all sizes but the largest');
    assert.equal(lossText('vector'), 'vector shapes (converted to pixels)');
    assert.deepEqual(['sparkle', 'constructor'].map(lossText), ['sparkle', 'constructor']);
  });
});

describe('additionText', () => {
  it('names a few formats, the most common ones for the source first, and counts the others', () => {
    const targets = ['xyz', 'gif', 'mp3', 'mov', 'mp4'];
    assert.equal(
      additionText({ program: 'ffmpeg', targets }, ['mkv', 'mkv']),
      'to convert MKV to MP4, MOV, GIF, and 2 more formats',
    );
  });
});

describe('Messages about staged images', () => {
  it('count restaged images, and name the others', () => {
    assert.equal(stagedText([], []), undefined);
    assert.equal(stagedText(['file:///a.png'], []), '1 file staged again.');
    assert.equal(
      stagedText(['file:///a.png', 'file:///b.png'], ['file:///c.png']),
      '2 files staged again. Not staged again because of later changes: c.png.',
    );
  });

  it('name the images left out, with the reason', () => {
    assert.equal(leftOutImagesText([], []), undefined);
    assert.equal(
      leftOutImagesText(['file:///half.jpg'], ['file:///p.jpg']),
      'Skipped because only some of the changes are staged: half.jpg. Skipped because Git LFS hasn’t fetched them: p.jpg.',
    );
  });
});

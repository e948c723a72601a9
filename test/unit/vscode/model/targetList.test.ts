import assert from 'node:assert/strict';
import type { ConversionPair } from '../../../../src/contract/conversions.ts';
import type { Target } from '../../../../src/formats/offer.ts';
import type { SelectedFile, TargetChoices } from '../../../../src/formats/possibilities.ts';
import type { ServiceId } from '../../../../src/jobs/core/service.ts';
import { remarkText, targetList, targetTitle } from '../../../../src/vscode/model/targetList.ts';

const target = (to: string, service: ServiceId, extras: Partial<ConversionPair> = {}): Target => ({
  format: to,
  routes: [{ from: 'png', service, pair: { from: 'png', to, ...extras } }],
});

const choices = (changes: Partial<TargetChoices>): TargetChoices => ({
  targets: [],
  installable: [],
  sourceFormats: ['png'],
  remark: undefined,
  ...changes,
});

const file = (name: string): SelectedFile => ({
  uri: `file:///files/${name}`,
  format: 'png',
  inFolder: false,
  neverUploaded: false,
});

describe('targetList', () => {
  it('groups formats under headings, those chosen last on top', () => {
    const targets = [target('webp', 'local'), target('xyz', 'local'), target('jpg', 'local')];
    const list = targetList(choices({ targets }), ['xyz']);
    assert.deepEqual(
      list.map((entry) => ('heading' in entry ? entry.heading : entry.label)),
      ['Recently used', 'XYZ', 'Common formats', 'JPG', 'WEBP'],
    );
  });

  it('has no heading where there would be only one', () => {
    const list = targetList(choices({ targets: [target('webp', 'local')] }), []);
    assert.deepEqual(list, [{ value: { format: 'webp' }, label: 'WEBP', description: 'This computer' }]);
  });

  it('says where a format is made, what it costs there at least and what it leaves out', () => {
    const mixed = {
      format: 'pdf',
      routes: [
        ...target('pdf', 'network', { credits: 3, drops: ['layers'] }).routes,
        ...target('pdf', 'network', { credits: 2, drops: ['layers', 'animation'] }).routes,
        ...target('pdf', 'local').routes,
      ],
    };
    const [entry] = targetList(choices({ targets: [mixed] }), []);
    assert.deepEqual(entry, {
      value: { format: 'pdf' },
      label: 'PDF',
      description: 'Network, ≥ 2 credits a file · This computer',
      detail: 'Leaves out: layers (they are flattened), animation',
    });
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
    assert.equal(remarkText({ kind: 'truncated' }), 'Only the first 10000 files are taken');
    assert.match(remarkText({ kind: 'neverUploaded', count: 3 }), /^3 of the files are never uploaded/);
  });
});

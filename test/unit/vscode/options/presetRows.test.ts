import assert from 'node:assert/strict';
import { presetRows } from '../../../../src/vscode/options/presetRows.ts';
import { presetsOf } from '../../../../src/vscode/request/presets.ts';
import { both, file, select } from '../../../support/formats/selections.ts';

const shown = (user: object, workspace: object, ...names: readonly string[]): (string | undefined)[][] =>
  presetRows(presetsOf(user, workspace), select(both, ...names.map((name) => file(name)))).map((row) =>
    'heading' in row ? [row.heading] : [row.label, row.description, row.detail],
  );

describe('presetRows', () => {
  it('are the presets that apply to the files, with what they do', () => {
    const user = {
      Web: { target: 'webp', options: { quality: 70, fit: 'cover' }, folder: 'web', name: '${name}-s' },
      Print: { target: 'pdf' },
      Nowhere: { target: 'mp3' },
    };
    assert.deepEqual(shown(user, { Small: { tool: 'compress' } }, 'a.png', 'b.docx'), [
      ['Presets'],
      [
        'Web',
        '1 of 2 files · Convert to WEBP',
        'Quality: 70 · Fit to width and height: Fill and crop · Folder: web · Name: ${name}-s',
      ],
      ['Print', '1 of 2 files · Convert to PDF', undefined],
      ['Small', '1 of 2 files · Compress · Workspace', undefined],
    ]);
    assert.deepEqual(shown(user, {}, 'b.docx'), [['Presets'], ['Print', 'Convert to PDF', undefined]]);
  });

  it('are empty without an applicable preset', () => {
    assert.deepEqual(shown({ Nowhere: { target: 'mp3' } }, {}, 'a.png'), []);
  });

  it('explain invalid presets as plain text', () => {
    const rows = shown({ '[x](command:evil)': { target: 'webp', '$(zap)': 1 } }, {}, 'a.png');
    assert.equal(rows.length, 2);
    assert.match(rows[1]?.[0] ?? '', /can’t be used: .* is unknown$/);
    assert.doesNotMatch(rows[1]?.[0] ?? '', /\]\(|\$\(/);
  });
});

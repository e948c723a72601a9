import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/contract/read.ts';
import type { OptionField } from '../../../../src/planning/optionFields.ts';
import { formRows, valueRows, presetRows } from '../../../../src/vscode/batch/optionRows.ts';
import { joined } from '../../../../src/vscode/text/safeText.ts';
import { presetsOf } from '../../../../src/vscode/request/presets.ts';
import { both, file, select } from '../../../support/formats/selections.ts';

const field = (name: string, schema: JsonObject, secret = false): OptionField => ({ name, schema, secret });
const quality = field('quality', { type: 'integer', default: 85, description: 'Higher looks better' });
const width = field('width', { type: 'integer', 'x-unset': 'Same as the source' });
const mystery = field('sparkle', { type: 'integer', 'x-unit': 'stars' });
const password = field('password', { type: 'string' }, true);

const texts = (values: ReadonlyMap<string, unknown>): string[] =>
  formRows('convert', [quality, width, mystery, password], values).map((row) =>
    'heading' in row ? row.heading : joined([row.label, row.description], ' · '),
  );

const shown = (schema: JsonObject, values = new Map<string, unknown>()) =>
  valueRows(field('fit', schema), values)?.map(({ value, label, description, icon }) => [
    value.value,
    label,
    description,
    icon,
  ]);

describe('formRows', () => {
  it('show each option’s value, or its default', () => {
    assert.deepEqual(texts(new Map()), [
      'Convert',
      'Save as Preset…',
      'Options',
      'Quality · 85 (default)',
      'Width (pixels) · Same as the source (default)',
      'sparkle (stars) · Not set',
      'File password · Not set',
    ]);
    const values = new Map<string, unknown>([
      ['quality', 60],
      ['password', 'hush'],
    ]);
    assert.deepEqual(
      texts(values).filter((text) => /^(?:Quality|File password|Reset)/.test(text)),
      ['Reset to Defaults', 'Quality · 60', 'File password · ••••••'],
    );
  });

  it('show the quality before all other options', () => {
    const fields = ['width', 'padding', 'lossless', 'quality', 'metadata'].map((name) => field(name, {}));
    const names = formRows('convert', fields, new Map()).flatMap((row) =>
      'value' in row && row.value.kind === 'change' ? row.value.field.name : [],
    );
    assert.deepEqual(names, ['quality', 'lossless', 'width', 'padding', 'metadata']);
  });

  it('explain options in their schemas’ words, as plain text', () => {
    const words = '[x](command:evil) $(zap)\nmore';
    const schema = { type: 'string', title: words, description: words, 'x-unit': words };
    for (const absent of [{ default: words }, { default: { [words]: words } }, { 'x-unset': words }]) {
      const row = formRows('compress', [field('sparkle', { ...schema, ...absent })], new Map()).at(-1);
      assert.ok(row && 'detail' in row && row.detail && row.description);
      for (const text of [row.label, row.description, row.detail]) assert.doesNotMatch(text, /\]\(|\$\(|\n/);
    }
  });
});

describe('valueRows', () => {
  const fit = { type: 'string', enum: ['inside', 'fill'] };
  it('mark the default and the current value, in words besides the icon', () => {
    assert.deepEqual(shown({ ...fit, default: 'inside' }), [
      [undefined, 'Fit inside', 'Default · Current', 'check'],
      ['fill', 'Stretch', undefined, undefined],
    ]);
    assert.deepEqual(shown({ ...fit, default: 'inside' }, new Map([['fit', 'fill']])), [
      [undefined, 'Fit inside', 'Default', undefined],
      ['fill', 'Stretch', 'Current', 'check'],
    ]);
  });

  it('let the user reset a value if no value is the default', () => {
    assert.deepEqual(shown(fit)?.[0], [undefined, 'Not set', 'Current', 'check']);
  });

  it('are empty for typed values', () => {
    assert.equal(valueRows(quality, new Map()), undefined);
  });
});

const shownPresets = (
  user: object,
  workspace: object,
  ...names: readonly string[]
): (string | undefined)[][] =>
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
    assert.deepEqual(shownPresets(user, { Small: { tool: 'compress' } }, 'a.png', 'b.docx'), [
      ['Presets'],
      [
        'Web',
        '1 of 2 files · Convert to WebP',
        'Quality: 70 · Fit to width and height: Fill and crop · Folder: web · Name: ${name}-s',
      ],
      ['Print', '1 of 2 files · Convert to PDF', undefined],
      ['Small', '1 of 2 files · Compress · Workspace', undefined],
    ]);
    assert.deepEqual(shownPresets(user, {}, 'b.docx'), [['Presets'], ['Print', 'Convert to PDF', undefined]]);
  });

  it('are empty without an applicable preset', () => {
    assert.deepEqual(shownPresets({ Nowhere: { target: 'mp3' } }, {}, 'a.png'), []);
  });

  it('explain invalid presets as plain text', () => {
    const rows = shownPresets({ '[x](command:evil)': { target: 'webp', '$(zap)': 1 } }, {}, 'a.png');
    assert.equal(rows.length, 2);
    assert.match(rows[1]?.[0] ?? '', /can’t be used: .* is unknown$/);
    assert.doesNotMatch(rows[1]?.[0] ?? '', /\]\(|\$\(/);
  });
});

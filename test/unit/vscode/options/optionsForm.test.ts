import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/contract/read.ts';
import type { OptionField } from '../../../../src/planning/optionFields.ts';
import { formRows, valueRows } from '../../../../src/vscode/options/optionsForm.ts';
import { joined } from '../../../../src/vscode/text/safeText.ts';

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

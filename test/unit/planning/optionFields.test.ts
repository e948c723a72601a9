import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { withSecretsMarked } from '../../../src/contract/options.ts';
import { conversions } from '../../../src/engines/registry.ts';
import {
  acceptsValue,
  choicesOf,
  commonFields,
  type OptionField,
  typedText,
  typedValue,
} from '../../../src/planning/optionFields.ts';

const field = (schema: OptionField['schema'], name = 'any'): OptionField => ({ name, schema, secret: false });

describe('commonFields', () => {
  const quality = { type: 'integer', minimum: 1, maximum: 100 };

  it('keeps options that all files have in the same form', () => {
    const fields = commonFields([
      { properties: { quality, fit: { enum: ['cover'] }, pages: { type: 'string' } } },
      { properties: { pages: { type: 'string' }, quality, fit: { enum: ['fill'] } } },
    ]);
    assert.deepEqual(
      fields.map(({ name }) => name),
      ['quality', 'pages'],
    );
  });

  it('marks secrets by the schema or the name', () => {
    const properties = { pin: { type: 'string', writeOnly: true }, password: { type: 'string' }, quality };
    assert.deepEqual(
      commonFields([{ properties }]).map(({ secret }) => secret),
      [true, true, false],
    );
  });

  it('drops values that mean something only for some of the files if nobody sets the option', () => {
    const described = { ...quality, description: 'Higher is better', default: 85 };
    const [alike] = commonFields([
      { properties: { quality: described } },
      { properties: { quality: described } },
    ]);
    assert.deepEqual(alike?.schema, described);
    const other = { ...quality, description: 'Higher is better', default: 70, 'x-unset': 'Unchanged' };
    const [differing] = commonFields([
      { properties: { quality: described } },
      { properties: { quality: other } },
    ]);
    assert.deepEqual(differing?.schema, { ...quality, description: 'Higher is better' });
  });

  it('is empty for a schema of another kind', () => {
    assert.deepEqual(commonFields([{ type: 'string' }]), []);
    assert.deepEqual(commonFields([]), []);
  });
});

describe('typedValue', () => {
  it('converts a text to the schema’s type', () => {
    assert.equal(typedValue(field({ type: 'integer', minimum: 1 }), ' 80 '), 80);
    assert.equal(typedValue(field({ type: 'string' }), '80'), '80');
    assert.deepEqual(typedValue(field({ type: 'array', items: { type: 'integer' } }), '16, 32'), [16, 32]);
    assert.deepEqual(typedValue(field({ type: 'array', items: { type: 'integer' } }), '16'), [16]);
    const sheet = field({ anyOf: [{ type: 'string' }, { type: 'integer' }] });
    assert.equal(typedValue(sheet, '2'), 2);
    assert.equal(typedValue(sheet, 'Summary'), 'Summary');
  });

  it('rejects what the schema doesn’t allow', () => {
    assert.equal(typedValue(field({ type: 'integer', minimum: 1, maximum: 100 }), '101'), undefined);
    assert.equal(typedValue(field({ type: 'integer' }), '1.5'), undefined);
    assert.equal(typedValue(field({ type: 'number' }), '1,5'), undefined);
    assert.equal(typedValue(field({ type: 'number' }), 'Infinity'), undefined);
    assert.equal(typedValue(field({ type: 'array', items: { type: 'integer' } }), '16, big'), undefined);
    assert.equal(typedValue(field({ type: 'string', pattern: '^#[0-9a-f]{6}$' }), 'white'), undefined);
  });

  it('reads patterns as Unicode, as JSON Schema does', () => {
    const noControls = field({ type: 'string', pattern: String.raw`^[^\p{Cc}]+$` });
    assert.equal(typedValue(noControls, 'Cape {c}'), 'Cape {c}');
    assert.equal(typedValue(noControls, 'a\u0007'), undefined);
  });
});

describe('acceptsValue', () => {
  it('accepts every value the form can produce', () => {
    const fit = field({ type: 'string', enum: ['cover', 'fill'] });
    assert.deepEqual([acceptsValue(fit, 'fill'), acceptsValue(fit, 'inside')], [true, false]);
    const sizes = field({ type: 'array', items: { type: 'integer' } });
    assert.deepEqual([acceptsValue(sizes, [16, 32]), acceptsValue(sizes, ['16'])], [true, false]);
    const quality = field({ type: 'integer', minimum: 1, maximum: 100 });
    assert.deepEqual(
      [acceptsValue(quality, 80), acceptsValue(quality, 0), acceptsValue(quality, '80')],
      [true, false, false],
    );
  });
});

describe('typedText', () => {
  it('is the text a value was or could have been typed as', () => {
    const numbers = field({ type: 'array', items: { type: 'integer' } });
    const quality = field({ type: 'integer' });
    const anything = field({ type: 'string' });
    const typed = [[numbers, '16, 32'] as const, [quality, '80'] as const, [anything, 'none, $(x)'] as const];
    for (const [each, text] of typed) assert.equal(typedText(typedValue(each, text)), text);
  });

  it('accepts every JSON value', () => {
    assert.equal(typedText([null, true, { toString: 1 }]), 'null, true, {"toString":1}');
  });
});

describe('typedValue with a hostile service’s schema', () => {
  it('runs no pattern or format of the schema, and follows no reference', () => {
    const text = `${'a'.repeat(100)}!`;
    const forever = '^(?:a|a)*$';
    const shared = { anyOf: [{ $ref: '#' }, { $ref: '#' }] };
    const schemas = [
      { type: 'string', pattern: forever },
      { patternProperties: { [forever]: true }, propertyNames: { pattern: forever } },
      { allOf: [{ pattern: forever }], anyOf: [{ not: { pattern: forever } }] },
      { type: 'string', format: 'url' },
      { ...shared, $defs: { a: shared } },
    ];
    for (const schema of schemas) assert.equal(typedValue(field(schema), text), text);
  });

  it('allows whatever the schema does', () => {
    const either = {
      oneOf: [
        { type: 'string', pattern: '^a' },
        { type: 'string', pattern: '^b' },
      ],
    };
    assert.equal(typedValue(field(either), 'a'), 'a');
    assert.equal(typedValue(field({ not: { pattern: '^b' } }), 'a'), 'a');
    const outside = { type: 'number', oneOf: [{ maximum: 1 }, { minimum: 2 }] };
    assert.equal(typedValue(field(outside), '1.5'), undefined);
    assert.equal(typedValue(field(outside), '2'), 2);
  });

  it('survives invalid keywords', () => {
    const schema = {
      enum: 5,
      type: 5,
      minimum: 'a',
      pattern: {},
      items: 7,
      anyOf: 'x',
      allOf: [null, 3, []],
    };
    assert.equal(typedValue(field(schema), '5'), 5);
  });

  it('survives the deepest schema an answer can have', () => {
    const deep = JSON.parse(`${'{"items":'.repeat(99)}{}${'}'.repeat(99)}`);
    assert.equal(typedValue(field(deep), 'x'), 'x');
  });
});

describe('This computer’s options', () => {
  it('are checked by their patterns while the user types', () => {
    const pdf = conversions.find(({ from, to }) => from === 'pdf' && to === 'png');
    const schemas = pdf === undefined ? [] : [z.toJSONSchema(pdf.options(), { io: 'input' })];
    const pages = commonFields(schemas).find(({ name }) => name === 'pages');
    assert.ok(pages);
    for (const text of ['1', ' 1-3 , 5', '7-', '1 - , 2']) assert.equal(typedValue(pages, text), text);
    for (const text of ['', 'x', '1-2-3', '-3', '1,', '1 2'])
      assert.equal(typedValue(pages, text), undefined);
  });

  it('can all be set by the user', () => {
    const typed = ['1', '4', '32', '100', '44100', '1-3', '#ffffff', 'U+0041', 'secret words'];
    const schemas = new Set(conversions.map(({ options }) => options()));
    for (const options of schemas) {
      const fields = commonFields([withSecretsMarked(z.toJSONSchema(options, { io: 'input' }))]);
      const codec = fields.find(({ name }) => name === 'codec');
      const codecs = [{}, ...((codec && choicesOf(codec)) ?? []).map((name) => ({ codec: name }))];
      for (const each of fields) {
        const values = choicesOf(each) ?? typed.map((text) => typedValue(each, text));
        const taken = values.filter((value) => value !== undefined);
        const combinations = taken.flatMap((value) =>
          codecs.map((name) => ({ ...name, [each.name]: value })),
        );
        assert.ok(
          combinations.some((combination) => options.safeParse(combination).success),
          each.name,
        );
      }
    }
  });
});

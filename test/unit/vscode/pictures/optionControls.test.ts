import assert from 'node:assert/strict';
import {
  chosenFrom,
  linkedSide,
  optionControls,
  valueIn,
} from '../../../../src/vscode/pictures/optionControls.ts';
import { say } from '../../../../src/vscode/text/safeText.ts';

const field = (name: string, schema: Record<string, unknown>, secret = false) => ({ name, schema, secret });
const quality = field('quality', { type: 'integer', minimum: 1, maximum: 100, default: 90 });
const width = field('width', { type: 'integer', minimum: 1, maximum: 16_383 });
const metadata = field('metadata', { enum: ['keep', 'stripAll'], default: 'keep' });
const fit = field('fit', { enum: ['inside', 'fill'] });
const password = field('password', { type: 'string' }, true);
const none = new Map();

describe('optionControls', () => {
  it('shows each option as a slider, a choice, or a text, with rare ones apart and no secrets', () => {
    const { controls, moreControls } = optionControls(
      [fit, metadata, width, password, quality],
      new Map<string, unknown>([['width', 640]]),
      new Map([['width', say('Enter a name.')]]),
    );
    assert.deepEqual(
      controls.map(({ kind, name, value }) => [kind, name, value]),
      [
        ['range', 'quality', '90'],
        ['choice', 'metadata', '0'],
        ['text', 'width', '640'],
      ],
    );
    assert.deepEqual(
      moreControls.map(({ kind, name, value }) => [kind, name, value]),
      [['choice', 'fit', '']],
    );
    const [, , typed] = controls;
    assert.equal(typed?.kind === 'text' && typed.problem, 'Enter a name.');
  });

  it('shows the meaning of an unset slider', () => {
    const unset = field('quality', { type: 'integer', minimum: 1, maximum: 100, 'x-unset': 'x' });
    const [control] = optionControls([unset], none, none).controls;
    assert.ok(control?.kind === 'range');
    assert.equal(control.value, '');
    assert.notEqual(control.unset, undefined);
  });
});

describe('linkedSide', () => {
  const source = { width: 600, height: 400, format: 'jpg' };
  const sideFor = (values: Record<string, unknown>, format = 'jpg'): unknown =>
    linkedSide(new Map(Object.entries(values)), { ...source, format });

  it('follows from the other side, in proportion', () => {
    assert.deepEqual(sideFor({ width: 300 }), ['height', 200]);
    assert.deepEqual(sideFor({ height: 100 }), ['width', 150]);
    assert.deepEqual(sideFor({ width: 6000 }), ['height', 400]);
    assert.deepEqual(sideFor({ width: 6000 }, 'svg'), ['height', 4000]);
    assert.deepEqual(sideFor({ width: 6000, fit: 'cover' }), ['height', 4000]);
    assert.equal(sideFor({}), undefined);
    assert.equal(sideFor({ width: 300, height: 300 }), undefined);
  });

  it('is shown where its value would be', () => {
    const height = { ...width, name: 'height' };
    const values = new Map<string, unknown>([['width', 300]]);
    const { controls } = optionControls([width, height], values, none, linkedSide(values, source));
    assert.deepEqual(
      controls.map((each) => each.kind === 'text' && [each.value, each.unset]),
      [
        ['300', 'Not set'],
        ['', 'Automatic: 200'],
      ],
    );
  });
});

describe('valueIn', () => {
  it('is the value of the text, with the default as undefined', () => {
    assert.deepEqual(valueIn(quality, '70'), { value: 70 });
    assert.deepEqual(valueIn(quality, '90'), { value: undefined });
    assert.deepEqual(valueIn(metadata, '1'), { value: 'stripAll' });
    assert.deepEqual(valueIn(fit, ''), { value: undefined });
  });

  it('refuses a value that the schema doesn’t allow', () => {
    for (const text of ['0', 'wide', '1.5', '99999']) assert.ok('problem' in valueIn(width, text), text);
    for (const text of ['7', '-1', 'stripAll ']) assert.ok('problem' in valueIn(metadata, text), text);
  });
});

describe('chosenFrom', () => {
  it('is the choice with that number, and none for any other text', () => {
    assert.equal(chosenFrom(['a', 'b'], '0'), 'a');
    assert.equal(chosenFrom(['a', 'b'], '1'), 'b');
    for (const text of ['', '2', '-1', '0.5', 'NaN', 'length', '__proto__', '1e999']) {
      assert.equal(chosenFrom(['a', 'b'], text), undefined, text);
    }
  });
});

import assert from 'node:assert/strict';
import {
  asksForOutput,
  fillTemplate,
  folderFault,
  nameFault,
  type TemplateValues,
} from '../../../../src/jobs/placement/template.ts';

const values: TemplateValues = {
  '${name}': 'photo',
  '${dir}': 'assets',
  '${ext}': 'webp',
  '${width}': '800',
  '${height}': '600',
  '${preset}': 'For web',
  '${n}': '07',
};
const without = (...missing: (keyof TemplateValues)[]): TemplateValues => ({
  ...values,
  ...Object.fromEntries(missing.map((placeholder) => [placeholder, ''])),
});

describe('A naming template', () => {
  it('replaces its placeholders by values', () => {
    assert.equal(
      fillTemplate('${dir}_${n} ${name}@${width}x${height} ${preset}', values),
      'assets_07 photo@800x600 For web',
    );
    assert.equal(fillTemplate('$name costs 5$', values), '$name costs 5$');
  });

  it('allows no folder, placeholder, or pattern in a value', () => {
    const hostile = { ...values, '${name}': '../a\\b/${dir}$&$1', '${preset}': '..' };
    assert.equal(fillTemplate('${name}-${preset}', hostile), '.._a_b_${dir}$&$1-..');
  });

  it('drops the separator before a missing value', () => {
    const sizeless = without('${width}', '${height}');
    assert.equal(fillTemplate('${name}-${width}', sizeless), 'photo');
    assert.equal(fillTemplate('${name}-${width}x${height}', sizeless), 'photo');
    assert.equal(fillTemplate('${width}x${height}_${name}', sizeless), 'photo');
    assert.equal(fillTemplate('${name}-${width} max', sizeless), 'photo max');
    assert.equal(fillTemplate('${name}-max${width}', sizeless), 'photo-max');
    assert.equal(fillTemplate('_${name}', sizeless), '_photo');
    assert.equal(fillTemplate('${name}.${preset}.${n}', without('${preset}')), 'photo.07');
  });

  it('is refused for its first unknown placeholder', () => {
    assert.deepEqual(nameFault('${name}-${size}-${x}'), unknown('${size}'));
    assert.deepEqual(folderFault('out/${Name}'), unknown('${Name}'));
    assert.deepEqual(folderFault('out/${workspaceFolder}'), unknown('${workspaceFolder}'));
    assert.deepEqual(nameFault('${workspaceFolder}'), unknown('${workspaceFolder}'));
    assert.deepEqual(nameFault('${name'), unknown('${name'));
    assert.equal(folderFault('${workspaceFolder}/${dir}/${ext}'), undefined);
  });

  it('is refused for a folder in a name', () => {
    for (const template of ['a/b', 'a\\b', '../${name}']) {
      assert.equal(nameFault(template)?.code, 'output.name_with_folder');
    }
  });

  it('needs the output if it contains the output’s size', () => {
    assert.deepEqual(['${width}', 'a-${height}', '${name}', undefined].map(asksForOutput), [
      true,
      true,
      false,
      false,
    ]);
  });
});

function unknown(detail: string): object {
  return { code: 'output.unknown_placeholder', detail };
}

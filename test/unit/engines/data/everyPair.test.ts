import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isConversionError } from '../../../../src/engines/api/conversionError.ts';
import { convertData } from '../../../../src/engines/data/convert.ts';
import { readJson } from '../../../../src/engines/data/json.ts';
import { dataConversions } from '../../../../src/engines/data/data.ts';
import { isList, isMap, isScalar, scalarText, type Tree } from '../../../../src/engines/data/tree.ts';
import { anyOf, numberBelow, pickFrom, type Random, seededRandom } from '../../../support/seededRandom.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const integers = [
  '0',
  '-1',
  '9007199254740991',
  '9007199254740992',
  '-9007199254740993',
  '3681579493102783500',
  '1000000000000000000000',
  '9223372036854775807',
  '-9223372036854775808',
  '18446744073709551615',
  '123456789012345678901234567890',
] as const;

const keys: readonly string[] = [
  ['4', '04', '1e3', '1E400', '1e401', '0x10', '1_000', '1.0', '-0', '12:30', '3681579493102783500'],
  ['true', 'null', 'no', '~', '<<', '-', '?', 'a: b', '#c', '; d', '&e', '*f', '!g', '{h}', '[i]'],
  ['a', 'a.b', 'b', 'x y', ' s ', 'é', '日本', 'a=b', 'a:b', "it's", '"q"', 'k[]', '\\', 'a\\b', 'l\nm'],
  ['@a', '@key', '#text', 'item', 'root', 'value', 'constructor', '__proto__', 'toString'],
].flat();

/**
 * Keys that are valid XML names. In XML, other keys become attributes in a list, which a table contains as JSON in one
 * cell.
 */
const names = keys.filter((key) => /^[a-zé日本]+$/i.test(key));

/** Nested maps of integers as JSON text, written without any library. */
function randomJson(random: Random, pool: readonly string[], depth = 0): string {
  const length = 2 + numberBelow(4, random);
  const chosen = new Set(Array.from({ length }, () => anyOf(pool, random) ?? ''));
  const entries = [...chosen].map((name) => {
    const value =
      depth < 2 && random() < 0.3 ? randomJson(random, pool, depth + 1) : pickFrom(integers, random);
    return `${JSON.stringify(name)}:${value}`;
  });
  return `{${entries.join()}}`;
}

/** Each value with its path of keys as one text, since a table has no nested keys. */
function leaves(tree: Tree, keyPath: readonly string[] = []): string[] {
  if (isScalar(tree)) return [`${keyPath.join('.')}=${scalarText(tree)}`];
  if (isList(tree)) return tree.flatMap((each) => leaves(each, keyPath));
  return [...tree].flatMap(([key, value]) => leaves(value, [...keyPath, key]));
}

/** Reverts XML's changes to keys that aren't valid names. */
function fromXml(tree: Tree): Tree {
  if (isList(tree)) return tree.map(fromXml);
  if (!isMap(tree)) return tree;
  return [...tree].flatMap(([key, value]) =>
    (isList(value) ? value : [value]).map((each) => {
      const name = key === 'entry' && isMap(each) ? each.get('@key') : undefined;
      if (typeof name !== 'string' || !isMap(each)) return new Map([[key, fromXml(each)]]);
      const others = [...each].filter(([inner]) => inner !== '@key');
      const isText = others.length === 1 && others[0]?.[0] === '#text';
      return new Map([[name, isText ? (others[0]?.[1] ?? null) : fromXml(new Map(others))]]);
    }),
  );
}

const flat = new Set(['csv', 'tsv', 'ini', 'properties']);

describe('Any data format', () => {
  const folder = useTemporaryFolder();

  async function converted(text: string, from: string, to: string): Promise<string> {
    if (from === to) return text;
    const [inputPath, outputPath] = ['in', 'out'].map((name) => path.join(folder.path, name));
    assert.ok(inputPath !== undefined && outputPath !== undefined);
    writeFileSync(inputPath, text);
    rmSync(outputPath, { force: true });
    const files = { inputPath, outputPath, inputBytes: text.length, fileName: `a.${from}` };
    await convertData({ tool: 'convert', engine: 'data', from, to, options: {}, ...files });
    return readFileSync(outputPath, 'utf8');
  }

  for (const { from, to } of dataConversions()) {
    it(`keeps every key and digit from ${from} to ${to}, or reports which it can’t`, async () => {
      const random = seededRandom(from, to);
      let kept = 0;
      for (let round = 0; round < 5; round += 1) {
        const json = randomJson(random, from === 'xml' && flat.has(to) ? names : keys);
        try {
          const source = await converted(json, 'json', from === 'jsonc' ? 'json' : from);
          const target = await converted(source, from, to);
          const read = readJson(await converted(target, to, 'json'));
          const found = leaves([from, to].includes('xml') ? fromXml(read) : read);
          for (const leaf of leaves(readJson(json))) {
            const isThere = found.some((each) => each === leaf || each.endsWith(`.${leaf}`));
            assert.ok(isThere, `${leaf} of ${json} became ${JSON.stringify(found)} by way of\n${target}`);
          }
          kept += 1;
        } catch (error) {
          assert.ok(isConversionError(error), String(error));
        }
      }
      assert.ok(kept > 0, 'Every conversion failed.');
    });
  }
});

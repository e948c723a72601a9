import assert from 'node:assert/strict';
import { data, sample } from '../../support/service/fixtures.ts';
import { useService } from '../../support/service/services.ts';

describe('A converted data file', () => {
  const service = useService();

  async function convert(name: string, text: string | Buffer, to: string, options = {}): Promise<string> {
    return (await service.api.convert({ name, bytes: Buffer.from(text) }, to, options)).output.toString();
  }

  async function failure(name: string, text: string | Buffer, to: string): Promise<unknown> {
    const file = { name, bytes: Buffer.from(text) };
    return service.api.ending(file, to);
  }

  describe('with options', () => {
    it('is indented as requested', async () => {
      assert.equal(await convert('a.yaml', 'a: [1]', 'json', { indent: 0 }), '{"a":[1]}\n');
      assert.equal(
        await convert('a.yaml', 'a: [1]', 'json', { indent: 4 }),
        '{\n    "a": [\n        1\n    ]\n}\n',
      );
    });

    it('uses the requested delimiter', async () => {
      assert.equal(
        await convert('a.json', '[{"a":1,"b":";"}]', 'csv', { delimiter: ';' }),
        'a;b\r\n1;";"\r\n',
      );
      assert.equal(
        await convert('a.csv', 'a,b|c\n1,2|3\n', 'ndjson', { delimiter: '|' }),
        '{"a,b":"1,2","c":3}\n',
      );
    });

    it('uses the first row as requested', async () => {
      assert.equal(
        await convert('a.csv', 'a,b\n1,2\n', 'ndjson', { header: false }),
        '["a","b"]\n["1","2"]\n',
      );
      assert.equal(await convert('a.json', '[{"a":1}]', 'tsv', { header: false }), '1\r\n');
    });

    it('has types unless the user turns them off', async () => {
      assert.equal(await convert('a.csv', 'a,b\n1,true\n', 'ndjson'), '{"a":1,"b":true}\n');
      assert.equal(
        await convert('a.csv', 'a,b\n1,true\n', 'ndjson', { types: false }),
        '{"a":"1","b":"true"}\n',
      );
    });

    it('is refused if an option doesn’t apply to its pair', async () => {
      const file = { name: 'a.json', bytes: Buffer.from('{}') };
      const fields = { targetFormat: 'yaml', options: '{"delimiter":";"}' };
      assert.equal(
        (await service.api.submit('/convert', file, fields)).json?.error,
        'request.invalid_option',
      );
    });
  });

  it('is read in the format of its name, with any of the format’s extensions, if the content has no signature', async () => {
    assert.equal(await convert('A.YML', 'a: é', 'json', { indent: 0 }), '{"a":"é"}\n');
    assert.equal(await convert('a.jsonl', '1\n2\n', 'yaml'), '- 1\n- 2\n');
    const { job } = await service.api.convert({ name: 'a.json', bytes: Buffer.from('[1]') }, 'jsonl');
    assert.deepEqual(job['output'], { fileName: 'a.ndjson' });
  });

  it('can be in UTF-16 or the encoding of its XML declaration', async () => {
    const utf16 = Buffer.from('\uFEFF{"a":"Ωé"}', 'utf16le');
    assert.equal(await convert('a.json', utf16, 'yaml'), 'a: Ωé\n');
    const latin = Buffer.from('<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>', 'latin1');
    assert.equal(await convert('a.xml', latin, 'yaml'), 'a: é\n');
    assert.equal(await convert('a.properties', Buffer.from('a=é', 'latin1'), 'yaml'), 'a: é\n');
  });

  describe('from a hostile source', () => {
    it('can’t grow by aliases or entities, or include a file', async () => {
      const lines = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
      const yaml = ['a0: &a0 [x]', ...lines].join('\n');
      const detail = 'The YAML has too many aliases.';
      assert.deepEqual(await failure('a.yaml', yaml, 'json'), { error: 'conversion.limit_exceeded', detail });
      const grows = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n} "${`&e${n + 1};`.repeat(9)}">`);
      for (const [declarations, entity] of [
        [`${grows.join('')}<!ENTITY e12 "x">`, 'e8'],
        [`<!ENTITY e0 SYSTEM "file://${sample('notes.txt')}">`, 'e0'],
      ] as const) {
        const detail = `The XML’s entity “${entity}” isn’t plain text or is too long. Replace it with its text first.`;
        const error = { error: 'conversion.invalid_input', detail };
        assert.deepEqual(await failure('a.xml', `<!DOCTYPE a [${declarations}]><a>&e0;</a>`, 'json'), error);
      }
    });

    it('can’t be nested endlessly', async () => {
      const deep = {
        error: 'conversion.limit_exceeded',
        detail: 'The data is nested more than 200 levels deep.',
      };
      const n = 100_000;
      assert.deepEqual(await failure('a.json', '['.repeat(n) + ']'.repeat(n), 'yaml'), deep);
      assert.deepEqual(await failure('a.yaml', '['.repeat(n) + ']'.repeat(n), 'json'), deep);
      const toml = await failure('a.toml', `a = ${'['.repeat(n)}${']'.repeat(n)}`, 'json');
      assert.match(JSON.stringify(toml), /conversion.invalid_input.*excessively nested/);
      assert.deepEqual(await failure('a.xml', '<a>'.repeat(n) + '</a>'.repeat(n), 'json'), deep);
      assert.deepEqual(await failure('a.json', `${'[['.repeat(150)}1${']]'.repeat(150)}`, 'csv'), deep);
    });
  });

  it('has comments only if its pair promises to keep them', async () => {
    const { json } = await service.api.call('/convert/conversions');
    const pairs = json?.['conversions'];
    assert.ok(Array.isArray(pairs));
    const pair: unknown = pairs.find(({ from, to }) => from === 'toml' && to === 'csv');
    const drops = ['types', 'nesting', 'comments', 'dateTypes'];
    assert.deepEqual(pair, { from: 'toml', to: 'csv', lossy: true, drops, credits: 1 });
    assert.ok((await service.api.convert(data('countries.toml'), 'csv')).output.length > 0);
  });
});

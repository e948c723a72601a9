import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { notebook, sample } from '../../support/service/fixtures.ts';
import { useService } from '../../support/service/services.ts';
import { decodeNotebook } from '../../../tools/matrix/decoders/python.ts';

describe('A compressed notebook', () => {
  const service = useService();

  const text =
    '{"cells":[{"cell_type":"code","execution_count":1,"metadata":{"n":12345678901234567890.10},"outputs":[{"data":{},"metadata":{},"output_type":"display_data"}],"source":["a"]}],"metadata":{},"nbformat":4,"nbformat_minor":4}\n';

  async function compressed(bytes: Buffer, options: object): Promise<Buffer> {
    return (await service.api.compress({ name: 'a.ipynb', bytes }, options)).output;
  }

  it('has everything but its outputs if these are removed', async () => {
    const stripped = await compressed(Buffer.from(text), { outputs: false });
    const expected = text
      .replace('"execution_count":1', '"execution_count":null')
      .replace(/"outputs":\[.*?\]/, '"outputs":[]');
    assert.equal(stripped.toString(), expected);
  });

  it('keeps the indentation of Jupyter, and the attachments of texts', async () => {
    const source = await readFile(notebook('harbour.ipynb'));
    const output = await compressed(source, { outputs: false, lossless: true });
    assert.match(output.toString(), /\n "nbformat": 4,\n/);
    const [before, after] = [await decodeNotebook(source), await decodeNotebook(output)];
    assert.deepEqual(
      after.map((cell) => cell.outputs ?? []),
      before.map(() => []),
    );
    assert.ok(after[0]?.['attachments']);
    assert.deepEqual(
      after.map((cell) => cell.source),
      before.map((cell) => cell.source),
    );
  });

  it('reaches a maximum size by smaller pictures, or fails', async () => {
    const picture = (await readFile(sample('cat.png'))).toString('base64');
    const source = Buffer.from(text.replace('"data":{}', `"data":{"image/png":"${picture}"}`));
    const usual = await compressed(source, {});
    const maxKilobytes = Math.floor(usual.length / 2000);
    const output = await compressed(source, { maxKilobytes });
    assert.ok(output.length <= maxKilobytes * 1000, `${output.length} bytes`);
    assert.equal((await decodeNotebook(output)).length, 1);
    await assert.rejects(compressed(source, { maxKilobytes: 1 }), /size_not_met/);
  });

  it('stays as it is if nothing gets smaller', async () => {
    assert.equal((await compressed(Buffer.from(text), {})).toString(), text);
  });
});

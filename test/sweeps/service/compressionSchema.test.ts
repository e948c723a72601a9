import assert from 'node:assert/strict';
import { asObject } from '../../../src/contract/read.ts';
import { useService } from '../../support/service/services.ts';
import { withPrograms } from '../../support/service/standalone.ts';

describe('The options of compression', () => {
  const service = useService([], withPrograms);

  const optionsOf = async (format: string): Promise<string[]> => {
    const { json } = await service.api.call(`/compress/schema?format=${format}`);
    return Object.keys(asObject(json?.['properties']) ?? {}).toSorted();
  };
  const sizes = ['leastSaving', 'maxKilobytes'];
  const box = ['maxHeight', 'maxWidth'];

  it('match the format', async () => {
    assert.deepEqual(
      await optionsOf('jpg'),
      [...sizes, ...box, 'lossless', 'metadata', 'quality'].toSorted(),
    );
    assert.deepEqual(await optionsOf('tif'), [...sizes, ...box, 'metadata'].toSorted());
    assert.deepEqual(await optionsOf('pdf'), [...sizes, 'density', 'lossless', 'quality'].toSorted());
    assert.deepEqual(await optionsOf('docx'), [...sizes, ...box, 'lossless', 'quality'].toSorted());
    assert.deepEqual(await optionsOf('svg'), [...sizes, 'lossless'].toSorted());
    assert.deepEqual(await optionsOf('mp4'), [...sizes, ...box, 'quality'].toSorted());
    assert.deepEqual(await optionsOf('mp3'), [...sizes, 'quality'].toSorted());
    assert.deepEqual(await optionsOf('flac'), ['leastSaving']);
  });

  it('have a title, a unit, and a default', async () => {
    const { json } = await service.api.call('/compress/schema?format=jpg');
    assert.deepEqual(asObject(json?.['properties'])?.['maxKilobytes'], {
      title: 'Maximum size',
      'x-unit': 'kB',
      description: 'Maximum file size; the conversion fails if it can’t be reached',
      'x-unset': 'No limit',
      type: 'integer',
      minimum: 1,
      maximum: 10_000_000,
    });
  });

  it('are refused for formats that can’t be compressed', async () => {
    const unknown = await service.api.call('/compress/schema?format=txt');
    assert.deepEqual([unknown.status, unknown.json?.['error']], [422, 'compressions.unsupported_format']);
    const none = await service.api.call('/compress/schema');
    assert.deepEqual([none.status, none.json?.['error']], [400, 'request.malformed']);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { image, sample } from '../../../support/service/fixtures.ts';
import { itKeepsDrawingsIn } from '../../../support/service/hostileDrawings.ts';
import { useService } from '../../../support/service/services.ts';

describe('A hostile SVG', () => {
  const service = useService();

  const failure = (name: string, bytes: Uint8Array, to = 'webp'): Promise<unknown> =>
    service.api.ending({ name, bytes }, to);

  const tooManyPixels = { error: 'conversion.limit_exceeded', detail: 'The image has too many pixels.' };
  const damaged = { error: 'conversion.invalid_input', detail: 'The image is damaged and can’t be read.' };
  const noImage = { error: 'conversion.invalid_input', detail: 'The file isn’t a readable image.' };

  it('fails at once if a few bytes claim gigantic dimensions', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>';
    assert.deepEqual(await failure('bomb.svg', Buffer.from(svg)), tooManyPixels);
    const vast = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000000 1000000"/>';
    for (const to of ['webp', 'ico', 'psd']) {
      assert.deepEqual(await failure('vast.svg', Buffer.from(vast), to), tooManyPixels, to);
    }
  });

  it('is reported as damaged if it draws itself repeatedly', async () => {
    const groups = Array.from(
      { length: 30 },
      (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`,
    ).join('');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="a0"><path d="M0 0h9"/></g>${groups}</svg>`;
    assert.deepEqual(await failure('uses.svg', Buffer.from(svg)), damaged);
    await service.api.convert(sample('cat.png'), 'gif');
  });

  it('is reported as damaged if it is truncated', async () => {
    assert.deepEqual(await failure('cut.jpg', await readFile(image('truncated.jpg'))), damaged);
    const cat = await readFile(sample('cat.png'));
    assert.deepEqual(await failure('cut.png', cat.subarray(0, cat.length / 2)), damaged);
  });

  it('fails with a sentence if it isn’t an image', async () => {
    assert.deepEqual(await failure('text.jpg', await readFile(image('text.jpg'))), noImage);
    assert.deepEqual(await failure('empty.png', Buffer.alloc(0)), noImage);
    assert.deepEqual(await failure('page.gif', Buffer.from('\x7fELF\x02\x01\x01')), noImage);
  });

  it('doesn’t block the next job if it nests entities endlessly', async () => {
    const entities = Array.from(
      { length: 12 },
      (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(12)}">`,
    ).join('');
    const svg = `<!DOCTYPE svg [<!ENTITY e0 "ha">${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e12;</text></svg>`;
    await service.api.ending({ name: 'a.svg', bytes: Buffer.from(svg) }, 'png');
    await service.api.convert(sample('cat.png'), 'gif');
    const outer = `<!DOCTYPE svg [<!ENTITY e SYSTEM "file://${sample('notes.txt')}">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&e;</text></svg>`;
    assert.deepEqual(await failure('outer.svg', Buffer.from(outer)), damaged);
  });

  itKeepsDrawingsIn(() => service);
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Listener } from '../../../support/http/listener.ts';
import { document } from '../../../support/service/fixtures.ts';
import { invalid } from '../../../support/service/jobFaults.ts';
import { useService } from '../../../support/service/services.ts';

const damaged = invalid('The book is damaged and can’t be read.');

describe('A hostile book', () => {
  const service = useService();

  const ending = (name: string, bytes: Uint8Array): Promise<unknown> =>
    service.api.ending({ name, bytes }, 'html');

  it('is reported as encrypted if its seller has encrypted it', async () => {
    for (const name of ['voyage.mobi', 'voyage.azw3']) {
      const book = await readFile(document(name));
      // The kind of encryption is in the first record (PalmDOC header, 12).
      book.writeUInt16BE(2, book.readUInt32BE(78) + 12);
      const locked = 'The book is protected by DRM and can’t be converted.';
      assert.deepEqual(await ending(name, book), invalid(locked));
    }
  });

  it('is reported as damaged if it is truncated or scrambled', async () => {
    for (const name of ['voyage.mobi', 'voyage.azw3']) {
      const book = await readFile(document(name));
      assert.deepEqual(await ending(name, book.subarray(0, book.length / 3)), damaged);
      assert.deepEqual(await ending(name, book.subarray(0, 79)), damaged);
    }
    const book = await readFile(document('voyage.fb2'));
    assert.deepEqual(await ending('a.fb2', book.subarray(0, book.length / 2)), damaged);
  });

  it('expands no entities, requests nothing, and shows no local file', async () => {
    const listener = await Listener.start();
    try {
      const url = `${listener.url}/a.png`;
      const start = '<FictionBook xmlns:l="http://www.w3.org/1999/xlink"><body><section>';
      const entity = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${start}<p>&b;</p></section></body></FictionBook>`;
      const { output: page } = await service.api.convert(
        { name: 'a.fb2', bytes: Buffer.from(entity) },
        'html',
      );
      assert.ok(page.includes('<p>&amp;b;</p>'));
      assert.ok(!page.includes('root:'));
      for (const target of [url, 'file:///etc/passwd', '/etc/passwd']) {
        const text = `<?xml version="1.0"?>${start}<p>text</p><image l:href="${target}"/></section></body></FictionBook>`;
        for (const to of ['html', 'epub', 'docx', 'pdf']) {
          const book = { name: 'a.fb2', bytes: Buffer.from(text) };
          const { output } = await service.api.convert(book, to);
          assert.ok(!output.includes('root:'), target);
        }
      }
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });
});

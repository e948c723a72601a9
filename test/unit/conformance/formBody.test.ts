import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { formBody, plainBody } from '../../../src/conformance/http/formBody.ts';

describe('formBody', () => {
  it('is read by another parser as it was meant, and is as long as it says', async () => {
    const file = { name: 'a b.png', content: Buffer.from('head'), paddingBytes: 600_000 };
    const body = formBody({ targetFormat: 'jpg' }, file);
    const bytes = await buffer(body.chunks());
    assert.equal(bytes.length, body.lengthBytes);
    const form = await new Response(bytes, { headers: { 'content-type': body.contentType } }).formData();
    assert.equal(form.get('targetFormat'), 'jpg');
    const sent = form.get('file');
    assert.ok(sent instanceof File);
    assert.equal(sent.name, 'a b.png');
    assert.equal(sent.size, 600_004);
    assert.equal(await sent.slice(0, 5).text(), 'head\0');
  });

  it('has no part for a file that is not given', async () => {
    const body = formBody({ targetFormat: 'jpg' });
    const bytes = await buffer(body.chunks());
    const form = await new Response(bytes, { headers: { 'content-type': body.contentType } }).formData();
    assert.deepEqual([...form.keys()], ['targetFormat']);
    assert.equal(bytes.length, body.lengthBytes);
  });
});

describe('plainBody', () => {
  it('counts bytes, not characters', () => {
    assert.equal(plainBody('text/plain', '€').lengthBytes, 3);
  });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { parseEntitlements } from '../../../../src/contract/entitlements.ts';
import { document } from '../../../support/service/fixtures.ts';
import { lyingZip, pythonArchive, zipBomb, zipOfEntries } from '../../../support/service/hostileArchives.ts';
import { invalid, tooMuch } from '../../../support/service/jobFaults.ts';
import { useService } from '../../../support/service/services.ts';

const damaged = invalid('The document is damaged and can’t be read.');
const encrypted = invalid('The document is encrypted and can’t be compressed.');
const signed = invalid('The document is signed, and compressing it would break its signature.');

/** A ZIP with these entries, whose contents are Python expressions. */
const zip = (...entries: readonly [name: string, content: string][]): Promise<Buffer> =>
  pythonArchive(`
z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED)
${entries.map(([name, content]) => `z.writestr(${JSON.stringify(name)}, ${content})`).join('\n')}
z.close()`);

describe('A document that can’t be compressed', () => {
  const service = useService(['--plan', 'free']);

  async function ending(name: string, bytes: Uint8Array): Promise<unknown> {
    const { json } = await service.api.submit('/compress', { name, bytes });
    const job = await service.api.ended('compress', json?.id);
    return job.status === 'Failed' ? job.error : job.status;
  }
  const balance = async (): Promise<number | undefined> =>
    parseEntitlements((await service.api.call('/convert/entitlements/me')).json).balance;

  it('is left alone at no cost, with the reason, if it is signed', async () => {
    const before = await balance();
    const office = await zip(['word/document.xml', "'<a/>'"], ['_xmlsignatures/origin.sigs', "''"]);
    assert.deepEqual(await ending('a.docx', office), signed);
    const odf = await zip(['content.xml', "'<a/>'"], ['META-INF/documentsignatures.xml', "'<a/>'"]);
    assert.deepEqual(await ending('a.odt', odf), signed);
    assert.equal(await balance(), before);
  });

  it('is reported as encrypted if it is', async () => {
    const odf = await zip(['META-INF/manifest.xml', "'<manifest:encryption-data/>'"]);
    assert.deepEqual(await ending('a.odt', odf), encrypted);
    const stream = Buffer.from('EncryptedPackage', 'utf16le');
    const office = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1016), stream]);
    assert.deepEqual(await ending('a.docx', office), encrypted);
  });

  it('is refused if it unpacks to gibibytes or thousands of parts', async () => {
    const holdsTooMuch = tooMuch('The file’s contents are too large to unpack.');
    assert.deepEqual(await ending('a.pptx', await zipBomb()), holdsTooMuch);
    assert.deepEqual(await ending('a.epub', await zip(['a', 'bytes(1 << 29)'])), holdsTooMuch);
    const parts = await zipOfEntries(20_001);
    assert.deepEqual(await ending('a.docx', parts), tooMuch('The document has too many parts.'));
  });

  it('is reported as damaged if it is, and the service continues', async () => {
    const whole = await readFile(document('pictures.docx'));
    assert.deepEqual(await ending('a.docx', whole.subarray(0, 9000)), damaged);
    assert.deepEqual(await ending('a.docx', Buffer.from('no document')), damaged);
    assert.deepEqual(await ending('a.docx', Buffer.alloc(0)), damaged);
    assert.deepEqual(await ending('a.xlsx', await lyingZip()), damaged);
    const wrong = Buffer.from(whole);
    wrong.fill(0x55, 2000, 2040);
    assert.deepEqual(await ending('a.docx', wrong), damaged);
    assert.deepEqual(await ending('a.odt', await zip(['a', "'1'"], ['a', "'2'"])), damaged);
    assert.equal(await ending('a.docx', whole), 'Succeeded');
  });
});

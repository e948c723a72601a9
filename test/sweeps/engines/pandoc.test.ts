import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { document } from '../../support/service/fixtures.ts';
import { useService } from '../../support/service/services.ts';
import { withPrograms } from '../../support/service/standalone.ts';

/** A picture of 48 by 32 points as Base64 text, which is only padded at its end. */
const picture = /base64,([\w+/=]+)/.exec(await readFile(document('voyage.md'), 'utf8'))?.[1] ?? '';

const notebook = (...source: readonly string[]): string =>
  JSON.stringify({
    cells: [
      {
        cell_type: 'markdown',
        metadata: {},
        attachments: { 'a.png': { 'image/png': picture } },
        source,
      },
      {
        cell_type: 'code',
        execution_count: 1,
        metadata: {},
        source: ['plot()'],
        outputs: [
          { output_type: 'display_data', metadata: {}, data: { 'image/png': picture } },
          { output_type: 'stream', name: 'stdout', text: ['25\n'] },
        ],
      },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 4,
  });

describe('A conversion by Pandoc', () => {
  const service = useService([], withPrograms);

  const made = async (name: string, text: string, to: string): Promise<string> =>
    (await service.api.convert({ name, bytes: Buffer.from(text) }, to)).output.toString();

  it('keeps a notebook’s pictures if the target supports them', async () => {
    const text = notebook('![x](attachment:a.png)');
    for (const to of ['html', 'md']) {
      const output = await made('a.ipynb', text, to);
      assert.equal(output.split(picture).length - 1, 2, to);
      assert.match(output, /25/);
    }
    assert.equal((await made('a.ipynb', text, 'fb2')).match(/<binary/g)?.length, 2);
    assert.equal((await made('a.ipynb', text, 'rtf')).match(/\\pngblip/g)?.length, 2);
  });

  it('keeps a document’s pictures in a book', async () => {
    for (const format of ['docx', 'odt', 'epub']) {
      const { output } = await service.api.convert(document(`pictures.${format}`), 'fb2');
      assert.equal(output.toString().match(/<binary/g)?.length, 3, format);
    }
  });

  it('keeps the addresses of remote pictures', async () => {
    for (const to of ['html', 'md', 'tex', 'adoc', 'org', 'mediawiki', 'dbk', 'rtf']) {
      assert.match(await made('a.rst', 'a\n\n.. image:: pictures/b.png\n', to), /pictures\/b(?:\.png)?/, to);
    }
  });

  it('trusts the name of a text that starts like another format', async () => {
    for (const start of ['BM', 'GIF89a', '<svg>', '%PDF-', 'OggS']) {
      assert.match(await made('a.rst', `${start} is how some files begin, *not* this one`, 'org'), /\/not\//);
    }
  });

  it('fails with one sentence for another kind of file', async () => {
    const bytes = Buffer.from('no notebook');
    const error = await service.api.ending({ name: 'a.ipynb', bytes }, 'rst');
    assert.match(JSON.stringify(error), /"detail":"Pandoc can’t convert this IPYNB to RST: [^"/]+\."/);
  });
});

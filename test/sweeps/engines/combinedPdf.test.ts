import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ApiCaller } from '../../support/service/apiCaller.ts';
import { withFile } from '../../support/service/lentFiles.ts';
import { pageOf, pdfOf } from '../../support/service/pdfBuilder.ts';
import { drawnByPoppler, wordsByPoppler } from '../../support/service/poppler.ts';
import { useServices } from '../../support/service/services.ts';

const exec = promisify(execFile);
const fixtures = path.join(import.meta.dirname, '../../fixtures');

interface Named {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const fixture = async (file: string): Promise<Named> => ({
  name: path.basename(file),
  bytes: await readFile(path.join(fixtures, file)),
});
/** A PDF with one page with these words. */
const words = (name: string, text: string, parts: Parameters<typeof pageOf>[1] = {}): Named => ({
  name,
  bytes: pageOf(`BT /F 12 Tf 20 100 Td (${text}) Tj ET`, {
    page: '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>',
    ...parts,
  }),
});

/** Facts about a PDF from qpdf and Poppler. qpdf must find no fault in it. */
async function factsOf(pdf: Buffer): Promise<{ pages: number; sizes: string[]; json: string }> {
  return withFile(pdf, 'pdf', async (file) => {
    await exec('qpdf', ['--check', file]);
    await exec('mutool', ['info', file]);
    const { stdout } = await exec('pdfinfo', ['-l', '-1', file]);
    const json = (await exec('qpdf', ['--json=1', file], { maxBuffer: 1 << 26 })).stdout;
    return {
      pages: Number(/^Pages: +(\d+)$/m.exec(stdout)?.[1]),
      sizes: [...stdout.matchAll(/^Page +\d+ size: +(.+?) pts/gm)].map(([, size = '']) => size),
      json,
    };
  });
}

/** The last record of a combination that should fail. */
async function failure(api: ApiCaller, files: readonly Named[], options: object = {}): Promise<unknown> {
  const { status, json } = await api.submitTogether(files, {
    targetFormat: 'pdf',
    options: JSON.stringify(options),
  });
  assert.equal(status, 202, JSON.stringify(json));
  return (await api.ended('combine', json?.id)).error;
}

/** The text of a PDF according to MuPDF. */
const textOf = (pdf: Uint8Array): Promise<string> =>
  withFile(Buffer.from(pdf), 'pdf', async (file) => {
    const { stdout } = await exec('mutool', ['draw', '-q', '-F', 'txt', '-o', '-', file]);
    return stdout;
  });

/** A page with a filled-in field and a signed one. */
const form = (name: string, value: string): Named => ({
  name,
  bytes: pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R 6 0 R] /DA (/Helv 0 Tf) /DR << /Font << /Helv 5 0 R >> >> >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] /MediaBox [0 0 200 200] >>',
    '<< /Type /Page /Parent 2 0 R /Annots [4 0 R 6 0 R] >>',
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (${value}) /Rect [10 10 90 30] /P 3 0 R /F 4 >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (signed) /V << /Type /Sig /ByteRange [0 1 2 3] >> /Rect [0 0 0 0] /P 3 0 R >>',
  ]),
});

/** Two pages with links to each other, most of them by name. */
const linked = (name: string): Named => ({
  name,
  bytes: pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /Names << /Dests << /Names [(end) << /D [4 0 R /Fit] >>] >> >> /Dests << /top [3 0 R /Fit] >> >>',
    '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] /MediaBox [0 0 200 200] >>',
    '<< /Type /Page /Parent 2 0 R /Annots [5 0 R 6 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /Annots [7 0 R] >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /Dest (end) >>',
    '<< /Type /Annot /Subtype /Link /Rect [9 9 19 19] /Dest [4 0 R /Fit] >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D /top >> >>',
  ]),
});

describe('A PDF combined from several files', () => {
  const start = useServices();

  it('has the pages of PDFs and images in order, upright, and at their size', async () => {
    const { api } = await start();
    const files = [
      words('b.pdf', 'Second letter'),
      await fixture('sample/coffee.jpg'),
      await fixture('documents/text.pdf'),
      await fixture('sample/scan.tiff'),
      words('a.pdf', 'First letter'),
      await fixture('formats/photo.webp'),
    ];
    const { job, output } = await api.combine(files, 'pdf');
    assert.partialDeepStrictEqual(job, { output: { fileName: 'b.pdf' } });
    const single = await Promise.all(
      files.map(async ({ name, bytes }) =>
        name.endsWith('.pdf') ? Buffer.from(bytes) : (await api.convert({ name, bytes }, 'pdf')).output,
      ),
    );
    const expected = await Promise.all(single.map(factsOf));
    const found = await factsOf(output);
    assert.deepEqual(
      found.sizes,
      expected.flatMap(({ sizes }) => sizes),
    );
    assert.deepEqual(await wordsByPoppler(output), (await Promise.all(single.map(wordsByPoppler))).flat());
    const places = single.flatMap((pdf, index) =>
      Array.from({ length: expected[index]?.pages ?? 0 }, (_, page) => ({ pdf, page: page + 1 })),
    );
    assert.equal(found.pages, places.length);
    for (const [index, { pdf, page }] of places.entries()) {
      const [ours, theirs] = [
        await drawnByPoppler(output, index + 1, 36),
        await drawnByPoppler(pdf, page, 36),
      ];
      assert.deepEqual(ours, theirs, `page ${index + 1}`);
    }
  });

  it('looks the same in MuPDF', async () => {
    const { api } = await start();
    const files = [await fixture('documents/text.pdf'), await fixture('documents/pictures.pdf')];
    const { output } = await api.combine(files, 'pdf');
    const [whole, ...parts] = await Promise.all([output, ...files.map(({ bytes }) => bytes)].map(textOf));
    assert.equal(whole, parts.join(''));
  });

  it('keeps the fields of all forms, separates equal names, and signs nothing', async () => {
    const { api } = await start();
    const { output } = await api.combine([form('a.pdf', 'Ada'), form('b.pdf', 'Grace')], 'pdf');
    const { acroform } = JSON.parse((await factsOf(output)).json);
    const fields = acroform.fields.map((field: Record<string, unknown>) => ({
      page: field['pageposfrom1'],
      name: field['fullname'],
      value: field['value'],
    }));
    assert.deepEqual(fields, [
      { page: 1, name: 'name', value: 'Ada' },
      { page: 1, name: 'signed', value: null },
      { page: 2, name: 'name 2', value: 'Grace' },
      { page: 2, name: 'signed 2', value: null },
    ]);
  });

  it('has links to the pages of their own file, including named ones', async () => {
    const { api } = await start();
    const { output } = await api.combine(
      [linked('a.pdf'), await fixture('formats/photo.png'), linked('b.pdf')],
      'pdf',
    );
    const { objects, pages } = JSON.parse((await factsOf(output)).json);
    const numbers: string[] = pages.map(({ object }: { object: string }) => object);
    const targets = numbers.map((page) =>
      (objects[page]['/Annots'] ?? []).map((ref: string) => {
        const link = objects[ref];
        return numbers.indexOf((link['/Dest'] ?? link['/A']['/D'])[0]) + 1;
      }),
    );
    assert.deepEqual(targets, [[2, 2], [1], [], [5, 5], [4]]);
  });

  it('isn’t made if a file is encrypted or damaged, and the error names that file', async () => {
    const { api } = await start();
    const good = words('good.pdf', 'Good');
    const png = await fixture('formats/photo.png');
    const locked = { ...(await fixture('documents/encrypted.pdf')), name: 'secrets/bank.pdf' };
    assert.deepEqual(await failure(api, [good, locked, png]), {
      error: 'conversion.password_needed',
      detail: 'secrets/bank.pdf: The file is password-protected.',
    });
    assert.deepEqual(await failure(api, [good, locked, png], { password: 'wrong' }), {
      error: 'conversion.password_needed',
      detail: 'secrets/bank.pdf: The password is incorrect.',
    });
    const cutOff = { name: 'cut.png', bytes: Buffer.from(png.bytes).subarray(0, 2000) };
    assert.deepEqual(await failure(api, [good, png, cutOff]), {
      error: 'conversion.invalid_input',
      detail: 'cut.png: The image is damaged and can’t be read.',
    });
    const torn = { name: 'torn.pdf', bytes: Buffer.from('%PDF-1.7\nnothing of it is left') };
    assert.deepEqual(await failure(api, [torn, good]), {
      error: 'conversion.invalid_input',
      detail: 'torn.pdf: The PDF is damaged and can’t be read.',
    });
    const empty = { name: 'empty.jpg', bytes: Buffer.alloc(0) };
    assert.partialDeepStrictEqual(await failure(api, [good, empty]), { error: 'conversion.invalid_input' });
  });

  it('opens encrypted files with the given password, and isn’t encrypted itself', async () => {
    const { api } = await start();
    const files = [words('good.pdf', 'Good'), await fixture('documents/encrypted.pdf')];
    const options = JSON.stringify({ password: 'opened' });
    const { output } = await api.combine(files, 'pdf', { options });
    const { pages, json } = await factsOf(output);
    assert.equal(JSON.parse(json).encrypt.encrypted, false);
    assert.equal(pages, 4);
    assert.deepEqual((await wordsByPoppler(output))[0], ['Good']);
    assert.ok((await wordsByPoppler(output)).slice(1).flat().length > 0);
  });

  it('puts pictures on the requested paper, and leaves PDF pages as they are', async () => {
    const { api } = await start();
    const options = JSON.stringify({ pageSize: 'A4', orientation: 'portrait', margin: 10 });
    const files = [words('small.pdf', 'Small'), await fixture('formats/photo.png')];
    const { output } = await api.combine(files, 'pdf', { options });
    assert.deepEqual((await factsOf(output)).sizes, ['200 x 200', '595.28 x 841.89']);
  });

  it('costs a credit per PDF page and image', async () => {
    const { api } = await start(['--plan', 'pro', '--credits', '50']);
    const text = await fixture('documents/text.pdf');
    const { pages } = await factsOf(Buffer.from(text.bytes));
    const { job } = await api.combine([text, await fixture('formats/photo.png'), text], 'pdf');
    assert.equal(job['credits'], 2 * pages + 1);
    const zipped = await api.combine([text, text], 'zip');
    assert.equal(zipped.job['credits'], 1);
  });
});

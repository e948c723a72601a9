import assert from 'node:assert/strict';
import { entriesOf } from '../../../tools/referenceDecoders/archiveHashes.ts';
import { document } from '../../support/service/fixtures.ts';
import { passwordMissing, passwordWrong } from '../../support/service/jobFaults.ts';
import { contentsOf } from '../../support/service/rezipped.ts';
import { useService } from '../../support/service/services.ts';

describe('A converted document', () => {
  const service = useService();

  const convert = async (name: string, to: string, options = {}): Promise<Buffer> =>
    (await service.api.convert(document(name), to, options)).output;

  const failure = (name: string, to: string, options: object): Promise<unknown> =>
    service.api.ending(document(name), to, options);

  for (const [format, first] of [
    ['docx', 'Behind the lock, Привет.'],
    ['odt', 'Behind the lock, Привет.'],
    ['pptx', 'The Voyage'],
    ['odp', 'The Voyage'],
  ] as const) {
    it(`can come from a file with a password (${format}), and reports a missing or wrong one`, async () => {
      const name = `locked.${format}`;
      const text = (await convert(name, 'txt', { password: 'geheim' })).toString();
      assert.equal(text.trim().split('\n')[0], first);
      assert.deepEqual(await failure(name, 'txt', {}), passwordMissing);
      assert.deepEqual(await failure(name, 'txt', { password: 'wrong' }), passwordWrong);
    });
  }

  it('has the same links as its source', async () => {
    const address = 'https://example.com/a%20b%2Fc?x=100%25&y=%C3%A9';
    const bytes = Buffer.from(`See [the page](${address}).\n`);
    for (const to of ['docx', 'odt', 'epub', 'html']) {
      const { output } = await service.api.convert({ name: 'a.md', bytes }, to);
      const text = to === 'html' ? output : contentsOf(output);
      assert.ok(text.includes(`"${address.replace('&', '&amp;')}"`), to);
    }
  });

  it('leaves out pictures on request', async () => {
    for (const to of ['odt', 'epub']) {
      assert.ok((await entriesOf(await convert('pictures.docx', to), 'zip')).some(isPicture), to);
      const without = await convert('pictures.docx', to, { pictures: false });
      assert.ok(!(await entriesOf(without, 'zip')).some(isPicture), to);
    }
    assert.match((await convert('pictures.docx', 'html')).toString(), /<img[^>]* src="data:image/);
    const page = (await convert('pictures.docx', 'html', { pictures: false })).toString();
    assert.doesNotMatch(page, /data:image/);
  });

  it('wraps lines of text on request', async () => {
    assert.ok(longest(await convert('voyage.docx', 'txt')) > 40);
    assert.ok(longest(await convert('voyage.docx', 'txt', { wrap: 40 })) <= 40);
  });

  it('has pages of the requested size, orientation, and margin', async () => {
    const options = { pageSize: 'A5', orientation: 'landscape', margin: 10 };
    const docx = contentsOf(await convert('voyage.md', 'docx', options)).toString();
    // A5 is 148 by 210 millimeters, and a millimeter is 56.69 twips.
    assert.match(docx, /<w:pgSz w:w="11906" w:h="8391" w:orient="landscape"\/>/);
    assert.match(docx, /<w:pgMar [^>]*w:left="567"/);
    const odt = contentsOf(await convert('voyage.md', 'odt', options)).toString();
    assert.match(odt, /style:print-orientation="landscape"/);
    assert.match(odt, /fo:page-width="8\.26\d*in" fo:page-height="5\.82\d*in"/);
  });

  it('accepts only options that its pair uses', async () => {
    for (const [name, to, options] of [
      ['voyage.md', 'html', { password: 'x' }],
      ['voyage.md', 'html', { wrap: 40 }],
      ['voyage.docx', 'md', { pageSize: 'A4' }],
      ['voyage.docx', 'txt', { wrap: 5 }],
      ['voyage.docx', 'odt', { pageSize: 'A0' }],
    ] as const) {
      const fields = { targetFormat: to, options: JSON.stringify(options) };
      const { json } = await service.api.submit('/convert', document(name), fields);
      assert.equal(json?.error, 'request.invalid_option', JSON.stringify(options));
    }
  });
});

const isPicture = ({ path }: { path: string }): boolean => /\.(?:png|jpe?g)$/.test(path);

/** The length of the longest line with more than one word. */
function longest(text: Buffer): number {
  const lines = text.toString().split('\n');
  return Math.max(...lines.filter((line) => line.includes(' ')).map((line) => line.length));
}

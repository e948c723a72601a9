import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { decodePdf, type PdfFacts } from '../../../tools/matrix/decoders/pdf.ts';
import { document, image } from '../../support/service/fixtures.ts';
import { useService } from '../../support/service/services.ts';

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

describe('A document printed to PDF', () => {
  const service = useService();

  async function printed(name: string, text: string, options = {}): Promise<PdfFacts> {
    const { output } = await service.api.convert({ name, bytes: Buffer.from(text) }, 'pdf', options);
    return decodePdf(output);
  }

  it('embeds all its fonts, each for the characters that it covers', async () => {
    const { fonts, missingFonts, text } = await printed(
      'a.md',
      '**Łódź** *Ελλάδα* `→ x` 你好 🚢 👩‍👩‍👧 ☑ ❤️ e\u0301\u00ad\u200b!',
    );
    assert.deepEqual(missingFonts, []);
    const names = fonts.map((line) => /\+(\S+)/.exec(line)?.[1] ?? line);
    const bundled = ['SourceSerif4-Regular', 'SourceSerif4-Bold', 'SourceSerif4-Italic', 'DejaVuSansMono'];
    assert.deepEqual(new Set(names), new Set([...bundled, 'NotoEmoji-Regular', 'WenQuanYiMicroHei']));
    assert.match(words(text).normalize(), /^Łódź Ελλάδα → x 你好 🚢 👩‍👩‍👧 ☑ ❤️? é!$/u);
  });

  it('has the requested paper, orientation, and margins', async () => {
    const a4 = await printed('a.md', 'text');
    assert.deepEqual(a4.pageSize, [595, 842]);
    const letter = await printed('a.md', 'text', {
      pageSize: 'Letter',
      orientation: 'landscape',
      margin: 10,
    });
    assert.deepEqual(letter.pageSize, [792, 612]);
  });

  it('continues across pages, and loses no word of a table that is too wide', async () => {
    const long = Array.from({ length: 200 }, (_, index) => `Paragraph ${index}.`).join('\n\n');
    const { pages, text } = await printed('a.md', long);
    assert.ok(pages > 2 && pages < 10, String(pages));
    assert.equal(
      words(text).replaceAll(/\D+/g, ' ').trim(),
      Array.from({ length: 200 }, (_, index) => index).join(' '),
    );
    const cells = Array.from({ length: 12 }, (_, index) => `Donaudampfschifffahrtsgesellschaft${index}`);
    const row = `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const table = await printed('a.html', `<table>${row}</table>`);
    // Text beyond the edge of the page is still extracted; only its position reveals the fault.
    assert.ok(table.rightmost <= table.pageSize[0], `${table.rightmost}`);
    const letters = table.text.replaceAll(/[^a-z]/gi, '').length;
    assert.equal(letters, cells.join('').replaceAll(/\d/g, '').length);
  });

  it('breaks a word of thousands of letters at line ends without a loss', async () => {
    const word = Array.from({ length: 2000 }, (_, index) => `x${index}e\u0301`).join('');
    const { text, rightmost, pageSize } = await printed('a.txt', `before ${word} after`);
    assert.ok(rightmost <= pageSize[0], String(rightmost));
    const letters = text.normalize().replaceAll(/\s/g, '');
    assert.equal(letters, `before${word}after`.normalize());
    const [, , full = ''] = text.trim().split('\n');
    assert.ok(full.length > 70, full);
  });

  it('shows cells across columns and rows, check boxes, and link targets', async () => {
    const html = `<h1 id="top">Top</h1><table><tr><td colspan="2">wide</td><td rowspan="2">tall</td></tr><tr><td>a</td><td>b</td></tr></table>
      <p><a href="https://example.org/">out</a> <a href="javascript:alert(1)">none</a> <a href="file:///etc/passwd">none</a></p>`;
    const { text, links } = await printed('a.html', html);
    assert.equal(words(text), 'Top wide tall a b out none none');
    assert.deepEqual(links, ['https://example.org/']);
    assert.equal(words((await printed('a.md', '- [x] done\n- [ ] open')).text), '☑ done ☐ open');
  });

  it('has its pictures upright, or none on request, and lists what it can’t show', async () => {
    const turned = (await readFile(image('orientation-6.jpg'))).toString('base64');
    const html = `<p>x</p><img alt="cup" src="data:image/jpeg;base64,${turned}">`;
    assert.equal((await printed('a.html', html)).pictures, 1);
    assert.equal((await printed('a.html', html, { pictures: false })).pictures, 0);
    const broken = '<p>x</p><img alt="a drawing" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA">';
    assert.equal(words((await printed('a.html', broken)).text), 'x [a drawing]');
  });

  it('has its source’s title and author', async () => {
    const { output } = await service.api.convert(document('voyage.docx').replace('voyage', 'harbour'), 'pdf');
    assert.equal((await decodePdf(output)).title, 'The Voyage');
  });
});

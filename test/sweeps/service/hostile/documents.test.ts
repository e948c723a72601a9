import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Listener } from '../../../support/http/listener.ts';
import { document, image } from '../../../support/service/fixtures.ts';
import { useHostileService } from '../../../support/service/hostileService.ts';
import { invalid, tooMuch } from '../../../support/service/jobFaults.ts';
import { contentsOf, rezipped, withClaimedSize } from '../../../support/service/rezipped.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const damaged = invalid('The document is damaged and can’t be read.');
const holdsTooMuch = tooMuch('The document’s contents exceed 200 MB.');
const tooDeep = tooMuch('The document is too large or too deeply nested.');

/** For each format, the part that contains the text, and the markup before the text. */
const parts = {
  docx: ['word/document.xml', '<w:t(?: [^>]*)?>'],
  odt: ['content.xml', '<text:(?:p|h)[^>/]*>'],
  epub: ['EPUB/text/ch001.xhtml', '<p[^>]*>'],
  pptx: ['ppt/slides/slide1.xml', '<a:t>'],
  odp: ['content.xml', '<text:p[^>/]*>'],
} as const;
const formats = ['docx', 'odt', 'epub', 'pptx', 'odp'] as const;
type Format = (typeof formats)[number];

const python = (text: string): string => `${JSON.stringify(text)}.encode()`;

/** The sample with a document type, and one of its entities at the start of its text. */
function withEntity(format: Format, declarations: string, entity: string): Promise<Buffer> {
  const [part, start] = parts[format];
  const type = `<!DOCTYPE x [${declarations}]>`;
  return rezipped(document(`voyage.${format}`), {
    each: `data = data if name != '${part}' else re.sub(rb'(<\\?xml[^>]*\\?>)?\\s*(<!DOCTYPE[^>]*>)?', lambda m: (m[1] or b'') + ${python(type)}, re.sub(rb'${start}', lambda m: m[0] + b'&${entity};', data, count=1), count=1)`,
  });
}

/** The sample with this Python expression before the last tag of its part. */
function withMore(format: Format, bytes: string): Promise<Buffer> {
  const each = `data = data if name != '${parts[format][0]}' else data[:data.rindex(b'</')] + ${bytes} + data[data.rindex(b'</'):]`;
  return rezipped(document(`voyage.${format}`), { each });
}

describe('A hostile document', () => {
  const service = useHostileService();
  const folder = useTemporaryFolder();

  for (const format of formats) {
    it(`can’t grow by entities as ${format}, or read a file through them`, async () => {
      const secret = path.join(folder.path, 'secret.txt');
      await writeFile(secret, 'top secret');
      const listener = await Listener.start();
      try {
        const laughs = Array.from(
          { length: 12 },
          (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(12)}">`,
        ).join('');
        for (const [declarations, entity] of [
          [`<!ENTITY e0 "ha">${laughs}`, 'e12'],
          [`<!ENTITY e SYSTEM "file://${secret}">`, 'e'],
          [`<!ENTITY e SYSTEM "${listener.url}">`, 'e'],
        ] as const) {
          const bytes = await withEntity(format, declarations, entity);
          const text = (await service.convert(`a.${format}`, bytes, 'txt')).toString();
          assert.ok(text.includes(`&${entity};`) && text.length < 5000, text.slice(0, 200));
          assert.ok(!text.includes('top secret'));
        }
        assert.deepEqual(listener.calls, []);
      } finally {
        listener.stop();
      }
    });

    it(`is reported as damaged if it is truncated or another kind of file: ${format}`, async () => {
      const whole = await readFile(document(`voyage.${format}`));
      for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('no document')]) {
        assert.deepEqual(await service.failure(`a.${format}`, bytes, 'txt'), damaged);
      }
    });

    // Presentations are unpacked by the same code.
    if (format === 'pptx' || format === 'odp') continue;

    it(`can’t grow without limit as ${format}, whatever sizes its directory declares`, async () => {
      const bomb = await withMore(format, "b' ' * (210 << 20)");
      assert.deepEqual(await service.failure(`a.${format}`, bomb, 'txt'), holdsTooMuch);
      const lying = withClaimedSize(bomb, parts[format][0], 1000);
      assert.deepEqual(await service.failure(`a.${format}`, lying, 'txt'), holdsTooMuch);
    });

    it(`can’t have endless parts or elements as ${format}`, async () => {
      const many = await rezipped(document(`voyage.${format}`), {
        more: "for n in range(100_000): z.writestr('x/%d' % n, '')",
      });
      const tooManyParts = tooMuch('The document has too many parts.');
      assert.deepEqual(await service.failure(`a.${format}`, many, 'html'), tooManyParts);
      const elements = await withMore(format, "b'<a></a>' * (3 << 20)");
      assert.deepEqual(await service.failure(`a.${format}`, elements, 'txt'), tooDeep);
    });
  }

  it('can’t fetch its references, or include a local file', async () => {
    const secret = path.join(folder.path, 'secret.png');
    const picture = await readFile(image('alpha.png'));
    await writeFile(secret, picture);
    const secretBytes = picture.subarray(48, 240);
    const textForms = [secretBytes.toString('base64'), secretBytes.toString('hex')];
    const listener = await Listener.start();
    try {
      const climbing = path.join('../../../../../../../..', secret);
      for (const href of [`${listener.url}/a.png`, `file://${secret}`, climbing]) {
        for (const [name, bytes, targets] of await referring(href)) {
          for (const to of targets) {
            const output = await service.convert(name, bytes, to);
            const content = ['docx', 'odt', 'epub'].includes(to) ? contentsOf(output) : output;
            const found = [secretBytes.toString('latin1'), ...textForms].some((form) =>
              content.includes(form, 0, 'latin1'),
            );
            assert.ok(!found, `${name} → ${to}: ${href}`);
          }
        }
      }
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });

  it('puts no script into a page', async () => {
    const markdown =
      '<script>x</script>\n\n[a](javascript:x) <img src=x onerror=x> <script>y</script>\n\n| a" onclick="x |\n|-|\n|b|';
    const rtf = '{\\rtf1 <script>x</script> {\\field{\\*\\fldinst HYPERLINK "javascript:x"}{\\fldrslt y}}}';
    const tex = '\\begin{document}<script>x</script>\\href{javascript:x}{y}\\end{document}';
    for (const [name, text] of [
      ['a.md', markdown],
      ['a.rtf', rtf],
      ['a.tex', tex],
      ['a.txt', '<script>x'],
    ] as const) {
      const page = (await service.convert(name, Buffer.from(text), 'html')).toString();
      assert.doesNotMatch(page, /<script|javascript:|<[^>]* on\w+=/i, name);
    }
  });

  it('is stopped if it is RTF that claims gigabytes, nests endlessly, or is truncated', async () => {
    for (const claim of ['2147483647', '99999999999999999999', '-5']) {
      const text = await service.convert('a.rtf', Buffer.from(`{\\rtf1 hello \\bin${claim} abc}`), 'txt');
      assert.match(text.toString(), /^hello/);
    }
    const nested = `{\\rtf1 ${'{'.repeat(200_000)}x${'}'.repeat(200_000)}}`;
    assert.deepEqual(await service.failure('a.rtf', Buffer.from(nested), 'txt'), tooDeep);
    const whole = await readFile(document('voyage.rtf'));
    for (const bytes of [whole.subarray(0, whole.length / 2), Buffer.from('no document')]) {
      assert.deepEqual(await service.failure('a.rtf', bytes, 'txt'), damaged);
    }
    assert.ok((await service.convert('a.rtf', Buffer.concat([whole, Buffer.alloc(9)]), 'txt')).length > 500);
  });

  it('is stopped if it is HTML or Markdown that nests endlessly', async () => {
    const html = Buffer.from(`${'<div>'.repeat(200_000)}x`);
    assert.deepEqual(await service.failure('a.html', html, 'txt'), tooDeep);
    const quotes = Buffer.from(`${'> '.repeat(100_000)}x`);
    assert.deepEqual(await service.failure('a.md', quotes, 'html'), tooDeep);
  });

  it('is reported as empty if it has no content', async () => {
    for (const format of [...formats, 'rtf', 'html', 'md', 'tex']) {
      const error = await service.failure(`a.${format}`, Buffer.alloc(0), 'txt');
      assert.deepEqual(error, invalid('The document is empty.'), format);
    }
  });
});

type Case = readonly [name: string, bytes: Buffer, targets: readonly string[]];

/** Documents whose pictures, styles, and includes are at the address. */
async function referring(href: string): Promise<readonly Case[]> {
  const mode = href.startsWith('http') ? ' TargetMode="External"' : '';
  const office = (folder: string, media: string): string =>
    `data = re.sub(rb'Target="${media}/[^"]*"', ${python(`Target="${href}"${mode}`)}, data) if name.startswith('${folder}') else data`;
  const link = (attribute: string): string =>
    `data = re.sub(rb'${attribute}="[^"]*[.](?:png|jpe?g)"', ${python(`${attribute}="${href}"`)}, data)`;
  const page = `<link rel="stylesheet" href="${href}"><base href="${href}"><p>a</p><img src="${href}"><iframe src="${href}"></iframe><object data="${href}"></object><script src="${href}"></script><svg><image href="${href}"/></svg>`;
  const tex = `\\begin{document}\\input{${href}}\\include{${href}}\\includegraphics{${href}} a\\end{document}`;
  const rtf = `{\\rtf1 {\\field{\\*\\fldinst INCLUDEPICTURE "${href}"}{\\fldrslt x}} {\\*\\template ${href}}}`;
  return [
    [
      'a.docx',
      await rezipped(document('pictures.docx'), { each: office('word/_rels', 'media') }),
      ['html', 'odt'],
    ],
    [
      'a.pptx',
      await rezipped(document('pictures.pptx'), { each: office('ppt/slides/_rels', '../media') }),
      ['html'],
    ],
    ['a.odt', await rezipped(document('pictures.odt'), { each: link('xlink:href') }), ['html', 'docx']],
    ['a.epub', await rezipped(document('pictures.epub'), { each: link('src') }), ['html', 'docx']],
    ['a.html', Buffer.from(page), ['docx', 'odt', 'epub', 'rtf']],
    ['a.md', Buffer.from(`![x](${href})\n\n<img src="${href}">`), ['docx', 'epub', 'html']],
    ['a.tex', Buffer.from(tex), ['docx', 'txt']],
    ['a.rtf', Buffer.from(rtf), ['docx']],
  ];
}

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { Listener } from '../../../support/http/listener.ts';
import { document, image } from '../../../support/service/fixtures.ts';
import { flatDocument } from '../../../support/openDocument.ts';
import { referringFiles, withMacro } from '../../../support/service/hostileOffice.ts';
import { invalid, passwordMissing } from '../../../support/service/jobFaults.ts';
import { withFile } from '../../../support/service/lentFiles.ts';
import { wordsByPoppler } from '../../../support/service/poppler.ts';
import { contentsOf, rezipped } from '../../../support/service/rezipped.ts';
import { StandaloneService, unconfined, withPrograms } from '../../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const secretText = 'xyzzy';
const zipped = new Set(['odt', 'ods', 'xlsx', 'odp']);

describe('A hostile document for LibreOffice', () => {
  const folder = useTemporaryFolder();
  let service: StandaloneService;

  beforeEach(async () => {
    service = await StandaloneService.start(unconfined, { ...withPrograms, TMPDIR: folder.path });
  });
  afterEach(() => service.stop());

  const ending = (name: string, bytes: Uint8Array, targetFormat: string): Promise<unknown> =>
    service.api.ending({ name, bytes }, targetFormat);

  /** `undefined` if the file is refused. */
  async function outputOf(
    name: string,
    bytes: Uint8Array,
    targetFormat: string,
  ): Promise<Buffer | undefined> {
    const { json } = await service.api.submit('/convert', { name, bytes }, { targetFormat });
    const { status } = await service.api.ended('convert', json?.id);
    return status === 'Failed' ? undefined : (await service.api.download('convert', json?.id ?? '')).bytes;
  }

  it('can’t connect, or include a local file', async () => {
    const listener = await Listener.start();
    try {
      const text = path.join(folder.path, 'secret.csv');
      await writeFile(text, `${secretText},${secretText}\n`);
      const picture = path.join(folder.path, 'secret.png');
      await writeFile(picture, await readFile(image('alpha.png')));
      const pixels = (await readFile(picture)).subarray(48, 240);
      // A path that leads through LibreOffice's own folder, which it may read, and up again.
      const detour = `file:///usr/lib/libreoffice/share/../../../..${picture}`;
      for (const href of [`${listener.url}/a.png`, `file://${text}`, `file://${picture}`, detour]) {
        for (const { name, bytes, to } of await referringFiles(href)) {
          const targets = href === detour ? to.slice(0, 1) : to;
          const outputs = await Promise.all(targets.map(async (target) => outputOf(name, bytes, target)));
          for (const [index, output] of outputs.entries()) {
            const target = targets[index] ?? '';
            const what = `${name} → ${target}: ${href}`;
            assert.ok(output !== undefined, what);
            const content = zipped.has(target) ? contentsOf(output) : output;
            assert.ok(!content.includes(pixels), what);
            const words = target === 'pdf' ? await wordsByPoppler(output) : content.toString();
            assert.ok(!words.toString().includes(secretText), what);
            if (target !== 'pdf') continue;
            assert.ok(!(await pictureSizes(output)).includes(await sizeOf(picture)), what);
          }
        }
      }
      assert.deepEqual(listener.calls, []);
    } finally {
      listener.stop();
    }
  });

  it('can’t read a file through an entity, or grow by entities', async () => {
    const secret = path.join(folder.path, 'secret.txt');
    await writeFile(secret, secretText);
    const laughs = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(12)}">`).join(
      '',
    );
    for (const [declarations, entity] of [
      [`<!ENTITY e SYSTEM "file://${secret}">`, 'e'],
      [`<!ENTITY e0 "ha">${laughs}`, 'e12'],
    ] as const) {
      const bytes = flatDocument(
        'text',
        `<text:p>&${entity};</text:p>`,
        '',
        `<!DOCTYPE x [${declarations}]>`,
      );
      const output = (await outputOf('a.fodt', bytes, 'txt')) ?? Buffer.of();
      assert.ok(!output.includes(secretText) && output.length < 10_000);
    }
  });

  it('runs none of its macros', async () => {
    const target = path.join(folder.path, 'written');
    assert.equal(await ending('a.fodt', withMacro(target), 'pdf'), 'Succeeded');
    assert.ok(!existsSync(target));
  });

  it('gets an error with the next step if it is encrypted', async () => {
    const detail = 'The document is encrypted. Save a copy without a password, and convert the copy.';
    for (const [format, to, expected] of [
      ['docx', 'pdf', passwordMissing],
      ['odt', 'pdf', passwordMissing],
      ['pptx', 'pdf', passwordMissing],
      ['odp', 'pdf', passwordMissing],
      ['pptx', 'odp', invalid(detail)],
      ['odp', 'pptx', invalid(detail)],
    ] as const) {
      const bytes = await readFile(document(`locked.${format}`));
      assert.deepEqual(await ending(`a.${format}`, bytes, to), expected, `${format} to ${to}`);
    }
  });

  it('fails if it is truncated or another kind of file, and the next file doesn’t', async () => {
    for (const format of ['docx', 'odt', 'pptx', 'odp']) {
      const whole = await readFile(document(`voyage.${format}`));
      for (const bytes of [
        whole.subarray(0, whole.length / 2),
        Buffer.from('no document'),
        Buffer.alloc(9999),
      ]) {
        const end = await ending(`a.${format}`, bytes, 'pdf');
        assert.partialDeepStrictEqual(end, { error: 'conversion.invalid_input' }, format);
      }
    }
    for (const format of ['doc', 'xls', 'ppt']) {
      const end = await ending(`a.${format}`, Buffer.from('<html>no document</html>'), 'pdf');
      assert.partialDeepStrictEqual(end, { error: 'conversion.invalid_input' }, format);
    }
    assert.equal(await ending('a.docx', await readFile(document('voyage.docx')), 'pdf'), 'Succeeded');
  });

  it('is stopped if it expands endlessly', async () => {
    const each =
      "data = data if name != 'word/document.xml' else data.replace(b'</w:body>', b'<w:p><w:r><w:t>' + b'a ' * (1 << 28) + b'</w:t></w:r></w:p></w:body>')";
    const bomb = await rezipped(document('harbour.docx'), { each });
    const end = await ending('a.docx', bomb, 'pdf');
    assert.partialDeepStrictEqual(end, { error: 'conversion.limit_exceeded' });
    assert.equal(await ending('a.docx', await readFile(document('voyage.docx')), 'pdf'), 'Succeeded');
  });
});

async function sizeOf(picture: string): Promise<string> {
  const { width, height } = await sharp(picture).metadata();
  return `${width} ${height}`;
}

/** The sizes of the pictures in a PDF, according to Poppler. */
async function pictureSizes(pdf: Buffer): Promise<string[]> {
  const list = await withFile(pdf, 'pdf', async (file) => promisify(execFile)('pdfimages', ['-list', file]));
  return [...list.stdout.matchAll(/^ *\d+ +\d+ +\w+ +(\d+) +(\d+) /gm)].map(([, ...size]) => size.join(' '));
}

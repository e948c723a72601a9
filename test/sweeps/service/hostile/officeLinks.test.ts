import { unzipSync } from 'fflate';
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { convertWithLibreOffice } from '../../../../src/engines/programs/libreoffice/convert.ts';
import { findOnPath } from '../../../support/command.ts';
import { document, image } from '../../../support/service/fixtures.ts';
import { printedByLibreOffice } from '../../../support/service/libreOffice.ts';
import {
  linkingDocument,
  type LinkingFormat,
  linkingFormats,
} from '../../../support/service/linkingOffice.ts';
import { picturesIn } from '../../../support/service/pdfFacts.ts';
import { wordsByPoppler } from '../../../support/service/poppler.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const secretText = 'xyzzy';
const soffice = findOnPath('soffice') ?? '';
/** The names of pictures beside the job's folder, and of links to them inside it. */
const pictures = ['secret.png', 'secret.svg', 'secret.pdf'];

/** For each source format, the target formats to test. */
const targets = {
  fodt: ['pdf', 'odt'],
  odt: ['pdf', 'docx'],
  ods: ['pdf', 'xlsx'],
  odp: ['pdf', 'pptx'],
  docx: ['pdf', 'odt'],
} as const satisfies Record<LinkingFormat, readonly string[]>;
const zippedFormats: ReadonlySet<string> = new Set(['odt', 'ods', 'odp']);

/** The ways to spell the folder with the pictures in a document that is in `folder`. */
function places(folder: string): string[] {
  const { href } = pathToFileURL(folder);
  const climbs = ['../', '%2e%2e/', '%2E%2E/', '.%2e/', '%2e./', '..%2f', '%2e%2e%2f', '%252e%252e/', '..\\'];
  const profile = ['$UserInstallation', '${$BRAND_BASE_DIR/program/bootstraprc:UserInstallation}'];
  return [
    ...climbs.flatMap((climb) => [climb, `${href}/${climb}`]),
    ...['home', 'input', 'home/tmp', 'profile'].flatMap((name) => {
      const back = '%2e%2e/'.repeat(name.split('/').length + 1);
      return [`${name}/${back}`, `${href}/${name}/${back}`];
    }),
    // The links in the job's own folder lead to the pictures, too.
    './',
    `${href}/`,
    // LibreOffice's own variables, followed by steps to a parent folder.
    ...profile.flatMap((name) =>
      [3, 4, 5].map((depth) => `vnd.sun.star.expand:${name}/${'../'.repeat(depth)}`),
    ),
    `vnd.sun.star.expand:file://$HOME/../../`,
    `vnd.sun.star.pkg://${encodeURIComponent(`${href}/`)}/`,
    `vnd.sun.star.zip://${encodeURIComponent(`${href}/%2e%2e/secret.zip`)}/`,
    `file://localhost${folder}/%2e%2e/`,
    `FILE://${folder}/%2e%2e/`,
  ];
}

describe('Picture links in a document for LibreOffice', () => {
  const root = useTemporaryFolder();

  /** The folder of a job, with pictures beside it and links to them in it. */
  async function jobFolder(): Promise<string> {
    const folder = path.join(root.path, 'job');
    await mkdir(folder);
    await cp(image('alpha.png'), path.join(root.path, 'secret.png'));
    await cp(document('text.pdf'), path.join(root.path, 'secret.pdf'));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text x="5" y="20">${secretText}</text></svg>`;
    await writeFile(path.join(root.path, 'secret.svg'), svg);
    await Promise.all(
      pictures.map(async (name) => symlink(path.join(root.path, name), path.join(folder, name))),
    );
    return folder;
  }

  for (const format of linkingFormats) {
    it(`are removed from ${format}, however they are spelled`, async () => {
      const folder = await jobFolder();
      const links = places(folder).flatMap((place) => pictures.map((name) => place + name));
      // LibreOffice treats a package as a folder, so links in it need one more step up.
      const above = zippedFormats.has(format) ? '../' : '';
      const all = links.map((link) => (/^[\w.]+:/.test(link) ? link : above + link));
      const bytes = linkingDocument(format, all);
      await writeFile(path.join(folder, 'input'), bytes);
      const pixels = (await readFile(path.join(root.path, 'secret.png'))).subarray(48, 240);
      for (const to of targets[format]) {
        const output = await converted(folder, format, to);
        if (to === 'pdf') await assertNothingShown(output);
        else {
          const parts = Object.values(unzipSync(output)).map((part) => Buffer.from(part));
          assert.ok(!parts.some((part) => part.includes(pixels) || part.includes(secretText)), to);
        }
      }
    });

    it(`would be followed by LibreOffice in ${format} without our protection`, async () => {
      await jobFolder();
      const links = pictures.map((name) => pathToFileURL(path.join(root.path, name)).href);
      const bytes = linkingDocument(format, links);
      const [printed = Buffer.of()] = await printedByLibreOffice([bytes], format);
      await assert.rejects(assertNothingShown(printed), assert.AssertionError);
    });
  }

  it('are found in a folder with a tilde in its name, like short names on Windows', async () => {
    const folder = path.join(root.path, 'JOBS~1');
    await mkdir(folder);
    await cp(document('voyage.docx'), path.join(folder, 'input'));
    assert.ok((await wordsByPoppler(await converted(folder, 'docx', 'pdf'))).flat().includes('harbour'));
  });
});

/** Asserts that the PDF of a document with only linked pictures contains no picture and none of their text. */
async function assertNothingShown(pdf: Buffer): Promise<void> {
  assert.deepEqual(await picturesIn(pdf), []);
  assert.ok(!(await wordsByPoppler(pdf)).flat().includes(secretText));
}

async function converted(folder: string, from: string, to: string): Promise<Buffer> {
  const [inputPath, outputPath] = [path.join(folder, 'input'), path.join(folder, `output-${to}`)];
  await convertWithLibreOffice({
    tool: 'convert',
    engine: 'libreoffice',
    program: soffice,
    confinement: { by: 'nobody' },
    from,
    to,
    options: {},
    inputPath,
    inputBytes: 0,
    fileName: `a.${from}`,
    outputPath,
  });
  return readFile(outputPath);
}

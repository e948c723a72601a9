import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { formatOfFileName } from '../../../../src/contract/formats/naming.ts';
import { documentRow, documentTargets } from '../../../../src/engines/documents/documents.ts';
import { ownValue } from '../../../../src/util/ownValue.ts';
import { inFolder } from '../../../support/service/lentFiles.ts';
import { unzipped } from '../../../support/service/poppler.ts';
import { scaled } from '../../../support/run/slowness.ts';
import { useService } from '../../../support/service/services.ts';
import { variantsFolder } from './frozen.ts';

const exec = promisify(execFile);

/** Checks of a document by other programs, by the names of losses. */
const checked = [
  'comments',
  'diagrams',
  'formatting',
  'hyperlinks',
  'linkedPictures',
  'lists',
  'mathematics',
  'metafiles',
  'notes',
  'numbering',
  'pictures',
  'rareFormulas',
  'tables',
  'vectorDrawings',
] as const;

type Checked = (typeof checked)[number];

const zipped: ReadonlySet<string> = new Set(['docx', 'odt', 'epub']);
const readers: Readonly<Record<string, string>> = {
  md: 'gfm+tex_math_dollars+footnotes',
  tex: 'latex',
  txt: 'markdown',
};
const color = /b0123c|\\red176\\green18\\blue60/i;

/** Documents with the properties to check. */
const sources = globSync('documents/*.*', { cwd: variantsFolder }).toSorted();
const nameFormat = (name: string): string => formatOfFileName(name) ?? '';

function declaredLosses(from: string, to: string): ReadonlySet<string> {
  return new Set(documentRow(from, to)?.losses ?? []);
}

/** Losses that another loss implies. */
const impliedBy: Readonly<Record<string, readonly string[]>> = {
  linkedPictures: ['pictures'],
  metafiles: ['pictures'],
  rareFormulas: ['mathematics'],
  numbering: ['lists'],
};

/** True if a loss is declared, or implied by another one. */
function isDeclared(from: string, to: string, loss: string): boolean {
  return (
    declaredLosses(from, to).has(loss) ||
    ownValue(impliedBy, loss)?.some((other) => declaredLosses(from, to).has(other)) === true
  );
}

describe('Losses of documents', function () {
  this.timeout(scaled(600_000));
  const service = useService();
  const held = new Map<string, ReadonlySet<Checked>>();
  const lost = new Map<string, ReadonlyMap<string, ReadonlySet<Checked>>>();

  before(async () => {
    for (const source of sources) {
      await inFolder(async (folder) => {
        const [file, format] = [path.join(variantsFolder, source), nameFormat(source)];
        const found = await checkedIn(folder, await readFile(file), format);
        held.set(source, found);
        const gone = new Map<string, ReadonlySet<Checked>>();
        for (const to of documentTargets.filter((target) => target !== format)) {
          const { output } = await service.api.convert(file, to);
          const kept = await checkedIn(folder, output, to);
          gone.set(to, new Set([...found].filter((each) => !kept.has(each))));
        }
        lost.set(source, gone);
      });
    }
  });

  for (const source of sources) {
    it(`are all reported for ${source}`, () => {
      const unsaid = [...(lost.get(source) ?? [])].flatMap(([to, gone]) =>
        [...gone]
          .filter((each) => !isDeclared(nameFormat(source), to, each))
          .map((each) => `${each} in ${to}`),
      );
      assert.deepEqual(unsaid, []);
    });
  }

  for (const format of new Set(sources.map(nameFormat))) {
    it(`are reported for ${format} only if they happen`, () => {
      const own = sources.filter((source) => nameFormat(source) === format);
      const seen = new Set(own.flatMap((source) => [...(held.get(source) ?? [])]));
      const untrue = documentTargets.flatMap((to) => {
        const gone = new Set(own.flatMap((source) => [...(lost.get(source)?.get(to) ?? [])]));
        const kept = checked.filter(
          (each) => declaredLosses(format, to).has(each) && seen.has(each) && !gone.has(each),
        );
        return kept.map((each) => `${each} in ${to}`);
      });
      assert.deepEqual(untrue, []);
    });
  }

  it('are searched for in documents that contain everything', () => {
    const seen = new Set([...held.values()].flatMap((each) => [...each]));
    assert.deepEqual([...seen].toSorted(), checked);
  });
});

async function checkedIn(folder: string, content: Buffer, format: string): Promise<ReadonlySet<Checked>> {
  const file = path.join(folder, `checked.${format}`);
  await writeFile(file, content);
  const raw = (zipped.has(format) ? await unpacked(content) : content).toString('latin1');
  const options = ['-f', readers[format] ?? format, '-t', 'json', file];
  const { stdout } = await exec('pandoc', options, { maxBuffer: 1 << 28 });
  const isHeld: Readonly<Record<Checked, boolean>> = {
    comments: raw.includes('REMARK'),
    // Scripts of pages draw diagrams of this class, and editors those of Markdown.
    diagrams:
      format === 'html' ? raw.includes('class="mermaid"') : format === 'md' && stdout.includes('"mermaid"'),
    formatting: color.test(raw),
    hyperlinks: stdout.includes('"https://example.org/page"'),
    linkedPictures: /"Image"[^]*"elsewhere\.png"/.test(stdout),
    lists: stdout.includes('"BulletList"'),
    mathematics: !raw.includes('frobnicate') && (stdout.includes('"Math"') || raw.includes('<math')),
    metafiles: stdout.includes('.emf"'),
    // Web pages and books contain notes at their ends, with links in both directions.
    notes: stdout.includes('"Note"') || /href="#f(?:oot)?n/.test(raw),
    numbering: stdout.includes('"LowerAlpha"'),
    pictures: stdout.includes('"Image"') && !/"elsewhere\.png"|\.emf"/.test(stdout),
    rareFormulas: format === 'md' || format === 'tex' ? /"Math"[^]*frobnicate/.test(stdout) : false,
    tables: stdout.includes('"Table"'),
    vectorDrawings: /<svg[\s>]/.test(raw),
  };
  return new Set(checked.filter((each) => isHeld[each]));
}

async function unpacked(zip: Buffer): Promise<Buffer> {
  return Buffer.concat([...(await unzipped(zip)).values()]);
}

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { promisify } from 'node:util';
import { documentRow, documentTargets } from '../../../../src/engines/documents/documents.ts';
import { own } from '../../../../src/util/own.ts';
import { sample } from '../../../support/service/fixtures.ts';
import { inFolder } from '../../../support/service/lentFiles.ts';
import { byLibreOffice } from '../../../support/service/libreOffice.ts';
import { unzipped } from '../../../support/service/poppler.ts';
import { StandaloneService } from '../../../support/service/standalone.ts';
import { scaled } from '../../../support/run/slowness.ts';

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

/** A document with the properties to check, written by another program. */
interface Source {
  readonly name: string;
  readonly format: string;
  readonly write: (folder: string) => Promise<string>;
}

const byPandoc = (format: string): Source => ({
  name: 'all that Pandoc writes',
  format,
  write: async (folder) => pandoc(folder, await richMarkdown(), format),
});
const afterPandoc = (format: string): Source => ({
  name: 'all that LibreOffice writes',
  format,
  write: async (folder) => {
    const made = await byLibreOffice(folder, format, [await pandoc(folder, await richMarkdown(), 'docx')]);
    return path.join(made, `source.${format}`);
  },
});
const redPage = '<html><body><p>A <span style="color:#b0123c">red</span> word.</p></body></html>';
const redText = String.raw`{\rtf1{\colortbl;\red176\green18\blue60;}\pard A \cf1 red\cf0  word.\par}`;
const lettered: Source = {
  name: 'lettered lists',
  format: 'docx',
  write: async (folder) => pandoc(folder, '(a) one\n(b) two\n', 'docx'),
};
const colored = (format: string): Source => ({
  name: 'colors',
  format,
  write: async (folder) => {
    const text = path.join(folder, 'source.rtf');
    await writeFile(text, redText);
    return path.join(await byLibreOffice(folder, format, [text]), `source.${format}`);
  },
});
const metafiles: Source = {
  name: 'Windows metafiles',
  format: 'docx',
  write: async (folder) => {
    const made = await byLibreOffice(folder, 'emf', [sample('cat.png')]);
    return pandoc(folder, `A ![cat](${path.join(made, 'cat.emf')}).\n`, 'docx');
  },
};
const drawings: Source = {
  name: 'drawings',
  format: 'epub',
  write: async (folder) => {
    const made = await pandoc(folder, 'A drawing:\n', 'epub');
    const parts = Object.entries(unzipSync(await readFile(made))).map(
      ([name, content]): [string, Uint8Array] => {
        const text = strFromU8(content).replace(
          'A drawing:',
          '$&<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>',
        );
        return [name, name.endsWith('.xhtml') ? strToU8(text) : content];
      },
    );
    await writeFile(made, zipSync(Object.fromEntries(parts)));
    return made;
  },
};
const written = (name: string, format: string, text: string): Source => ({
  name,
  format,
  write: async (folder) => {
    const file = path.join(folder, `source.${format}`);
    await writeFile(file, text);
    return file;
  },
});

const sources: readonly Source[] = [
  ...['docx', 'html', 'epub', 'tex', 'md'].map(byPandoc),
  ...['odt', 'rtf'].map(afterPandoc),
  ...['docx', 'odt'].map(colored),
  lettered,
  metafiles,
  drawings,
  written('colors', 'rtf', redText),
  written('colors', 'html', redPage),
  written('pictures elsewhere', 'md', 'A ![picture](elsewhere.png).\n'),
  written('pictures elsewhere', 'html', '<p>A <img src="elsewhere.png" alt="picture">.</p>'),
  written('formulas of unknown commands', 'md', 'In $\\frobnicate{x}$ a line.\n'),
  written('formulas of unknown commands', 'tex', 'In $\\frobnicate{x}$ a line.\n'),
  written('code and notes', 'md', '```js\nlet a = 1;\n```\n\nA note.[^1]\n\n[^1]: With $x^2$.\n'),
  written('diagrams', 'md', '```mermaid\ngraph TD; A-->B\n```\n'),
  written('diagrams', 'html', '<p>A graph:</p><pre class="mermaid">graph TD; A-->B</pre>'),
];

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
    own(impliedBy, loss)?.some((other) => declaredLosses(from, to).has(other)) === true
  );
}

describe('Losses of documents', function () {
  this.timeout(scaled(600_000));
  let service: StandaloneService;
  const held = new Map<Source, ReadonlySet<Checked>>();
  const lost = new Map<Source, ReadonlyMap<string, ReadonlySet<Checked>>>();

  before(async () => {
    service = await StandaloneService.start();
    for (const source of sources) {
      await inFolder(async (folder) => {
        const file = await source.write(folder);
        const found = await checkedIn(folder, await readFile(file), source.format);
        held.set(source, found);
        const gone = new Map<string, ReadonlySet<Checked>>();
        for (const to of documentTargets.filter((target) => target !== source.format)) {
          const { output } = await service.api.convert(file, to);
          const kept = await checkedIn(folder, output, to);
          gone.set(to, new Set([...found].filter((each) => !kept.has(each))));
        }
        lost.set(source, gone);
      });
    }
  });
  after(() => service.stop());

  for (const source of sources) {
    it(`are all reported for ${source.name} in ${source.format}`, () => {
      const unsaid = [...(lost.get(source) ?? [])].flatMap(([to, gone]) =>
        [...gone].filter((each) => !isDeclared(source.format, to, each)).map((each) => `${each} in ${to}`),
      );
      assert.deepEqual(unsaid, []);
    });
  }

  for (const format of new Set(sources.map((source) => source.format))) {
    it(`are reported for ${format} only if they happen`, () => {
      const own = sources.filter((source) => source.format === format);
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

async function richMarkdown(): Promise<string> {
  const picture = (await readFile(sample('cat.png'))).toString('base64');
  return `# Heading

Words with [a link](https://example.org/page), and a note.[^1]

[^1]: The text of the note.

- one
- two

| Name | Count |
|------|-------|
| pear | 12    |

Inline $a^2+b$ mathematics.

![A picture](data:image/png;base64,${picture})
`;
}

async function pandoc(folder: string, markdown: string, format: string): Promise<string> {
  const file = path.join(folder, `source.${format}`);
  const text = path.join(folder, 'text.md');
  const said = '[REMARK]{.comment-start id="1" author="A"}Said[]{.comment-end id="1"}\n';
  await writeFile(text, format === 'docx' ? `${markdown}\n${said}` : markdown);
  if (format === 'md') return text;
  const to = format === 'tex' ? 'latex' : format;
  await exec('pandoc', ['-s', '--mathml', '--metadata', 'title=T', '-t', to, '-o', file, text]);
  return file;
}

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

import { wordsOfSeed } from './words.ts';

/** A document with a known structure: as HTML to print, and as HTML with only its structure. */
export interface KnownDocument {
  readonly name: string;
  /** Includes a style sheet for printing. */
  readonly page: string;
  readonly truth: string;
  /** True if only Chromium can print it. LibreOffice and our own engine don't print columns of HTML. */
  readonly needsChromium: boolean;
  /** True if the order of the text in the file differs from the order on the page. */
  readonly isReordered: boolean;
}

const kinds = [
  'report',
  'tables',
  'plainTables',
  'textTables',
  'lists',
  'columns',
  'threeColumns',
  'long',
  'book',
  'reversed',
] as const;
type Kind = (typeof kinds)[number];

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mNw6VgFAAKKAXcCwFa2AAAAAElFTkSuQmCC';

/** One document of each kind. The same seed makes the same documents. */
export function knownDocuments(seed: number): KnownDocument[] {
  return kinds.map((kind, index) => documentOf(kind, seed * kinds.length + index));
}

function documentOf(kind: Kind, seed: number): KnownDocument {
  const words = wordsOfSeed(seed);
  const { pick, number } = words;
  const paragraph = (most = 90): string => `<p>${words.text(number(25, most))}</p>`;
  const heading = (level: number): string => `<h${level}>${words.title()}</h${level}>`;
  const section = (...blocks: string[]): string => [heading(2), ...blocks].join('\n');
  const table = (isRuled: boolean, rows = number(3, 8)): string => tableOf(words, isRuled, rows);
  const list = (): string => listOf(words);
  const code = `<pre>for item in list:\n    total = total + item\nprint(total)</pre>`;
  const blocks: Record<Kind, () => string[]> = {
    report: () => [
      section(paragraph(), list(), paragraph()),
      section(paragraph(), table(true), paragraph()),
      section(paragraph(), heading(3), paragraph(), code, paragraph()),
      section(paragraph(), `<p><img src="${picture}" width="120" height="60" alt=""></p>`, paragraph()),
    ],
    tables: () => [
      section(paragraph(40), table(true), paragraph(40), table(true)),
      section(paragraph(), spanned(words), paragraph()),
    ],
    plainTables: () => [
      section(paragraph(40), table(false), paragraph(40), table(false)),
      section(paragraph(), table(false), paragraph()),
    ],
    lists: () => [section(list(), paragraph(), list()), section(paragraph(), list())],
    columns: () => [
      section(paragraph(), paragraph(), paragraph()),
      section(paragraph(), list(), paragraph()),
      section(paragraph(), table(true), paragraph(), paragraph()),
    ],
    threeColumns: () => [
      section(paragraph(), paragraph(), paragraph()),
      section(paragraph(), paragraph(), paragraph()),
    ],
    textTables: () => [
      section(paragraph(40), textTable(words, 'lined'), paragraph(40), textTable(words, 'ruled')),
      section(paragraph(), textTable(words, 'shaded'), paragraph()),
    ],
    book: () =>
      [1, 2, 3].map((chapter) =>
        [
          `<h2>${chapter}. ${words.title()}</h2>`,
          `${paragraph()}${paragraph()}${paragraph()}`,
          `<h3>${chapter}.1 ${words.title()}</h3>`,
          `${paragraph()}${paragraph()}${list()}${paragraph()}`,
        ].join('\n'),
      ),
    reversed: () => [
      `<div class="left">${section(paragraph(), paragraph(), paragraph())}</div>`,
      `<div class="right">${section(paragraph(), list(), paragraph())}</div>`,
    ],
    long: () => [
      section(paragraph(), paragraph(), table(true, number(30, 45)), paragraph()),
      ...Array.from({ length: 4 }, () => section(paragraph(), paragraph(), paragraph(), list())),
    ],
  };
  const title = heading(1);
  const parts = blocks[kind]();
  const body = `${title}\n${parts.join('\n')}`;
  // In the file, the right column comes first.
  const printed = kind === 'reversed' ? `${title}\n${parts.toReversed().join('\n')}` : body;
  const columns = kind === 'columns' ? 2 : kind === 'threeColumns' ? 3 : 1;
  const style = styleOf(pick(['serif', 'sans-serif', 'Liberation Sans', 'DejaVu Serif']), {
    size: number(9, 12),
    columns,
    isJustified: pick([true, false]),
  });
  return {
    name: `${kind}-${seed}`,
    page: `<!doctype html><html lang="en"><head><meta charset="utf-8"><style>${style}</style></head><body class="${kind}">${printed}</body></html>`,
    truth: body,
    needsChromium: columns > 1 || kind === 'reversed',
    isReordered: kind === 'reversed',
  };
}

type Words = ReturnType<typeof wordsOfSeed>;

function tableOf(words: Words, isRuled: boolean, rows: number): string {
  const columns = words.number(3, 5);
  const cell = (column: number): string =>
    column === 0 ? words.text(words.number(1, 3), '') : String(words.number(1, 20_000) / 10);
  const row = (name: 'td' | 'th', content: (column: number) => string): string =>
    `<tr>${Array.from({ length: columns }, (_, column) => `<${name}>${content(column)}</${name}>`).join('')}</tr>`;
  const header = row('th', () => words.title(1));
  const body = Array.from({ length: rows }, () => row('td', cell)).join('');
  const ruled = isRuled ? ' class="ruled" border="1"' : '';
  return `<table${ruled}><thead>${header}</thead><tbody>${body}</tbody></table>`;
}

/** A table with empty cells and with texts, some of which have several lines. */
function textTable(words: Words, look: 'lined' | 'ruled' | 'shaded'): string {
  const columns = words.number(3, 4);
  const cell = (column: number): string => {
    if (column === 0) return words.title(2);
    if (column === columns - 1) return String(words.number(1, 9999));
    return words.number(0, 5) === 0 ? '' : words.text(words.number(2, 14));
  };
  const row = (name: 'td' | 'th', content: (column: number) => string): string =>
    `<tr>${Array.from({ length: columns }, (_, column) => `<${name}>${content(column)}</${name}>`).join('')}</tr>`;
  const body = Array.from({ length: words.number(3, 7) }, () => row('td', cell));
  return `<table class="${look}"><thead>${row('th', () => words.title(1))}</thead><tbody>${body.join('')}</tbody></table>`;
}

/** A ruled table with cells that span columns and rows. */
function spanned(words: Words): string {
  const cell = (): string => `<td>${words.number(1, 999)}</td>`;
  const rows = [
    `<tr><th rowspan="2">${words.title(1)}</th><th colspan="2">${words.title(1)}</th><th>${words.title(1)}</th></tr>`,
    `<tr><th>${words.title(1)}</th><th>${words.title(1)}</th><th>${words.title(1)}</th></tr>`,
    ...Array.from({ length: 3 }, () => `<tr><td>${words.text(2, '')}</td>${cell()}${cell()}${cell()}</tr>`),
  ];
  return `<table class="ruled" border="1"><tbody>${rows.join('')}</tbody></table>`;
}

function listOf(words: Words): string {
  const name = words.pick(['ul', 'ol']);
  const items = Array.from({ length: words.number(3, 5) }, (_, index) => {
    const nested =
      index === 1 ? `<ul><li>${words.text(4)}</li><li>${words.text(words.number(3, 24))}</li></ul>` : '';
    return `<li>${words.text(words.number(4, 30))}${nested}</li>`;
  });
  return `<${name}>${items.join('')}</${name}>`;
}

interface Look {
  readonly size: number;
  readonly columns: number;
  readonly isJustified: boolean;
}

function styleOf(font: string, { size, columns, isJustified }: Look): string {
  return `@page { size: A4; margin: 20mm } body { font: ${size}pt ${font}; ${columns > 1 ? `columns: ${columns}; column-gap: 8mm;` : ''} ${isJustified ? 'text-align: justify;' : ''} }
h1 { column-span: all } table { border-collapse: collapse; text-align: left } th, td { padding: 2pt 8pt } .ruled th, .ruled td { border: 0.5pt solid #000 }
thead { display: table-header-group } .lined tr { border-bottom: 0.5pt solid #888 } .lined, .shaded { width: 100% } .shaded tr:nth-child(even) { background: #ddd }
.lined td:last-child, .shaded td:last-child { text-align: right }
.book h2 { font-size: 1.2em } .book h3 { font-size: 1em } .book p { margin: 0; text-indent: 1.5em } .book { line-height: 1.3 }
.reversed .left { float: left; width: 48% } .reversed .right { float: right; width: 48% }
@page { @bottom-center { content: counter(page) } @top-left { content: "Annual report" } }`;
}

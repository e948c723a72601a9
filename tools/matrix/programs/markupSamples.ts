import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { samplesFolder } from './scratch.ts';

/** The text of all samples, in this order, with letters of many scripts, some of them right-to-left. */
export const headings = ['Northern lights', 'Second part'] as const;
export const words = [
  'Ångström',
  'Привет',
  'Καλημέρα',
  'مرحبا بالعالم',
  'שלום עולם',
  '你好',
  'こんにちは',
] as const;
export const address = 'https://example.org/map';

const [first, second] = headings;
const notebook = (text: string): object => ({
  cells: [
    {
      cell_type: 'markdown',
      metadata: {},
      source: [`# ${first}\n`, '\n', `${text}\n`, '\n', `- one\n- **two**\n- [map](${address})\n`],
    },
    { cell_type: 'code', execution_count: 1, metadata: {}, outputs: [], source: ['print(5 * 5)'] },
    { cell_type: 'markdown', metadata: {}, source: [`# ${second}\n`, '\n', 'The end.\n'] },
  ],
  metadata: { kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' } },
  nbformat: 4,
  nbformat_minor: 4,
});
const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
const xlink = 'xmlns:xlink="http://www.w3.org/1999/xlink"';

/** The same small document, handwritten in each language that has no fixture. */
function markupOf(said: readonly string[]): Readonly<Record<string, string>> {
  const text = `Measured in ${said.join(', ')} and more.`;
  return {
    rst: `${first}\n===============\n\n${text}\n\n- one\n- **two**\n- \`map <${address}>\`_\n\n${second}\n===========\n\nThe end.\n`,
    org: `* ${first}\n\n${text}\n\n- one\n- *two*\n- [[${address}][map]]\n\n* ${second}\n\nThe end.\n`,
    textile: `h1. ${first}\n\n${text}\n\n* one\n* *two*\n* "map":${address}\n\nh1. ${second}\n\nThe end.\n`,
    mediawiki: `= ${first} =\n\n${text}\n\n* one\n* '''two'''\n* [${address} map]\n\n= ${second} =\n\nThe end.\n`,
    dokuwiki: `====== ${first} ======\n\n${text}\n\n  * one\n  * **two**\n  * [[${address}|map]]\n\n====== ${second} ======\n\nThe end.\n`,
    vimwiki: `= ${first} =\n\n${text}\n\n* one\n* *two*\n* [[${address}|map]]\n\n= ${second} =\n\nThe end.\n`,
    creole: `= ${first}\n\n${text}\n\n* one\n* **two**\n* [[${address}|map]]\n\n= ${second}\n\nThe end.\n`,
    jira: `h1. ${first}\n\n${text}\n\n* one\n* *two*\n* [map|${address}]\n\nh1. ${second}\n\nThe end.\n`,
    muse: `* ${first}\n\n${text}\n\n - one\n - **two**\n - [[${address}][map]]\n\n* ${second}\n\nThe end.\n`,
    t2t: `Sky\n\n\n= ${first} =\n\n${text}\n\n- one\n- **two**\n- [map ${address}]\n\n\n= ${second} =\n\nThe end.\n`,
    opml: `${xml}<opml version="2.0"><head><title>Sky</title></head><body><outline text="${first}" _note="${text}&#10;&#10;- one&#10;- **two**&#10;- [map](${address})"/><outline text="${second}" _note="The end."/></body></opml>\n`,
    ipynb: JSON.stringify(notebook(text)),
    dbk: `${xml}<article xmlns="http://docbook.org/ns/docbook" ${xlink} version="5.0"><title>Sky</title><section><title>${first}</title><para>${text}</para><itemizedlist><listitem><para>one</para></listitem><listitem><para><emphasis role="strong">two</emphasis></para></listitem><listitem><para><link xlink:href="${address}">map</link></para></listitem></itemizedlist></section><section><title>${second}</title><para>The end.</para></section></article>\n`,
    fb2: `${xml}<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" ${xlink}><description><title-info><book-title>Sky</book-title></title-info></description><body><section><title><p>${first}</p></title><p>${text}</p><p>one</p><p><strong>two</strong></p><p><a xlink:href="${address}">map</a></p></section><section><title><p>${second}</p></title><p>The end.</p></section></body></FictionBook>\n`,
    jats: `${xml}<article ${xlink}><front><article-meta><title-group><article-title>Sky</article-title></title-group></article-meta></front><body><sec><title>${first}</title><p>${text}</p><list list-type="bullet"><list-item><p>one</p></list-item><list-item><p><bold>two</bold></p></list-item><list-item><p><ext-link ext-link-type="uri" xlink:href="${address}">map</ext-link></p></list-item></list></sec><sec><title>${second}</title><p>The end.</p></sec></body></article>\n`,
    man: `.TH SKY 1\n.SH ${first}\n${text}\n.IP \\(bu 2\none\n.IP \\(bu 2\n\\fBtwo\\fR\n.PP\n.UR ${address}\nmap\n.UE\n.SH ${second}\nThe end.\n`,
    csv: `${first},${second}\n"${said.join(', ')}",two\n"The end",\n`,
  };
}

const files = new Map<string, string>();

/** The sample documents with these words, by format. */
export function markupSamples(said: readonly string[]): Readonly<Record<string, string>> {
  const texts = Object.entries(markupOf(said));
  return Object.fromEntries(
    texts.map(([format, text]) => {
      const file = path.join(samplesFolder(), `sky-${said.length}.${format}`);
      files.set(file, text);
      return [format, file];
    }),
  );
}

export async function makeMarkupSamples(): Promise<void> {
  for (const [file, text] of files) await writeFile(file, text);
}

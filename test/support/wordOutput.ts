import type { ElementContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { strFromU8, unzipSync } from 'fflate';
import type { DocumentOptions } from '../../src/engines/documents/documents.ts';
import { type Document } from '../../src/engines/documents/tree/document.ts';
import { writeWord } from '../../src/engines/documents/word/write.ts';

type Nodes = string | readonly ElementContent[];

/** The texts of the parts of the Word document that is made of this HTML, or of these elements. */
export async function partsOf(
  nodes: Nodes,
  options: DocumentOptions = {},
  more: Partial<Document> = {},
): Promise<Record<string, string>> {
  const root =
    typeof nodes === 'string'
      ? fromHtml(nodes, { fragment: true })
      : { type: 'root' as const, children: [...nodes] };
  const files = unzipSync(await writeWord({ root, pictures: new Map(), ...more }, options));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** The content of the body, without the prefix `w:` and the properties of the page. */
export async function bodyOf(...given: Parameters<typeof partsOf>): Promise<string> {
  const { 'word/document.xml': xml = '' } = await partsOf(...given);
  return plain(/<w:body>(.*)<w:sectPr>/s.exec(xml)?.[1] ?? '');
}

/** XML without the prefix `w:`. */
export function plain(xml: string): string {
  return xml.replaceAll(' xml:space="preserve"', '').replaceAll(/(<\/?| )w:/g, '$1');
}

/** A paragraph with these properties and runs. */
export const p = (properties: string, ...runs: readonly string[]): string =>
  `<p>${properties === '' ? '' : `<pPr>${properties}</pPr>`}${runs.join('')}</p>`;
/** A run of text with this look. */
export const r = (text: string, look = ''): string =>
  `<r>${look === '' ? '' : `<rPr>${look}</rPr>`}<t>${text}</t></r>`;
/** A bookmark at a point. */
export const mark = (id: number, name: string): string =>
  `<bookmarkStart id="${id}" name="${name}"/><bookmarkEnd id="${id}"/>`;
/** The property that sets the style. */
export const style = (name: string): string => `<pStyle val="${name}"/>`;
/** The properties of an item of a list. */
export const number = (id: number, level = 0): string =>
  `${style('ListParagraph')}<numPr><ilvl val="${level}"/><numId val="${id}"/></numPr>`;
export const indent = (left: number): string => `<ind left="${left}"/>`;
/** The paragraph that separates blocks. */
export const separator = p('<spacing before="0" after="0" line="120" lineRule="exact"/>');
/** A link with this attribute. */
export const link = (to: string, text: string): string =>
  `<hyperlink ${to} history="1">${r(text, '<rStyle val="Hyperlink"/>')}</hyperlink>`;
/** A cell of a table. */
export const cell = (width: number, content: string, look = ''): string =>
  `<tc><tcPr><tcW w="${width}" type="dxa"/>${look}</tcPr>${content}</tc>`;

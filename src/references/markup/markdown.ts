import { decodeHTML } from 'entities';
import { parse, postprocess, preprocess } from 'micromark';
import { type Link, linksAt, type Notation, type LinkPart } from '../link.ts';
import { yamlLinks } from '../syntax/yaml.ts';
import { markupLinks } from './markup.ts';

const destination: Notation = {
  kind: 'url',
  isSure: true,
  read: (raw) => decodeHTML(raw.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')),
  write: (path) => path,
};

const destinations = new Set<string>(['resourceDestinationString', 'definitionDestinationString']);
const markup = new Set<string>(['htmlFlow', 'htmlText']);

/** Links in Markdown: links, images, definitions, embedded HTML, and YAML front matter. */
export function markdownLinks(part: LinkPart): Link[] {
  const { text, offset } = part;
  const frontMatter = frontMatterOf(text);
  const links = frontMatter === '' ? [] : yamlLinks({ text: frontMatter, offset });
  // Blanks keep the positions of the rest.
  const body = frontMatter.replaceAll(/[^\r\n]/g, ' ') + text.slice(frontMatter.length);
  const events = postprocess(
    parse()
      .document()
      .write(preprocess()(body, undefined, true)),
  );
  for (const [step, { type, start, end }] of events) {
    if (step !== 'enter') continue;
    const span = { start: start.offset, end: end.offset };
    if (destinations.has(type)) links.push(...linksAt(part, span, destination));
    else if (markup.has(type)) {
      links.push(...markupLinks({ text: text.slice(span.start, span.end), offset: offset + span.start }));
    }
  }
  return links;
}

/** The YAML between two lines of dashes, including the first line; empty if there is none. */
function frontMatterOf(text: string): string {
  if (!/^---[ \t]*\r?\n/.test(text)) return '';
  const end = /\n---[ \t]*(?:\r?\n|$)/.exec(text);
  return end === null ? '' : text.slice(0, end.index + 1);
}

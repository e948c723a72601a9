import { decodeHTML } from 'entities';
import { parse, postprocess, preprocess } from 'micromark';
import { type Link, type LinkPart, linksAt, type Notation } from './link.ts';
import { yamlLinks } from './data.ts';
import { markupLinks, markupPictures } from './markup.ts';

const destination: Notation = {
  kind: 'url',
  isSure: true,
  read: (raw) => decodeHTML(raw.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')),
  write: (path) => path,
};

const destinations = new Set<string>(['resourceDestinationString', 'definitionDestinationString']);
const markup = new Set<string>(['htmlFlow', 'htmlText']);

/** Links in a Markdown text: links, images, definitions, embedded HTML, and YAML front matter. */
export function markdownLinks(part: LinkPart): Link[] {
  const { text, offset } = part;
  const frontMatter = frontMatterOf(text);
  const links = frontMatter === '' ? [] : yamlLinks({ text: frontMatter, offset });
  for (const [step, { type, start, end }] of eventsIn(text, frontMatter)) {
    if (step !== 'enter') continue;
    const span = { start: start.offset, end: end.offset };
    if (destinations.has(type)) links.push(...linksAt(part, span, destination));
    else if (markup.has(type)) {
      links.push(...markupLinks({ text: text.slice(span.start, span.end), offset: offset + span.start }));
    }
  }
  return links;
}

/**
 * The addresses of pictures that Markdown shows: in images, in the definitions that images use, and in embedded HTML.
 */
export function markdownPictures({ text, offset }: LinkPart): Link[] {
  const part = { text, offset };
  const pictures: Link[] = [];
  const definitions: { readonly label: string; readonly links: readonly Link[] }[] = [];
  const used = new Set<string>();
  let images = 0;
  let label = '';
  for (const [step, { type, start, end }] of eventsIn(text, frontMatterOf(text))) {
    if (type === 'image') images += step === 'enter' ? 1 : -1;
    if (step !== 'exit') continue;
    const span = { start: start.offset, end: end.offset };
    const written = text.slice(span.start, span.end);
    if (type === 'definitionLabelString') label = labelKey(written);
    else if (type === 'definitionDestinationString') {
      definitions.push({ label, links: linksAt(part, span, destination) });
    } else if (markup.has(type)) {
      pictures.push(...markupPictures({ text: written, offset: offset + span.start }));
    } else if (images === 0) continue;
    else if (type === 'resourceDestinationString') pictures.push(...linksAt(part, span, destination));
    else if (type === 'labelText' || type === 'referenceString') used.add(labelKey(written));
  }
  return [
    ...pictures,
    ...definitions.filter((each) => used.has(each.label)).flatMap(({ links }) => links),
  ].toSorted((a, b) => a.start - b.start);
}

/** A key for a label. Case and white space don't matter (CommonMark, 4.7). */
function labelKey(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase();
}

function eventsIn(text: string, frontMatter: string): ReturnType<typeof postprocess> {
  // Spaces replace the front matter, so that offsets stay the same, and a byte order mark, which the parser wouldn't
  // count.
  const body =
    frontMatter.replaceAll(/[^\r\n]/g, ' ') + text.slice(frontMatter.length).replace(/^\uFEFF/, ' ');
  return postprocess(
    parse()
      .document()
      .write(preprocess()(body, undefined, true)),
  );
}

/** The YAML between two lines of dashes, including the first of them; empty if there is none. */
function frontMatterOf(text: string): string {
  if (!/^---[ \t]*\r?\n/.test(text)) return '';
  const end = /\n---[ \t]*(?:\r?\n|$)/.exec(text);
  return end === null ? '' : text.slice(0, end.index + 1);
}

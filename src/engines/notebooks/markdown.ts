import { ownValue } from '../../util/ownValue.ts';
import { percentDecoded } from '../../util/text.ts';
import { isConversionError } from '../api/conversionError.ts';
import { isList, type TreeMap } from '../data/tree.ts';
import { PictureRepeats } from '../documents/tree/limits.ts';
import { type NotebookCell, mapIn, type Notebook, pictureTypes, type PlainCell, textOf } from './notebook.ts';

interface Parts {
  readonly outputs: boolean;
  readonly pictures: boolean;
}

/** Writes a notebook as Markdown with embedded pictures. @throws ConversionError if it repeats pictures too often */
export async function markdownOf({ language, cells }: Notebook, parts: Parts): Promise<string> {
  const blocks: string[] = [];
  const repeats = new PictureRepeats();
  for (const [at, cell] of cells.entries()) {
    const count = (name: string, picture: string): void => repeats.count(`${at} ${name}`, picture.length);
    if (cell.kind === 'markdown') blocks.push(withAttachments(cell, parts.pictures, count));
    else blocks.push(fenced(cell.source, cell.kind === 'code' ? language : ''));
    if (!parts.outputs) continue;
    for (const output of cell.outputs) blocks.push(await markdownOfOutput(output, parts.pictures));
  }
  const written = blocks.map((block) => block.trim()).filter((block) => block !== '');
  return written.length === 0 ? '' : `${written.join('\n\n')}\n`;
}

/** Returns a code block whose fence is longer than any fence in the code. */
function fenced(text: string, language = ''): string {
  if (text.trim() === '') return '';
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language.replaceAll(/[\s`]/g, '')}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Pictures that are attached to their cell, in Markdown and in HTML. */
const attached = /!\[([^[\]\n]*)\]\(attachment:([^()\s]+)\)/g;
const imageTag = /<img\s[^<>]*>/g;
const attachedSource = /\ssrc=["']attachment:([^"'<>\s]+)/;

function withAttachments(
  { source, attachments }: NotebookCell,
  withPictures: boolean,
  count: (name: string, picture: string) => void,
): string {
  const pictureNamed = (name: string): string | undefined => {
    const [picture] = picturesIn(mapIn(attachments, percentDecoded(name)));
    if (picture !== undefined) count(name, picture);
    return picture;
  };
  return source
    .replaceAll(attached, (whole, alt: string, name: string) => {
      if (!withPictures) return alt;
      const picture = pictureNamed(name);
      return picture === undefined ? whole : `![${alt}](${picture})`;
    })
    .replaceAll(imageTag, (tag) => {
      const [, name] = attachedSource.exec(tag) ?? [];
      if (name === undefined) return tag;
      if (!withPictures) return '';
      return tag.replace(`attachment:${name}`, (address) => pictureNamed(name) ?? address);
    });
}

const drawing = 'image/svg+xml';

/** Returns data URIs for the pictures in a media bundle, the best first. */
function picturesIn(bundle: TreeMap): string[] {
  const encoded = pictureTypes.map(
    (type) => [type, textOf(bundle.get(type))?.replaceAll(/\s/g, '')] as const,
  );
  const drawn = textOf(bundle.get(drawing));
  return [
    ...encoded,
    [drawing, drawn === undefined ? undefined : Buffer.from(drawn).toString('base64')] as const,
  ]
    .filter(([, content]) => content !== undefined && /^[\w+/]+=*$/.test(content))
    .map(([type, content]) => `data:${type};base64,${content}`);
}

async function markdownOfOutput(output: TreeMap, withPictures: boolean): Promise<string> {
  const plain = outputTexts(output);
  if (plain !== undefined) return fenced(plain.replaceAll(terminalCodes, ''));
  const data = mapIn(output, 'data');
  const html = textOf(data.get('text/html'));
  const text = textOf(data.get('text/plain')) ?? '';
  if (html !== undefined && (/<table\b/i.test(html) || text === '')) {
    const table = await markdownOfHtml(html);
    if (table !== undefined) return table;
  }
  const [picture] = picturesIn(data);
  if (picture !== undefined) return withPictures ? `![](${picture})` : '';
  return textOf(data.get('text/markdown')) ?? textOf(data.get('text/latex')) ?? fenced(text);
}

/** Terminal escape sequences, such as colors (ECMA-48, 5.4). */
const terminalCodes = /\u001b\[[\d;?]*[@-~]/g; // eslint-disable-line no-control-regex

/** Returns the text of an output stream or an error. */
function outputTexts(output: TreeMap): string | undefined {
  const kind = output.get('output_type');
  if (kind === 'stream') return textOf(output.get('text')) ?? '';
  if (kind !== 'error') return undefined;
  const lines = output.get('traceback') ?? [];
  if (isList(lines) && lines.length > 0) return lines.map((line) => textOf(line) ?? '').join('\n');
  return `${textOf(output.get('ename')) ?? ''}: ${textOf(output.get('evalue')) ?? ''}`;
}

/**
 * Converts HTML to Markdown. Returns `undefined` if the HTML has no text, for example only a script, or can't be
 * parsed.
 */
async function markdownOfHtml(html: string): Promise<string | undefined> {
  const { readHtml } = await import('../documents/markupReaders.ts');
  const { writeMarkdown } = await import('../documents/markdown/write.ts');
  try {
    const written = writeMarkdown(readHtml(html), {});
    return written.trim() === '' ? undefined : written;
  } catch (error) {
    if (isConversionError(error)) return undefined;
    throw error;
  }
}

const fenceStart = /^ {0,3}(`{3,}|~{3,})[ \t]*\{?([\w.-]*)/;
const codeNames: Readonly<Record<string, true>> = {
  python: true,
  python3: true,
  py: true,
  ipython: true,
  ipython3: true,
  'code-cell': true,
};

/** Splits Markdown into cells: blocks of Python code, and the text between them. */
export function cellsOfMarkdown(text: string): PlainCell[] {
  const cells: PlainCell[] = [];
  let lines: string[] = [];
  let fence: { readonly mark: string; readonly isCode: boolean } | undefined;
  const end = (kind: PlainCell['kind']): void => {
    const source = lines
      .join('\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd();
    if (source !== '' || kind === 'code') cells.push({ kind, source });
    lines = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const [, mark = '', name = ''] = fenceStart.exec(line) ?? [];
    if (fence === undefined && mark !== '') {
      fence = { mark, isCode: ownValue(codeNames, name.toLowerCase()) === true };
      if (fence.isCode) end('markdown');
      else lines.push(line);
    } else if (fence !== undefined && mark.startsWith(fence.mark) && line.trim() === mark) {
      if (fence.isCode) end('code');
      else lines.push(line);
      fence = undefined;
    } else {
      lines.push(line);
    }
  }
  end(fence?.isCode === true ? 'code' : 'markdown');
  return cells;
}

// The content of texts, tables, archives, and fonts according to npm packages and Python's standard library.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { create } from 'fontkit';
import MarkdownIt, { type Token } from 'markdown-it';
import { debianPython } from '../debianPython.ts';

export function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What a Python program assigns to `facts`. It finds the file in `content`. */
export function factsByPython(program: string, content: string | Uint8Array): unknown {
  const script = `
import ast, csv, hashlib, io, json, sys, tarfile, wave, zipfile
from xml.etree import ElementTree
content = sys.stdin.buffer.read()
file = io.BytesIO(content)
digest = lambda part: hashlib.sha256(part).hexdigest()
${program}
json.dump(facts, sys.stdout)`;
  return JSON.parse(
    execFileSync(debianPython, ['-c', script], { input: content, encoding: 'utf8', maxBuffer: 1 << 26 }),
  );
}

/** The content of Markdown without its front matter, and digests of its embedded pictures, according to markdown-it. */
export function markdownFacts(page: string) {
  const tokens = new MarkdownIt().parse(page.replace(/^---\n.*?\n---\n/s, ''), {});
  const inside = (opening: RegExp): string[] =>
    tokens.filter((_, index) => opening.test(tokens[index - 1]?.type ?? '')).map(textOf);
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const targets = (kind: string, name: string): string[] =>
    inline.filter(({ type }) => type === kind).map((token) => String(token.attrGet(name)));
  return {
    headings: inside(/^heading_open$/),
    cells: inside(/^t[hd]_open$/),
    links: targets('link_open', 'href'),
    pictures: targets('image', 'src').map((uri) => digestOf(Buffer.from(uri.split(',')[1] ?? '', 'base64'))),
    text: tokens.map(textOf).join('\n'),
  };
}

/** The text of a code block, or of a line without its formatting and pictures. */
function textOf({ content, children }: Token): string {
  const parts = children?.filter(({ type }) => type !== 'image');
  return parts?.map(({ type, content }) => (type.endsWith('break') ? ' ' : content)).join('') ?? content;
}

export const csvRows = 'facts = list(csv.reader(io.StringIO(content.decode())))';
/** The first sheet of a workbook without shared texts. */
export const workbookRows = `
ns = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
sheet = ElementTree.fromstring(zipfile.ZipFile(file).read('xl/worksheets/sheet1.xml'))
value = lambda cell: ['false', 'true'][int(cell[0].text)] if cell.get('t') == 'b' else cell[0].text
facts = [[value(cell) for cell in row] for row in sheet.iter(ns + 'row')]`;
export const wordFacts = `
w = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
archive = zipfile.ZipFile(file)
parse = lambda part: ElementTree.fromstring(archive.read('word/' + part))
body, notes, links = parse('document.xml'), parse('footnotes.xml'), parse('_rels/document.xml.rels')
text = lambda node: ''.join(part.text or '' for part in node.iter(w + 't'))
style = lambda node: ''.join(part.get(w + 'val') for part in node.iter(w + 'pStyle'))
facts = {
    'headings': [text(each) for each in body.iter(w + 'p') if style(each).startswith(('Title', 'Heading'))],
    'cells': [text(each) for each in body.iter(w + 'tc')],
    'links': [each.get('Target') for each in links if each.get('TargetMode') == 'External'],
    'pictures': [digest(archive.read(each)) for each in archive.namelist() if each.startswith('word/media/')],
    'text': ' '.join(text(each) for part in (body, notes) for each in part.iter(w + 'p')),
}`;
/** Channels, bytes per sample, rate, frames, and a digest of the samples. */
export const waveFacts = `
sound = wave.open(file)
facts = [*sound.getparams()[:4], digest(sound.readframes(sound.getnframes()))]`;
export const zipEntries = `
archive = zipfile.ZipFile(file)
facts = {each.filename.strip('/'): None if each.is_dir() else digest(archive.read(each)) for each in archive.infolist()}`;
/** The entries of a TAR without symbolic links. */
export const tarEntries = `
archive = tarfile.open(fileobj=file)
facts = {each.name: None if each.isdir() else digest(archive.extractfile(each).read()) for each in archive if not each.issym()}`;

/** The times and lines of all cues in SRT or WebVTT, without formatting. */
export function cuesIn(content: Buffer): string[][] {
  const plain = content.toString().replaceAll(/<\/?[a-z][^>]*>|\{[^}]*\}/g, '');
  const text = plain.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return text.split('\n\n').flatMap((block) => {
    const [, start = '', end = '', lines = ''] = /([\d:,.]+) --> ([\d:,.]+).*\n([^]*)/.exec(block) ?? [];
    return start === '' ? [] : [[start.replace(',', '.'), end.replace(',', '.'), lines.trim()]];
  });
}

interface Cell {
  readonly cell_type: string;
  readonly source: string | readonly string[];
}

/** The code of a notebook, with IPython’s magic as a call. */
export function codeIn(content: Buffer): Buffer {
  const { cells }: { cells: Cell[] } = JSON.parse(content.toString());
  const code = cells
    .filter(({ cell_type }) => cell_type === 'code')
    .map(({ source }) => [source].flat().join(''));
  return Buffer.from(
    code.join('\n').replace('%matplotlib inline', 'get_ipython().run_line_magic("matplotlib", "inline")'),
  );
}

export function picturesIn(content: Buffer): { pictures: Buffer[]; rest: unknown } {
  const pictures: Buffer[] = [];
  const rest: unknown = JSON.parse(content.toString(), (key, value: unknown) => {
    if (key !== 'image/png') return value;
    pictures.push(Buffer.from([value].flat().join(''), 'base64'));
    return 'picture';
  });
  return { pictures, rest };
}

/** A font’s names, characters, and outlines according to fontkit. */
export function glyphsIn(content: Buffer): object {
  const opened = create(content);
  assert.ok('getGlyph' in opened);
  const glyphs = Array.from({ length: opened.numGlyphs }, (_, index) => opened.getGlyph(index));
  const { fullName, copyright, unitsPerEm, characterSet } = opened;
  assert.ok(glyphs.length > 200);
  return {
    names: [fullName, copyright, unitsPerEm],
    characterSet,
    glyphs: glyphs.map(({ advanceWidth, path }) => [advanceWidth, path.toSVG()]),
  };
}

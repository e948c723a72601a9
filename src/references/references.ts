import { furthestEnd, type Link, type LinkPart, type MediaType, type Span } from './link.ts';
import {
  encodedPath,
  isAbsoluteAddress,
  type IsFile,
  nameOf,
  pathKey,
  type Replacement,
  resolveLink,
  rewritten,
} from './paths.ts';
import { jsonLinks, yamlLinks } from './data.ts';
import { markdownLinks, markdownPictures } from './markdown.ts';
import { markupLinks, markupPictures, svelteLinks } from './markup.ts';
import { type ScriptDialect, scriptLinks } from './scripts.ts';
import { styleLinks } from './styles.ts';

/** A text of a project, with the path of its file. */
export interface ProjectText {
  readonly path: string;
  readonly text: string;
}

/** The project that contains the texts. Paths are decoded URI paths. */
export interface Project {
  /** The path of the open folder. Addresses that lead above it aren't resolved. */
  readonly top: string;
  readonly replacements: readonly Replacement[];
  /** True if a file exists. Isn't called for replaced files, which count as existing even if they are gone. */
  readonly isFile: IsFile;
  /** The media type of a file by its name, such as `image/webp`. */
  readonly mediaTypeOf: (fileName: string) => string | undefined;
}

export interface Edit extends Span {
  readonly text: string;
  /** The path of the replaced file. */
  readonly from: string;
  /** True if the syntax proves that this is a link. Other strings only look like one. */
  readonly isSure: boolean;
}

export interface References {
  /** Edits in the order of the text, without overlaps. */
  readonly edits: readonly Edit[];
  /** Paths of files that the text still mentions after these edits. */
  readonly stillNamed: readonly string[];
}

/** Matches prefixes that only paths have: `./`, `../`, `/`, or an alias. */
const saysWhereFrom = /^(?:\.{0,2}|[@~]|~@|\$\w+)\//;

const none: References = { edits: [], stillNamed: [] };

/** True if a text may refer to any of the replaced files. */
export function mayRefer(text: string, replacements: readonly Replacement[]): boolean {
  return replacements.some(({ from }) => mayName(text, nameOf(from)));
}

/** The edits that redirect a text's links from replaced files to their replacements. */
export async function referencesIn(file: ProjectText, project: Project): Promise<References> {
  const replacements = project.replacements.filter(({ from }) => mayName(file.text, nameOf(from)));
  if (replacements.length === 0) return none;
  const found = await lookUp(file, project, replacements);
  const edits = withMediaTypes(file.text, found, project);
  const known = [...edits, ...found.filter(({ change }) => change === undefined).map(({ link }) => link)];
  const stillNamed = replacements.filter(({ from }) => isMentioned(file.text, nameOf(from), known));
  return { edits, stillNamed: stillNamed.map(({ from }) => from) };
}

/** A link, with its change if the file was replaced. */
interface FoundLink {
  readonly link: Link;
  readonly change: (Replacement & { readonly text: string }) | undefined;
}

async function lookUp(
  { path, text }: ProjectText,
  { top, isFile, mediaTypeOf }: Project,
  replacements: readonly Replacement[],
): Promise<FoundLink[]> {
  const byPath = new Map(replacements.map((each) => [pathKey(each.from), each]));
  const isThere: IsFile = async (file) => byPath.has(pathKey(file)) || isFile(file);
  const found: FoundLink[] = [];
  for (const link of isReadable(path) ? readLinks(path, text) : []) {
    const mayChange = replacements.some(({ from }) => mayName(link.path, nameOf(from)));
    const target = mayChange ? await resolveLink(link, path, top, isThere) : undefined;
    const replacement = target && byPath.get(pathKey(target.path));
    if (target !== undefined && replacement !== undefined) {
      const next = rewritten(text.slice(link.start, link.end), link, target, replacement);
      const isSure = link.isSure || saysWhereFrom.test(link.path);
      if (next !== undefined)
        found.push({ link: { ...link, isSure }, change: { ...replacement, text: next } });
    } else if (target !== undefined || isOfType(link, mediaTypeOf)) {
      found.push({ link, change: undefined });
    }
  }
  return found;
}

/** True if a link's file has the media type that is declared beside the link. */
function isOfType({ path, mediaType }: Link, mediaTypeOf: Project['mediaTypeOf']): boolean {
  return mediaType !== undefined && mediaTypeOf(nameOf(path)) === mediaType.value.toLowerCase();
}

/** The links in a text. Empty if the text can't be parsed: then all names in it count as still mentioned. */
function readLinks(path: string, text: string): Link[] {
  try {
    return linksIn(nameOf(path), text);
  } catch {
    return [];
  }
}

/**
 * The changes of links, and of the media types declared beside them. If an element declares one type for several files,
 * either all of its links change or none, because browsers trust the type before they load a file.
 */
function withMediaTypes(text: string, found: readonly FoundLink[], { mediaTypeOf }: Project): Edit[] {
  const groups = Map.groupBy(found, ({ link }) => link.mediaType);
  const edits: Edit[] = [];
  for (const [mediaType, links] of groups) {
    const changed = links.flatMap(({ link, change }) => (change === undefined ? [] : { link, ...change }));
    if (changed.length === 0) continue;
    const changes = changed.map(({ link: { start, end, isSure }, text, from }) => ({
      start,
      end,
      text,
      from,
      isSure,
    }));
    const type = mediaType && mediaTypeEdit(mediaType, changed, mediaTypeOf);
    if (type === 'differ' || (type !== undefined && changed.length < links.length)) continue;
    edits.push(...changes, ...(type === undefined ? [] : [type]));
  }
  return edits
    .filter((edit) => text.slice(edit.start, edit.end) !== edit.text)
    .toSorted((a, b) => a.start - b.start);
}

function mediaTypeEdit(
  { start, end }: MediaType,
  changed: readonly (Replacement & { readonly link: Link })[],
  mediaTypeOf: Project['mediaTypeOf'],
): Edit | 'differ' | undefined {
  const [type, ...others] = new Set(changed.map(({ to }) => mediaTypeOf(nameOf(to))));
  const [first] = changed;
  if (others.length > 0) return 'differ';
  // A type that isn't about the files, such as `text/javascript`, doesn't change.
  if (type === undefined || first === undefined || !changed.some(({ link }) => isOfType(link, mediaTypeOf)))
    return undefined;
  return { start, end, text: type, from: first.from, isSure: changed.every(({ link }) => link.isSure) };
}

/** A picture that a text shows from another file. The range covers the address. */
export interface ShownPicture extends Span {
  /** The address, as written in the text. */
  readonly address: string;
  /** The path of the picture's file; `undefined` if there is no such file. */
  readonly file: string | undefined;
}

/**
 * The pictures that a page or a Markdown file shows, in order. Their ranges cover the addresses with their queries.
 * `top` is the path of the open folder.
 */
export async function picturesIn(
  { path, text }: ProjectText,
  format: 'html' | 'md',
  top: string,
  isFile: IsFile,
): Promise<ShownPicture[]> {
  const pictureLinks = format === 'md' ? markdownPictures : markupPictures;
  const pictures: ShownPicture[] = [];
  for (const link of pictureLinks({ text, offset: 0 })) {
    if (isAbsoluteAddress(link.path)) continue;
    const file = (await resolveLink(link, path, top, isFile))?.path;
    pictures.push({ start: link.start, end: link.wholeEnd, address: link.path, file });
  }
  return pictures;
}

/**
 * True if a text mentions a file's name outside the given ranges, even if it isn't a link. A file that is mentioned
 * must not be reported as unused.
 */
export function isMentioned(text: string, name: string, except: readonly Span[]): boolean {
  const endOf = furthestEnd(except);
  return writingsOf(name).some((writing) => {
    for (let at = text.indexOf(writing); at !== -1; at = text.indexOf(writing, at + 1)) {
      const end = at + writing.length;
      if (end > endOf(at) && !isPartOfName(text.charAt(at - 1)) && !isPartOfName(text.charAt(end)))
        return true;
    }
    return false;
  });
}

/** True if a text may contain a file's name in any escaped form. A fast check before parsing. */
function mayName(text: string, name: string): boolean {
  const [longest = name] = (name.match(/[a-z\d]+/gi) ?? []).toSorted((a, b) => b.length - a.length);
  return text.includes(longest);
}

function writingsOf(name: string): string[] {
  return [
    ...new Set([name, encodeURI(name), encodedPath(name), name.normalize('NFC'), name.normalize('NFD')]),
  ];
}

function isPartOfName(sign: string): boolean {
  return /[\p{L}\p{N}_-]/u.test(sign);
}

type FindLinks = (part: LinkPart) => Link[];

const script =
  (dialect: ScriptDialect): FindLinks =>
  (part) =>
    scriptLinks(part, dialect);

/** The function that finds links, for each file extension. */
const finders = new Map<string, FindLinks>(
  Object.entries({
    ...allOf(['md', 'markdown', 'mdown', 'mkd', 'mdx'], markdownLinks),
    ...allOf(['html', 'htm', 'xhtml', 'svg', 'vue'], markupLinks),
    svelte: svelteLinks,
    ...allOf(['css', 'scss', 'less', 'pcss', 'postcss'], styleLinks),
    ...allOf(['js', 'jsx', 'mjs', 'cjs'], script('js')),
    ...allOf(['ts', 'mts', 'cts'], script('ts')),
    tsx: script('tsx'),
    ...allOf(['json', 'jsonc', 'json5', 'webmanifest'], jsonLinks),
    ...allOf(['yaml', 'yml'], yamlLinks),
  }),
);

/**
 * The places in a text that may name other files. Empty for an unsupported language.
 * @throws if the text can't be parsed
 */
function linksIn(fileName: string, text: string): Link[] {
  const find = finders.get(extensionOf(fileName));
  return find?.({ text, offset: 0 }) ?? [];
}

/** True if links in files with this name can be found and changed. */
function isReadable(fileName: string): boolean {
  return finders.has(extensionOf(fileName));
}

function extensionOf(fileName: string): string {
  return fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
}

function allOf(extensions: readonly string[], find: FindLinks): Record<string, FindLinks> {
  return Object.fromEntries(extensions.map((extension) => [extension, find]));
}

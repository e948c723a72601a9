import { isReadable, linksIn } from './languages.ts';
import type { Link, MediaType, Span } from './link.ts';
import { isMentioned, mayName } from './mentions.ts';
import { nameOf, pathKey } from './paths.ts';
import { type IsFile, resolveLink } from './resolve.ts';
import { type Replacement, rewritten } from './rewrite.ts';

/** A text of a project, by the path of its file. */
export interface ProjectText {
  readonly path: string;
  readonly text: string;
}

/** What is known of the project that texts belong to. Paths are those of URIs, decoded. */
export interface Project {
  /** The folder that is open, from which nothing is addressed further up. */
  readonly top: string;
  readonly replacements: readonly Replacement[];
  /** Asked for other files than those that were replaced, which count as there even where they no longer are. */
  readonly isFile: IsFile;
  /** The media type of a file by its name, such as `image/webp`. */
  readonly mediaTypeOf: (fileName: string) => string | undefined;
}

/** A change of a text. */
export interface Edit extends Span {
  readonly text: string;
  /** The path of the file that it referred to. */
  readonly from: string;
  /** Whether the syntax leaves no doubt that this is a link; other strings only read like one. */
  readonly isSure: boolean;
}

export interface References {
  /** In order, none over another. */
  readonly edits: readonly Edit[];
  /** Files that the text names all the same once these edits are made, in whatever way, by their paths. */
  readonly stillNamed: readonly string[];
}

/** A path that no other text looks like, wherever it stands: `./`, `../`, `/` or an alias in front. */
const saysWhereFrom = /^(?:\.{0,2}|[@~]|~@|\$\w+)\//;

const none: References = { edits: [], stillNamed: [] };

/** Whether a text is worth being looked through for references to what was replaced. */
export function mayRefer(text: string, replacements: readonly Replacement[]): boolean {
  return replacements.some(({ from }) => mayName(text, nameOf(from)));
}

/** What has to change in a text so that its links to files that were replaced lead to what came in their place. */
export async function referencesIn(file: ProjectText, project: Project): Promise<References> {
  const replacements = project.replacements.filter(({ from }) => mayName(file.text, nameOf(from)));
  if (replacements.length === 0) return none;
  const found = await lookUp(file, project, replacements);
  const edits = withMediaTypes(file.text, found, project);
  const known = [...edits, ...found.filter(({ change }) => change === undefined).map(({ link }) => link)];
  const stillNamed = replacements.filter(({ from }) => isMentioned(file.text, nameOf(from), known));
  return { edits, stillNamed: stillNamed.map(({ from }) => from) };
}

/** A link; without a change, to a file that was not replaced. */
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

/** Whether a link is to a file of the media type that is said beside it. */
function isOfType({ path, mediaType }: Link, mediaTypeOf: Project['mediaTypeOf']): boolean {
  return mediaType !== undefined && mediaTypeOf(nameOf(path)) === mediaType.value.toLowerCase();
}

/** None of a text that its parser can't read: what it names counts as still named. */
function readLinks(path: string, text: string): Link[] {
  try {
    return linksIn(nameOf(path), text);
  } catch {
    return [];
  }
}

/**
 * The changes of links with those of the media types said beside them. Where an element says one type of several files, they
 * change together or not at all: a browser believes it before it loads any.
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
  // What is said of something else than the files, such as `text/javascript`, is none of theirs.
  if (type === undefined || first === undefined || !changed.some(({ link }) => isOfType(link, mediaTypeOf)))
    return undefined;
  return { start, end, text: type, from: first.from, isSure: changed.every(({ link }) => link.isSure) };
}

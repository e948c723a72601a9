import { fault } from '../../contract/fault.ts';
import { ConversionError, damaged } from '../api/conversionError.ts';
import { readJson, writeJson } from '../data/json.ts';
import { checkDepth, isList, isMap, type Tree, type TreeMap } from '../data/tree.ts';

/** A notebook cell, independent of the file format. */
export interface PlainCell {
  readonly kind: 'code' | 'markdown' | 'raw';
  readonly source: string;
  readonly title?: string | undefined;
  readonly tags?: readonly string[];
}

/** A cell of a Jupyter notebook (nbformat 4). */
export interface NotebookCell extends PlainCell {
  readonly outputs: readonly TreeMap[];
  /** The cell's pictures by name, each as a map of media types. */
  readonly attachments: TreeMap;
}

export interface Notebook {
  /** The programming language of the notebook, in lower case. */
  readonly language: string;
  readonly cells: readonly NotebookCell[];
}

const empty: TreeMap = new Map();
/** The first nbformat version in which a notebook has a single list of cells. */
const minVersion = 4;

/** Parses a notebook file, and returns its content and the cells in it. @throws ConversionError if it isn't a notebook */
export function parseNotebook(text: string): { readonly tree: TreeMap; readonly cells: readonly TreeMap[] } {
  const tree = readJson(text);
  checkDepth(tree);
  if (!isMap(tree)) throw damaged('notebook');
  const [version, cells] = [tree.get('nbformat'), tree.get('cells')];
  if (typeof version === 'number' && version < minVersion) {
    throw new ConversionError(fault('notebook.version'));
  }
  if (version === undefined || cells === undefined || !isList(cells) || !cells.every(isMap)) {
    throw damaged('notebook');
  }
  return { tree, cells };
}

export function readNotebook(text: string): Notebook {
  const { tree, cells } = parseNotebook(text);
  const metadata = mapIn(tree, 'metadata');
  const language =
    textOf(mapIn(metadata, 'language_info').get('name')) ??
    textOf(mapIn(metadata, 'kernelspec').get('language')) ??
    'python';
  return { language: language.toLowerCase(), cells: cells.map(cellOf) };
}

function cellOf(cell: TreeMap): NotebookCell {
  const outputs = cell.get('outputs') ?? [];
  const kind = cell.get('cell_type');
  const source = textOf(cell.get('source'));
  if (source === undefined || (kind !== 'code' && kind !== 'markdown' && kind !== 'raw')) {
    throw damaged('notebook');
  }
  return {
    kind,
    source,
    title: textOf(mapIn(cell, 'metadata').get('title')),
    tags: tagsIn(mapIn(cell, 'metadata').get('tags') ?? []),
    outputs: isList(outputs) ? outputs.filter(isMap) : [],
    attachments: mapIn(cell, 'attachments'),
  };
}

/** Returns the tags of a cell. A tag is text without spaces. */
export function tagsIn(list: Tree): string[] {
  return isList(list) ? list.filter((tag) => typeof tag === 'string').filter((tag) => /^\S+$/.test(tag)) : [];
}

export function mapIn(map: TreeMap, key: string): TreeMap {
  const value = map.get(key);
  return value !== undefined && isMap(value) ? value : empty;
}

/** Returns a text, which notebooks may store as a list of lines. */
export function textOf(tree: Tree | undefined): string | undefined {
  if (typeof tree === 'string') return tree;
  if (tree === undefined || !isList(tree)) return undefined;
  const lines = tree.filter((line) => typeof line === 'string');
  return lines.length === tree.length ? lines.join('') : undefined;
}

/** Media types of pictures that notebooks store in Base64. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** The indentation that Jupyter uses in notebook files. */
export const jupyterIndent = 1;

/** Writes a Python notebook without outputs (nbformat 4.5). */
export function writeNotebook(cells: readonly PlainCell[]): string {
  const python = { display_name: 'Python 3', language: 'python', name: 'python3' };
  return writeJson(
    mapOf({
      cells: cells.map(({ kind, source, title, tags = [] }, index) =>
        mapOf({
          cell_type: kind,
          ...(kind === 'code' ? { execution_count: null } : {}),
          id: `cell-${index + 1}`,
          metadata: mapOf({
            ...(tags.length === 0 ? {} : { tags: [...tags] }),
            ...(title === undefined ? {} : { title }),
          }),
          ...(kind === 'code' ? { outputs: [] } : {}),
          source: source.split(/(?<=\n)/),
        }),
      ),
      metadata: mapOf({ kernelspec: mapOf(python), language_info: mapOf({ name: 'python' }) }),
      nbformat: minVersion,
      nbformat_minor: 5,
    }),
    jupyterIndent,
  );
}

function mapOf(entries: Readonly<Record<string, Tree>>): TreeMap {
  return new Map(Object.entries(entries));
}

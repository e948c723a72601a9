import { isDeepStrictEqual } from 'node:util';
import type { OfficeContentNode } from 'officeparser';
import { textIn } from './contents.ts';
import type { DocumentTree } from './read.ts';

/**
 * Prepares a document for Markdown, whose readers give each heading an anchor made from its text: links inside the
 * document lead to these, or to an anchor of their own. Text only keeps the formatting that Markdown shows, so that
 * text in one style isn't split, and empty headings are dropped.
 */
export function markdownTree(tree: DocumentTree): DocumentTree {
  const anchors = new Anchors(tree.content);
  return { ...tree, content: plainNodes(tree.content, anchors) };
}

function plainNodes(nodes: readonly OfficeContentNode[], anchors: Anchors): OfficeContentNode[] {
  const result: OfficeContentNode[] = [];
  for (const node of nodes) {
    const plain = plainNode(node.type === 'heading' && isEmpty(node) ? paragraphOf(node) : node, anchors);
    const last = result.at(-1);
    if (last !== undefined && isSameRun(last, plain)) {
      result.splice(-1, 1, { ...last, text: `${last.text ?? ''}${plain.text ?? ''}` });
    } else result.push(plain);
  }
  return result;
}

function plainNode(node: OfficeContentNode, anchors: Anchors): OfficeContentNode {
  const plain = { ...node };
  if (node.children !== undefined) plain.children = plainNodes(node.children, anchors);
  if (node.notes !== undefined) plain.notes = plainNodes(node.notes, anchors);
  if (node.type === 'text' && node.formatting !== undefined) {
    const { color: _, backgroundColor: __, size: ___, font, underline, ...shown } = node.formatting;
    plain.formatting = {
      ...shown,
      ...(underline === true && node.metadata?.link === undefined ? { underline } : {}),
      ...(font === 'monospace' ? { font } : {}),
    };
  }
  return Object.assign(plain, anchors.metadataOf(node));
}

function isEmpty(node: OfficeContentNode): boolean {
  const { children = [] } = node;
  return textIn(node).trim() === '' && children.every((child) => child.type === 'text');
}

function paragraphOf(node: OfficeContentNode): OfficeContentNode {
  return { type: 'paragraph', metadata: { anchorIds: [...anchorsOf(node)] } };
}

/** True for two runs of text that look alike and have the same link. */
function isSameRun(one: OfficeContentNode, other: OfficeContentNode): boolean {
  return one.type === 'text' && other.type === 'text' && isDeepStrictEqual(lookOf(one), lookOf(other));
}

function lookOf(run: OfficeContentNode): object {
  return { ...run, text: '', formatting: run.formatting ?? {}, metadata: { ...run.metadata, style: '' } };
}

/** The anchors that the links in a document lead to. */
class Anchors {
  readonly #linked = new Set<string>();
  readonly #placed = new Set<string>();
  /** The anchors that readers of Markdown give headings, by the ids of the headings. */
  readonly #headings = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  constructor(content: readonly OfficeContentNode[]) {
    this.#collect(content);
  }

  /** Returns the metadata of a node, with a link that works and only the anchors that it needs. */
  metadataOf(node: OfficeContentNode): object {
    if (node.metadata === undefined) return {};
    const metadata: Record<string, unknown> = { ...node.metadata };
    const ids = anchorsOf(node).filter((id) => this.#linked.has(id) && !this.#headings.has(id));
    if ('anchorIds' in metadata) metadata['anchorIds'] = ids;
    const target = targetOf(node);
    if (target === undefined) return { metadata };
    const heading = this.#headings.get(target) ?? (this.#counts.has(target) ? target : undefined);
    // officeparser changes internal addresses, but not external ones.
    if (heading !== undefined) Object.assign(metadata, { link: `#${heading}`, linkType: 'external' });
    else if (!this.#placed.has(target)) {
      delete metadata['link'];
      delete metadata['linkType'];
    }
    return { metadata };
  }

  #collect(nodes: readonly OfficeContentNode[]): void {
    /** The ids of empty paragraphs, which belong to the heading below them. */
    let waiting: string[] = [];
    for (const node of nodes) {
      const target = targetOf(node);
      if (target !== undefined) this.#linked.add(target);
      const ids = [node, ...(node.children ?? [])].flatMap(anchorsOf);
      for (const id of ids) this.#placed.add(id);
      if (isEmpty(node)) waiting.push(...ids);
      else {
        if (node.type === 'heading') this.#addHeading(textIn(node), [...waiting, ...ids]);
        waiting = [];
      }
      this.#collect(node.children ?? []);
      this.#collect(node.notes ?? []);
    }
  }

  /** Adds a heading with the anchor that GitHub and VS Code give it. */
  #addHeading(text: string, ids: readonly string[]): void {
    const anchor = text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    const count = this.#counts.get(anchor) ?? 0;
    this.#counts.set(anchor, count + 1);
    for (const id of ids) this.#headings.set(id, count === 0 ? anchor : `${anchor}-${count}`);
  }
}

function anchorsOf({ metadata }: OfficeContentNode): readonly string[] {
  return metadata && 'anchorIds' in metadata ? (metadata.anchorIds ?? []) : [];
}

function targetOf({ metadata }: OfficeContentNode): string | undefined {
  const link = metadata && 'link' in metadata ? metadata.link : undefined;
  return link?.startsWith('#') === true ? link.slice(1) : undefined;
}

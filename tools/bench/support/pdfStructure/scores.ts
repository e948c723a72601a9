import { DomUtils, ElementType, parseDocument } from 'htmlparser2';
import { editDistance, type TreeNode } from './treeDistance.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Tag = Extract<Node, { readonly attribs: object }>;

const isTag = (node: Node): node is Tag => 'attribs' in node;

/**
 * Three similarities from 0 to 1, as benchmarks of PDF extraction define them. A similarity is `undefined` if there is
 * nothing to compare.
 */
export interface Scores {
  /** Normalized edit similarity of the text in reading order, including the text of tables. */
  readonly order: number;
  /** Tree edit distance based similarity of all tables (TEDS). */
  readonly tables: number | undefined;
  /** Tree similarity of headings and the text below each (MHS). Levels don't count. */
  readonly headings: number | undefined;
}

/** Compares a document with its known structure, both as HTML. */
export function scoresOf(truth: string, read: string): Scores {
  const [expected, actual] = [parseDocument(truth), parseDocument(read)];
  const sections = [sectionsOf(expected.children), sectionsOf(actual.children)] as const;
  const tables = [tablesOf(expected.children), tablesOf(actual.children)] as const;
  return {
    order: similarity(textOf(expected.children), textOf(actual.children)),
    tables: tables[0].children.length === 0 ? undefined : treeSimilarity(...tables),
    headings: sections[0].children.length === 0 ? undefined : treeSimilarity(...sections),
  };
}

/**
 * The similarity of two texts: twice the length of their longest common subsequence, divided by the sum of their
 * lengths.
 */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  let row = new Uint32Array(b.length + 1);
  for (let i = 0; i < a.length; i += 1) {
    const next = new Uint32Array(b.length + 1);
    const code = a.charCodeAt(i);
    for (let j = 0; j < b.length; j += 1)
      next[j + 1] = code === b.charCodeAt(j) ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0);
    row = next;
  }
  return (2 * (row.at(-1) ?? 0)) / (a.length + b.length);
}

function treeSimilarity(a: TreeNode, b: TreeNode): number {
  if (b.children.length === 0) return 0;
  const size = Math.max(sizeOf(a), sizeOf(b)) - 1;
  return Math.max(0, 1 - editDistance(a, b, (from, to) => changeOf(from, to)) / size);
}

function changeOf(a: TreeNode, b: TreeNode): number {
  return a.kind === b.kind ? 1 - similarity(a.text, b.text) : 1;
}

function sizeOf({ children }: TreeNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), 1);
}

const skipped: ReadonlySet<string> = new Set(['style', 'script', 'title', 'head']);

function textOf(nodes: readonly Node[]): string {
  return rawText(nodes).replaceAll(/\s+/g, ' ').trim();
}

function rawText(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (node.type === ElementType.Text) return node.data;
      if (!isTag(node) || skipped.has(node.name)) return '';
      const isInline = /^(?:a|b|i|em|strong|span|sup|sub|code|u|font)$/.test(node.name);
      return isInline ? rawText(node.children) : ` ${rawText(node.children)} `;
    })
    .join('');
}

function tablesOf(nodes: readonly Node[]): TreeNode {
  const tables = DomUtils.getElementsByTagName('table', [...nodes], true);
  const children = tables.map((table) => ({
    kind: 'table',
    text: '',
    children: DomUtils.getElementsByTagName('tr', table.children, true).map((row) => ({
      kind: 'tr',
      text: '',
      children: row.children.filter(isTag).map((cell) => ({
        kind: `cell ${cell.attribs['rowspan'] ?? 1} ${cell.attribs['colspan'] ?? 1}`,
        text: textOf(cell.children),
        children: [],
      })),
    })),
  }));
  return { kind: 'root', text: '', children };
}

function sectionsOf(nodes: readonly Node[]): TreeNode {
  const sections: { heading: string; content: string }[] = [];
  const visit = (each: readonly Node[]): void => {
    for (const node of each) {
      const last = sections.at(-1);
      if (isTag(node) && /^h[1-6]$/.test(node.name))
        sections.push({ heading: textOf(node.children), content: '' });
      else if (isTag(node) && /^(?:html|body|div|section|main|article)$/.test(node.name))
        visit(node.children);
      else if (last) last.content += `${rawText([node])} `;
    }
  };
  visit(nodes);
  const children = sections.map(({ heading, content }) => {
    const text = content.replaceAll(/\s+/g, ' ').trim();
    const body = text === '' ? [] : [{ kind: 'content', text, children: [] }];
    return { kind: 'heading', text: heading, children: body };
  });
  return { kind: 'root', text: '', children };
}

import type { OfficeContentNode, OfficeParserAST } from 'officeparser';
import { textsIn } from './changedFiles.ts';

type Kind = 'ordered' | 'unordered';

/** The files with list styles. Those in `content.xml` take precedence. */
const parts = ['content.xml', 'styles.xml'];
const levelStyle = /<text:list-level-style-(bullet|number|image)\b([^<>]*)>/g;

/** Sets the kind of list for each level, such as bullets below numbers, since officeparser uses one kind for all levels. */
export function withLevelKinds(tree: OfficeParserAST, document: Buffer): OfficeParserAST {
  return { ...tree, content: withKinds(tree.content, kindsIn(document)) };
}

/** Reads the kinds of lists, keyed by style name and level. */
function kindsIn(document: Buffer): Map<string, Kind> {
  const texts = textsIn(document, (name) => parts.includes(name));
  const kinds = new Map<string, Kind>();
  for (const part of parts) {
    const [, ...styles] = (texts.get(part) ?? '').split('<text:list-style ');
    for (const style of styles) {
      const name = attributeOf(style.slice(0, style.indexOf('>')), 'style:name');
      const [levels = ''] = style.split('</text:list-style>', 1);
      for (const [, kind, attributes = ''] of levels.matchAll(levelStyle)) {
        const key = keyOf(name, attributeOf(attributes, 'text:level'));
        if (!kinds.has(key)) kinds.set(key, kind === 'number' ? 'ordered' : 'unordered');
      }
    }
  }
  return kinds;
}

function attributeOf(attributes: string, name: string): string {
  return attributes.split(`${name}="`, 2)[1]?.split('"', 1)[0] ?? '';
}

function keyOf(style: string, level: string): string {
  return `${level} ${style}`;
}

function withKinds(
  nodes: readonly OfficeContentNode[],
  kinds: ReadonlyMap<string, Kind>,
): OfficeContentNode[] {
  return nodes.map((node) => {
    const same = node.children === undefined ? node : { ...node, children: withKinds(node.children, kinds) };
    if (same.type !== 'list' || same.metadata === undefined) return same;
    const { listId, indentation, listType } = same.metadata;
    const kind = kinds.get(keyOf(listId, String(indentation + 1))) ?? listType;
    return { ...same, metadata: { ...same.metadata, listType: kind } };
  });
}

import type { OfficeContentNode, OfficeParserAST } from 'officeparser';

const metafileName = /\.[ew]mf$/i;

/** Replaces Windows metafiles, which no target shows, by their descriptions. */
export function withoutMetafiles(tree: OfficeParserAST): OfficeParserAST {
  if (!tree.attachments.some(({ name }) => metafileName.test(name))) return tree;
  return {
    ...tree,
    content: tree.content.map(described),
    attachments: tree.attachments.filter(({ name }) => !metafileName.test(name)),
  };
}

function described(node: OfficeContentNode): OfficeContentNode {
  if (node.type === 'image' && metafileName.test(node.metadata?.attachmentName ?? '')) {
    return { type: 'text', text: `[${node.metadata?.altText || 'Picture'}]` };
  }
  const same = { ...node };
  if (node.children !== undefined) same.children = node.children.map(described);
  if (node.notes !== undefined) same.notes = node.notes.map(described);
  return same;
}

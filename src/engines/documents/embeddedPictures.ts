import { randomUUID } from 'node:crypto';
import type { OfficeAttachment, OfficeContentNode, OfficeParserAST } from 'officeparser';

const dataUri = /data:image\/(png|jpeg|gif|webp|svg\+xml|bmp|avif|tiff);base64,([A-Za-z0-9+/]+={0,2})/gi;
/** The maximum number of characters in an `<img>` tag before a picture's data. With more, the data isn't replaced. */
const maxTagLength = 1000;

/**
 * Markdown in which names replace the Base64 data of pictures in HTML elements, because officeparser only reads short
 * elements.
 */
interface MarkdownWithNames {
  readonly text: string;
  readonly pictures: ReadonlyMap<string, OfficeAttachment>;
}

export function withoutPictureData(markdown: string): MarkdownWithNames {
  const pictures = new Map<string, OfficeAttachment>();
  const id = randomUUID();
  const text = markdown.replaceAll(dataUri, (uri, type: string, data: string, at: number) => {
    const before = markdown.slice(Math.max(0, at - maxTagLength), at);
    const tag = before.slice(before.lastIndexOf('<'));
    if (!/^<img\s/i.test(tag) || tag.includes('>')) return uri;
    const extension = type.toLowerCase().replace('jpeg', 'jpg').replace('svg+xml', 'svg');
    const name = `${id}-${pictures.size + 1}.${extension}`;
    // officeparser itself assigns other media types than its types declare.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const mimeType = `image/${type.toLowerCase()}` as OfficeAttachment['mimeType'];
    pictures.set(name, { type: 'image', name, extension, mimeType, data });
    return name;
  });
  return { text, pictures };
}

/** Puts the data of pictures back into a document, including places where the data was part of the text. */
export function withPictureData(
  tree: OfficeParserAST,
  pictures: MarkdownWithNames['pictures'],
): OfficeParserAST {
  if (pictures.size === 0) return tree;
  const shown = new Set<OfficeAttachment>();
  const restored = (text: string): string => {
    if (!text.includes('.')) return text;
    return text.replaceAll(/[\da-f]{8}-[\da-f-]{27}-\d+\.\w+/g, (name) => {
      const found = pictures.get(name);
      return found === undefined ? name : `data:${found.mimeType};base64,${found.data}`;
    });
  };
  const changed = (node: OfficeContentNode): OfficeContentNode => {
    const same = withInnerNodes(node, changed);
    if (node.text !== undefined) same.text = restored(node.text);
    if (same.type !== 'image') return same;
    const found = pictures.get(same.metadata?.url ?? '');
    if (found === undefined) return same;
    shown.add(found);
    const { url: _, ...metadata } = same.metadata ?? {};
    return Object.assign(same, { metadata: { ...metadata, attachmentName: found.name } });
  };
  const content = tree.content.map(changed);
  return { ...tree, content, attachments: [...tree.attachments, ...shown] };
}

const metafileName = /\.[ew]mf$/i;

/** Replaces Windows metafiles, which no target shows, by their descriptions. */
export function withoutMetafiles(tree: OfficeParserAST): OfficeParserAST {
  if (!tree.attachments.some(({ name }) => metafileName.test(name))) return tree;
  const described = (node: OfficeContentNode): OfficeContentNode =>
    node.type === 'image' && metafileName.test(node.metadata?.attachmentName ?? '')
      ? { type: 'text', text: `[${node.metadata?.altText || 'Picture'}]` }
      : withInnerNodes(node, described);
  return {
    ...tree,
    content: tree.content.map(described),
    attachments: tree.attachments.filter(({ name }) => !metafileName.test(name)),
  };
}

/** Returns a copy of a node whose children and notes are changed. */
function withInnerNodes(
  node: OfficeContentNode,
  change: (inner: OfficeContentNode) => OfficeContentNode,
): OfficeContentNode {
  const same = { ...node };
  if (node.children !== undefined) same.children = node.children.map(change);
  if (node.notes !== undefined) same.notes = node.notes.map(change);
  return same;
}

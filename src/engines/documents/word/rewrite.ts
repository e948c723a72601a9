import { own } from '../../../util/own.ts';
import { isConversionError } from '../../api/conversionError.ts';
import { type XmlElement, childrenOf, parseElement, withUsualPrefixes, writeElement } from '../xmlTree.ts';
import { ListCounter, WordNumbering } from './numbering.ts';
import { type Named, PartRewriter } from './part.ts';
import { WordStyles } from './styles.ts';

/** The files with a Word document's text. */
export const textParts = /^word\/(?:document|footnotes|endnotes|header|footer)\d*\.xml$/;

/** Rewrites the parts of a Word document for officeparser. */
export function rewrittenParts(parts: ReadonlyMap<string, string>, named: Named): Map<string, string> {
  const part = (name: string): XmlElement | undefined => parsed(parts.get(name));
  const styleRoot = part('word/styles.xml');
  const styles = new WordStyles(styleRoot);
  const numbering = new WordNumbering(part('word/numbering.xml'), styles);
  const rewritten = new Map<string, string>();
  for (const [name, xml] of parts) {
    const root = textParts.test(name) ? parsed(xml) : undefined;
    if (root === undefined) continue;
    const addresses = addressesIn(part(name.replace(/^word\/(.+)$/, 'word/_rels/$1.rels')));
    const rewriter = new PartRewriter(styles, new ListCounter(numbering), addresses, named);
    rewritten.set(name, writeElement(rewriter.rewrite(root)));
  }
  if (styleRoot !== undefined)
    rewritten.set('word/styles.xml', writeElement(withReadableIds(styleRoot, styles)));
  return rewritten;
}

/** Parses XML. Returns undefined for invalid XML, which officeparser reports. */
function parsed(xml: string | undefined): XmlElement | undefined {
  try {
    return xml === undefined ? undefined : withUsualPrefixes(parseElement(xml));
  } catch (error) {
    if (isConversionError(error)) throw error;
    return undefined;
  }
}

function addressesIn(root: XmlElement | undefined): Map<string, string> {
  const links = childrenOf(root, 'Relationship').filter(({ attributes }) =>
    (own(attributes, 'Type') ?? '').endsWith('/hyperlink'),
  );
  return new Map(
    links.map(({ attributes }) => [own(attributes, 'Id') ?? '', own(attributes, 'Target') ?? '']),
  );
}

function withReadableIds(root: XmlElement, styles: WordStyles): XmlElement {
  const children = root.children.map((child) => {
    if (typeof child === 'string' || child.name !== 'w:style') return child;
    const id = own(child.attributes, 'w:styleId');
    const isOfParagraphs = own(child.attributes, 'w:type') === 'paragraph';
    if (id === undefined || !isOfParagraphs) return child;
    return { ...child, attributes: { ...child.attributes, 'w:styleId': styles.readableId(id) } };
  });
  return { ...root, children };
}

import path from 'node:path';
import { attributeOf } from '../openDocument/styles.ts';
import { texOf } from '../word/officeMathReader.ts';
import {
  childOf,
  childrenOf,
  element,
  elementsOf,
  parseElement,
  writeElement,
  type XmlElement,
} from '../xmlTree.ts';
import { textsIn, ZippedFiles, zipped } from '../zippedFiles.ts';
import { texMark } from './nodes.ts';

const readParts = /^ppt\/(?:slides|notesSlides|slideLayouts|slideMasters)\/(?:_rels\/)?\w+\.xml(?:\.rels)?$/;
const slideName = /^ppt\/(?:slides|notesSlides)\/\w+\.xml$/;
const bullets: ReadonlySet<string> = new Set(['a:buNone', 'a:buChar', 'a:buAutoNum', 'a:buBlip']);
/** Placeholders whose text isn't in the style of a slide's body. */
const otherKinds: ReadonlySet<string> = new Set(['title', 'ctrTitle', 'dt', 'ftr', 'sldNum', 'hdr']);

/**
 * Rewrites the slides of a PowerPoint presentation so that officeparser reads all of them. It only reads the bullets of
 * paragraphs, so they get those that they inherit from layouts and masters. Formulas get their TeX, behind
 * {@link texMark}, since officeparser writes commands and letters without spaces.
 */
export function readableSlides(presentation: Buffer): Buffer {
  const parts = textsIn(presentation, (name) => readParts.test(name));
  const roots = new Map<string, XmlElement | undefined>();
  const part = (name: string): XmlElement | undefined => {
    if (!roots.has(name)) roots.set(name, parsed(parts.get(name)));
    return roots.get(name);
  };
  const related = (name: string, folder: string): string => {
    const { dir, base } = path.posix.parse(name);
    const targets = childrenOf(part(`${dir}/_rels/${base}.rels`), 'Relationship').map((each) =>
      path.posix.join(dir, attributeOf(each, 'Target') ?? ''),
    );
    return targets.find((target) => target.startsWith(`ppt/${folder}/`)) ?? '';
  };
  const slides = new Map<string, string>();
  for (const name of [...parts.keys()].filter((each) => slideName.test(each))) {
    const slide = part(name);
    if (slide === undefined) continue;
    const layout = related(name, 'slideLayouts');
    const master = part(related(layout, 'slideMasters'));
    addBullets(slide, shapesOf(part(layout)), shapesOf(master), childOf(master, 'p:txStyles', 'p:bodyStyle'));
    writeTex(slide);
    slides.set(name, writeElement(slide));
  }
  if (slides.size === 0) return presentation;
  const files = new ZippedFiles(presentation);
  return zipped(files.names.map((name) => [name, slides.get(name) ?? files.read(name) ?? '']));
}

/** Parses XML. Returns undefined for invalid XML, which officeparser reports. */
function parsed(xml: string | undefined): XmlElement | undefined {
  try {
    return xml === undefined ? undefined : parseElement(xml);
  } catch {
    return undefined;
  }
}

function addBullets(
  slide: XmlElement,
  inLayout: readonly XmlElement[],
  inMaster: readonly XmlElement[],
  bodyStyle: XmlElement | undefined,
): void {
  for (const shape of shapesOf(slide)) {
    const place = placeholderOf(shape);
    if (place === undefined || otherKinds.has(attributeOf(place, 'type') ?? '')) continue;
    const index = attributeOf(place, 'idx');
    const isSameKind = (each: XmlElement): boolean => kindOf(placeholderOf(each)) === kindOf(place);
    const isSamePlace = (each: XmlElement): boolean => attributeOf(placeholderOf(each), 'idx') === index;
    const layout = inLayout.find(index === undefined ? isSameKind : isSamePlace);
    const styles = [shape, layout, inMaster.find(isSameKind)].map((each) =>
      childOf(each, 'p:txBody', 'a:lstStyle'),
    );
    for (const paragraph of childrenOf(childOf(shape, 'p:txBody'), 'a:p')) {
      let properties = childOf(paragraph, 'a:pPr');
      if (childrenOf(paragraph, 'a:r').length === 0 || bulletIn(properties) !== undefined) continue;
      const level = `a:lvl${Number(attributeOf(properties, 'lvl') ?? 0) + 1}pPr`;
      const bullet = [...styles, bodyStyle].map((style) => bulletIn(childOf(style, level))).find(Boolean);
      if (bullet === undefined) continue;
      if (properties === undefined) {
        properties = { name: 'a:pPr', attributes: {}, children: [] };
        paragraph.children.unshift(properties);
      }
      properties.children.push(bullet);
    }
  }
}

function writeTex(node: XmlElement): void {
  if (node.name === 'm:oMath') {
    const hex = Buffer.from(texOf(node, false)).toString('hex');
    node.children = [element('m:r', {}, [element('m:t', {}, [texMark + hex])])];
  } else for (const child of elementsOf(node)) writeTex(child);
}

/** Returns the shapes on a slide, also those in groups. */
function shapesOf(root: XmlElement | undefined): readonly XmlElement[] {
  const inTree = (tree: XmlElement | undefined): XmlElement[] =>
    (tree === undefined ? [] : elementsOf(tree)).flatMap((each) =>
      each.name === 'p:grpSp' ? inTree(each) : each.name === 'p:sp' ? [each] : [],
    );
  return inTree(childOf(root, 'p:cSld', 'p:spTree'));
}

function placeholderOf(shape: XmlElement): XmlElement | undefined {
  return childOf(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph');
}

/** Returns the kind of a placeholder. Those without one contain text like a body. */
function kindOf(place: XmlElement | undefined): string | undefined {
  return place && (attributeOf(place, 'type') ?? 'body');
}

function bulletIn(properties: XmlElement | undefined): XmlElement | undefined {
  return properties && elementsOf(properties).find(({ name }) => bullets.has(name));
}

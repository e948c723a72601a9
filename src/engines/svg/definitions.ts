import type { CustomPlugin, XastChild, XastElement, XastParent, XastRoot } from 'svgo';
import { ownValue } from '../../util/ownValue.ts';

const gradients = new Set(['linearGradient', 'radialGradient']);
const unaimed = new Set(['stop', 'defs']);
const editors = ['xmlns:inkscape', 'xmlns:sodipodi'];
const linkNames = ['xlink:href', 'href'];

/**
 * Cleans up Inkscape's definitions: removes unused gradients, merges a gradient into the only other one that uses its
 * stops, and removes generated IDs of stops and definition lists. Keeps the IDs of shapes and those that people chose,
 * because external scripts and style sheets may use them.
 */
export function tidyDefinitions(svg: string): CustomPlugin {
  return { name: 'tidyDefinitions', fn: (root) => void (isTidyable(root, svg) && tidy(root, svg)) };
}

/**
 * True for a file from Inkscape without style sheets and scripts, because these could refer to elements by type or by
 * computed ID.
 */
function isTidyable(root: XastRoot, svg: string): boolean {
  const top = elementsOf(root).find(({ name }) => name === 'svg');
  const isByEditor = top !== undefined && editors.some((name) => Object.hasOwn(top.attributes, name));
  return isByEditor && !/<!ENTITY|<(?:\w+:)?(?:style|script)\b/i.test(svg);
}

function tidy(root: XastRoot, svg: string): void {
  const uses = new Map<string, number>();
  for (const [word] of svg.matchAll(/[A-Za-z][\w-]*/g)) uses.set(word, (uses.get(word) ?? 0) + 1);
  const isUsed = (element: XastElement, times: number): boolean =>
    !isNumbered(element) || (uses.get(element.attributes['id'] ?? '') ?? 0) > times;
  for (const defs of descendants(root).filter(({ name }) => name === 'defs')) {
    const drop = (gradient: XastElement): void => {
      defs.children = defs.children.filter((each) => each !== gradient);
      const { target = '' } = linkOf(gradient) ?? {};
      uses.set(target, (uses.get(target) ?? 0) - 1);
    };
    // Go backwards, because gradients come before those that link to them.
    for (const gradient of elementsOf(defs).filter(isGradient).toReversed()) {
      if (!isUsed(gradient, 1)) drop(gradient);
    }
    for (const gradient of elementsOf(defs).filter(isGradient)) {
      const link = linkOf(gradient);
      const linked = elementsOf(defs).find(({ attributes }) => attributes['id'] === link?.target);
      if (!link || !linked || !isGradient(linked) || isUsed(linked, 2) || !holdsOnlyStops(linked)) continue;
      if (elementsOf(gradient).length > 0) continue;
      gradient.children = linked.children;
      const others = Object.entries(gradient.attributes).filter(([name]) => name !== link.attribute);
      gradient.attributes = Object.fromEntries(others);
      drop(linked);
    }
  }
  for (const element of descendants(root).filter(({ name }) => unaimed.has(name))) {
    if (!isUsed(element, 1)) delete element.attributes['id'];
    if (element.name === 'stop') dropOpacity(element);
  }
}

/** True if the element has an ID that Inkscape generated. */
function isNumbered({ name, attributes }: XastElement): boolean {
  const { id } = attributes;
  return id !== undefined && id.startsWith(name) && /^\d+(?:-\d+)*$/.test(id.slice(name.length));
}

function isGradient({ name }: XastElement): boolean {
  return gradients.has(name);
}

/** Returns the attribute that links to another gradient for its stops, and that gradient's ID. */
function linkOf({ attributes }: XastElement): { attribute: string; target: string } | undefined {
  const [attribute, more] = linkNames.filter((name) => Object.hasOwn(attributes, name));
  if (attribute === undefined || more !== undefined) return undefined;
  return { attribute, target: ownValue(attributes, attribute)?.replace(/^#/, '') ?? '' };
}

function holdsOnlyStops({ attributes }: XastElement): boolean {
  return Object.keys(attributes).every((name) => name === 'id' || /^(?:inkscape|sodipodi|osb):/.test(name));
}

/** Removes `stop-opacity: 1`, which is the default. */
function dropOpacity({ attributes }: XastElement): void {
  const { style } = attributes;
  if (style === undefined || 'stop-opacity' in attributes) return;
  const kept = style.split(';').filter((each) => !/^\s*stop-opacity\s*:\s*1(?:\.0*)?\s*$/.test(each));
  attributes['style'] = kept.join(';');
}

function elementsOf({ children }: XastParent): XastElement[] {
  return children.filter((child: XastChild) => child.type === 'element');
}

function descendants(parent: XastParent): XastElement[] {
  return elementsOf(parent).flatMap((child) => [child, ...descendants(child)]);
}

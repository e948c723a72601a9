import path from 'node:path';
import { own } from '../../util/own.ts';
import { escapeMarkup } from '../lib/escapeMarkup.ts';
import { type XmlElement, parseElement } from './xmlTree.ts';

/** Elements whose content isn't drawn where it is. */
const undrawn: ReadonlySet<string> = new Set(['defs', 'metadata', 'style', 'script', 'symbol']);
const moving = ['x', 'y', 'dx', 'dy'] as const;

/** Returns an XHTML page with the text of an SVG drawing, or else with its title, or its file name in brackets. */
export function pageOfDrawing(svg: string, fileName: string): string {
  const root = parseElement(svg);
  const texts = textsIn(root, 'text');
  const named = texts.length > 0 ? texts : [...textsIn(root, 'title'), ...textsIn(root, 'desc')];
  const shown = named.length > 0 ? named : [`[${path.posix.basename(fileName)}]`];
  const paragraphs = shown.map((text) => `<p>${escapeMarkup(text)}</p>`).join('');
  return `<html xmlns="http://www.w3.org/1999/xhtml"><body>${paragraphs}</body></html>`;
}

function textsIn(element: XmlElement, wanted: string): string[] {
  const name = element.name.replace(/^.*:/, '');
  if (undrawn.has(name)) return [];
  if (name === wanted) return [textOf(element).replaceAll(/\s+/g, ' ').trim()].filter((text) => text !== '');
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : textsIn(child, wanted)));
}

/** Returns all text in an element, with a space before each part that has its own position. */
function textOf({ children }: XmlElement): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child;
      return (moving.some((side) => own(child.attributes, side) !== undefined) ? ' ' : '') + textOf(child);
    })
    .join('');
}

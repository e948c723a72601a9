import type { PictureSize } from '../snippets.ts';
import { elementsOf } from './elements.ts';

/**
 * The size at which an SVG is displayed: its width and height in pixels, else the size of its view box; `undefined` if
 * it has neither.
 */
export function drawingSize(svg: string): PictureSize | undefined {
  const root = elementsOf(svg).find(({ name }) => name === 'svg');
  const valueOf = (name: string): string => {
    const found = root?.attributes.find((attribute) => attribute.name === name);
    return found === undefined ? '' : svg.slice(found.start, found.end).trim();
  };
  const [width, height] = [pixels(valueOf('width')), pixels(valueOf('height'))];
  if (width !== undefined && height !== undefined) return { width, height };
  const [, , boxWidth = '', boxHeight = ''] = valueOf('viewBox').split(/[\s,]+/);
  const box = { width: pixels(boxWidth), height: pixels(boxHeight) };
  return box.width === undefined || box.height === undefined
    ? undefined
    : { width: box.width, height: box.height };
}

/** Parses a length in pixels. Ignores other units, because their size depends on the screen. */
function pixels(value: string): number | undefined {
  const number = /^\d+(?:\.\d+)?(?:px)?$/.test(value) ? Math.round(Number.parseFloat(value)) : 0;
  return number > 0 ? number : undefined;
}

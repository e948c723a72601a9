import { type Fault, fault } from '../../../contract/faults/fault.ts';

/** Elements with visible content that librsvg silently ignores. */
const undrawn = /<(?:[\w.-]+:)?(altGlyph|flowRoot|foreignObject|textPath|tref)[\s/>]/;
/** A `switch` element contains an alternative to an element that isn't supported. */
const alternative = /<(?:[\w.-]+:)?switch[\s>]/;

/** Returns the reason why librsvg would leave out a part of an SVG, or `undefined` if it draws everything. */
export function unsupportedSvgReason(svg: string): Fault | undefined {
  const element = undrawn.exec(svg)?.[1];
  const isReplaced = element === 'foreignObject' && alternative.test(svg);
  return element === undefined || isReplaced ? undefined : fault('svg.elements', element);
}

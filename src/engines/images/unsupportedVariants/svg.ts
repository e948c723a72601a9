import { type Fault, fault } from '../../../contract/faults/fault.ts';

/** Elements with something to see in them that librsvg leaves out without a word. */
const undrawn = /<(?:[\w.-]+:)?(altGlyph|flowRoot|foreignObject|textPath|tref)[\s/>]/;
/** Has something else to draw in place of what is not drawn. */
const alternative = /<(?:[\w.-]+:)?switch[\s>]/;

/** What a drawing is where librsvg would leave a part of it out; `undefined` for all others. */
export function unreadSvgKind(svg: string): Fault | undefined {
  const element = undrawn.exec(svg)?.[1];
  const isReplaced = element === 'foreignObject' && alternative.test(svg);
  return element === undefined || isReplaced ? undefined : fault('svg.elements', element);
}

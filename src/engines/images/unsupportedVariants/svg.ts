import { Parser } from 'htmlparser2';
import { type Fault, fault } from '../../../contract/faults/fault.ts';

/** Elements with visible content that librsvg silently ignores. */
const undrawn: ReadonlySet<string> = new Set(['altGlyph', 'flowRoot', 'foreignObject', 'textPath', 'tref']);
const mention = /altGlyph|flowRoot|foreignObject|textPath|tref/;

/** Returns the reason why librsvg would leave out a part of an SVG, or `undefined` if it draws everything. */
export function unsupportedSvgReason(svg: string): Fault | undefined {
  if (!mention.test(svg)) return undefined;
  let found: string | undefined;
  let switches = 0;
  const parser = new Parser(
    {
      onopentag: (name) => {
        const element = localName(name);
        if (element === 'switch') switches += 1;
        // A `switch` element contains an alternative.
        const isReplaced = element === 'foreignObject' && switches > 0;
        if (undrawn.has(element) && !isReplaced) found ??= element;
      },
      onclosetag: (name) => {
        if (localName(name) === 'switch') switches -= 1;
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(svg);
  return found === undefined ? undefined : fault('svg.elements', found);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

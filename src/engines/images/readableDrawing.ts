import sharp from 'sharp';
import { Parser } from 'htmlparser2';
import { type Fault, fault } from '../../contract/fault.ts';
import { throwFault } from '../api/conversionError.ts';
import { withReadableStyles } from './readableStyles.ts';
import { maxPixels, tooManyPixels } from './content.ts';

const embedded = /data:image\/([a-z-]+);base64,([\w+/=\s]+)/gi;
const headCharacters = 64;
/** The pictures that librsvg draws, by their beginnings and the types that it expects. */
const drawn: readonly (readonly [start: string, types: readonly string[]])[] = [
  ['\u0089PNG', ['png']],
  ['\u00ff\u00d8\u00ff', ['jpeg', 'jpg']],
];

/**
 * Prepares an SVG for librsvg, which lacks some newer CSS and formats of embedded pictures.
 * @throws ConversionError `conversion.unsupported_kind` or `conversion.limit_exceeded`
 */
export async function readableDrawing(svg: Buffer): Promise<Buffer> {
  const text = svg.toString();
  throwFault(unsupportedSvgReason(text));
  const plain = await withDrawablePictures(withReadableStyles(text));
  return plain === text ? svg : Buffer.from(plain);
}

/**
 * Replaces embedded pictures that browsers show but librsvg doesn't, such as WebP or a JPEG declared as PNG, with PNGs.
 * Leaves unreadable pictures unchanged, because browsers don't show them either.
 * @throws ConversionError `conversion.limit_exceeded`
 */
export async function withDrawablePictures(svg: string): Promise<string> {
  let [written, at, pixels] = ['', 0, 0];
  for (const { index, 0: address, 1: type = '', 2: content = '' } of svg.matchAll(embedded)) {
    const head = Buffer.from(content.slice(0, headCharacters), 'base64').toString('latin1');
    if (drawn.some(([start, types]) => head.startsWith(start) && types.includes(type.toLowerCase())))
      continue;
    const picture = Buffer.from(content, 'base64');
    const { width, height } = await sharp(picture)
      .metadata()
      .catch(() => ({ width: 0, height: 0 }));
    pixels += width * height;
    if (pixels > maxPixels) throw tooManyPixels();
    const png = await sharp(picture)
      .png()
      .toBuffer()
      .catch(() => undefined);
    if (png === undefined) continue;
    written += `${svg.slice(at, index)}data:image/png;base64,${png.toString('base64')}`;
    at = index + address.length;
  }
  return written + svg.slice(at);
}

/** Elements with visible content that librsvg silently ignores. */
const undrawn: ReadonlySet<string> = new Set(['altGlyph', 'flowRoot', 'foreignObject', 'textPath', 'tref']);
const mention = /altGlyph|flowRoot|foreignObject|textPath|tref/;

/** Returns the reason why librsvg would leave out a part of an SVG, or `undefined` if it draws everything. */
function unsupportedSvgReason(svg: string): Fault | undefined {
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

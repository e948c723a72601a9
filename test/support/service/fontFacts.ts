import { debianPython } from '../debianPython.ts';
import { withFile } from './lentFiles.ts';
import { printedText } from './program.ts';

/** A font as fonttools sees it. */
interface FontFacts {
  readonly flavor: string | null;
  readonly glyphs: readonly string[];
  /** Characters, in hexadecimal. */
  readonly characters: readonly string[];
  readonly names: readonly string[];
  /** A digest of the points, contours, and instructions of all glyphs. */
  readonly outlines: string;
  /** The glyphs whose contours are declared to overlap. */
  readonly overlaps: readonly string[];
  readonly axes: readonly string[];
  /** Digests of the tables that containers keep in order: layout, kerning, hinting, metrics … */
  readonly tables: Readonly<Record<string, string>>;
}

const program = `
import hashlib, io, json, struct, sys
from fontTools.ttLib import TTFont
from fontTools.pens.recordingPen import RecordingPen
data = open(sys.argv[1], 'rb').read()
if data[34:36] == b'LP': data = data[-struct.unpack('<I', data[4:8])[0]:]
font = TTFont(io.BytesIO(data))
digest = lambda bytes: hashlib.sha256(bytes).hexdigest()
glyphs, drawn = font.getGlyphSet(), []
for name in font.getGlyphOrder():
    pen = RecordingPen(); glyphs[name].draw(pen)
    code = font['glyf'][name].program.getBytecode() if 'glyf' in font and hasattr(font['glyf'][name], 'program') else b''
    drawn.append((name, pen.value, bytes(code).hex()))
overlaps = [name for name in font.getGlyphOrder() if 'glyf' in font and font['glyf'][name].numberOfContours > 0 and font['glyf'][name].flags[0] & 0x40]
rearranged = {'GlyphOrder', 'glyf', 'loca', 'head', 'DSIG'}
print(json.dumps({
    'flavor': font.flavor,
    'glyphs': font.getGlyphOrder(),
    'characters': ['%x' % each for each in sorted(font.getBestCmap())],
    'names': sorted('%d %d %d %s' % (n.platformID, n.langID, n.nameID, n.toUnicode()) for n in font['name'].names),
    'outlines': digest(repr(drawn).encode()),
    'overlaps': overlaps,
    'axes': ['%s %g %g %g' % (a.axisTag, a.minValue, a.defaultValue, a.maxValue) for a in font['fvar'].axes] if 'fvar' in font else [],
    'tables': {tag: digest(font.reader[tag]) for tag in sorted(font.reader.keys()) if tag not in rearranged},
}))`;

export async function fontFacts(font: Buffer): Promise<FontFacts> {
  return withFile(font, 'font', async (file) =>
    JSON.parse(await printedText(debianPython, ['-c', program, file])),
  );
}

/** The code pages of the character sets of fonts (RTF 1.9.1, Font Table). */
const codePages: ReadonlyMap<number, number> = new Map([
  [77, 10_000],
  [128, 932],
  [129, 949],
  [130, 1361],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
]);

/** Returns the code page of a font's character set, or that of the document. */
export function codePageOf(charset: number | undefined, codePage: number): number {
  return codePages.get(charset ?? 0) ?? codePage;
}

const labels: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10_000, 'macintosh'],
  [20_866, 'koi8-r'],
  [65_001, 'utf-8'],
]);
const decoders = new Map<string, (bytes: string) => string>();

/** Returns a function that decodes text in a code page from bytes, each of which is a character of Latin-1. */
export function decoderOf(codePage: number): (bytes: string) => string {
  const isWindows = codePage >= 1250 && codePage <= 1258;
  const label = labels.get(codePage) ?? `windows-${isWindows ? codePage : 1252}`;
  const known = decoders.get(label);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(label);
  const decode = (bytes: string): string =>
    /[\u0080-\u00FF]/.test(bytes) ? decoder.decode(Buffer.from(bytes, 'latin1')) : bytes;
  decoders.set(label, decode);
  return decode;
}

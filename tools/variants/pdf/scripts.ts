import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inFolder } from '../../../test/support/service/lentFiles.ts';
import { macOnly } from '../../../test/support/macOnlyFont.ts';
import { pageOf } from '../../../test/support/service/pdfBuilder.ts';
import type { Variant } from '../variant.ts';
import { fileIn, written } from '../written.ts';
import { built, sourceDecoderName, stream } from './built.ts';

const exec = promisify(execFile);

/** Paragraphs, each with its direction. Other readers often output such text in the wrong order. */
const paragraphs = [
  ['rtl', 'שלום עולם, זה טקסט בעברית עם 123 מספרים ו־English words בתוכו (סוגריים).'],
  ['rtl', 'مرحبا بالعالم، هذا نص باللغة العربية مع أرقام 123 و English كلمات (أقواس).'],
  ['rtl', 'لا إله إلا الله، السّيّدة عذراً ماذا إشترى.'],
  ['ltr', 'An English line with עברית inside and العربية too.'],
  ['ltr', '你好世界，这是中文。日本語のテキスト、カタカナ。한국어 텍스트.'],
  ['ltr', 'office file fluff difficult – “quotes” x² end'],
] as const;

/** The PDF that LibreOffice writes once for all variants that rewrite it. */
let printed: Promise<Buffer> | undefined;

async function byLibreOffice(): Promise<Buffer> {
  return inFolder(async (folder) => {
    const source = path.join(folder, 'a.html');
    const body = paragraphs.map(([direction, text]) => `<p dir="${direction}">${text}</p>`).join('');
    await writeFile(source, `<meta charset="utf-8">${body}`);
    const profile = `-env:UserInstallation=file://${folder}/profile`;
    const format = ['--infilter=HTML (StarWriter)', '--convert-to', 'pdf:writer_pdf_Export'];
    await exec('soffice', ['--headless', profile, ...format, '--outdir', folder, source]);
    return readFile(path.join(folder, 'a.pdf'));
  });
}

/** A variant with the same text. If `write` is given, a program rewrites LibreOffice's output. */
function scripts(
  writer: string,
  write?: (source: string, file: string) => readonly [string, readonly string[]],
): Variant {
  const what = {
    name: `text in every direction, by ${writer}`,
    format: 'pdf',
    decoders: [sourceDecoderName],
  };
  return {
    ...what,
    make: async (folder) => {
      const file = fileIn(folder, what);
      printed ??= byLibreOffice();
      const source = `${file}.source`;
      await writeFile(write ? source : file, await printed);
      if (write) {
        const [program, options] = write(source, file);
        await exec(program, [...options]);
      }
      await writeFile(`${file}.txt`, paragraphs.map(([, text]) => text).join('\n'));
      return file;
    },
  };
}

/** Predefined character maps, with a text in their encoding. No font is embedded. */
const characterMaps = [
  ['UniGB-UCS2-H', 'GB1', '4f60597d4e16754c', '你好世界'],
  ['GBK-EUC-H', 'GB1', 'c4e3bac3cac0bde7', '你好世界'],
  ['UniJIS-UCS2-H', 'Japan1', '65e5672c8a9e30c6', '日本語テ'],
  ['90ms-RKSJ-H', 'Japan1', '93fa967b8cea8365', '日本語テ'],
  ['90ms-RKSJ-V', 'Japan1', '93fa967b8cea8365', '日本語テ'],
  ['EUC-H', 'Japan1', 'c6fccbdcb8eca5c6', '日本語テ'],
  ['UniJIS-UTF16-V', 'Japan1', '65e5672c8a9e30c6', '日本語テ'],
  ['Identity-H', 'Japan1', '0e8a0e8b0e8c', '本翻凡'],
  ['Identity-V', 'Japan1', '0e8a0e8b0e8c', '本翻凡'],
  ['KSCms-UHC-H', 'Korea1', 'c7d1b1b9beee', '한국어'],
  ['UniKS-UCS2-H', 'Korea1', 'd55cad6dc5b4', '한국어'],
  ['ETen-B5-H', 'CNS1', 'a4a4a4e5a540acc9', '中文世界'],
  ['UniCNS-UTF16-H', 'CNS1', '4e2d65874e16754c', '中文世界'],
  ['UniJIS-UTF16-H', 'Japan1', '65e5d842dfb7672c', '日𠮷本'],
] as const;

function withCharacterMap(map: string, ordering: string, codes: string): Buffer {
  const system = `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`;
  return pageOf(`BT /F 20 Tf 100 150 Td <${codes}> Tj ET`, {
    page: '/Resources << /Font << /F 5 0 R >> >>',
    extra: [
      `<< /Type /Font /Subtype /Type0 /BaseFont /Some-${map} /Encoding /${map} /DescendantFonts [6 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Some ${system} /DW 1000 /FontDescriptor 7 0 R >>`,
      '<< /Type /FontDescriptor /FontName /Some /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >>',
    ],
  });
}

/** A font whose codes are UTF-8 letters of up to three bytes, declared in a table as libHaru does it. */
function withUtf8(text: string): Buffer {
  const lengths = '<00> <7F> <C280> <DFBF> <E0A080> <EFBFBF>';
  const blocks = [
    ['<00> <7F>', 0],
    ['<C2A0> <C2BF>', 0xa0],
    ['<D080> <D0BF>', 0x400],
    ['<D180> <D1BF>', 0x440],
    ['<E28280> <E282BF>', 0x2080],
  ] as const;
  const map = (kind: 'bf' | 'cid', target: (first: number) => string) =>
    stream(
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType ${kind === 'bf' ? 2 : 1} def
3 begincodespacerange ${lengths} endcodespacerange
${blocks.length} begin${kind}range
${blocks.map(([codes, first]) => `${codes} ${target(first)}`).join('\n')}
end${kind}range endcmap end end`,
      kind === 'bf' ? '' : `/Type /CMap /CMapName /Own ${systemInfo}`,
    );
  return pageOf(`BT /F 20 Tf 20 150 Td <${Buffer.from(text).toString('hex')}> Tj ET`, {
    page: '/Resources << /Font << /F 5 0 R >> >>',
    extra: [
      '<< /Type /Font /Subtype /Type0 /BaseFont /Some /Encoding 8 0 R /ToUnicode 9 0 R /DescendantFonts [6 0 R] >>',
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Some ${systemInfo} /DW 500 /FontDescriptor 7 0 R >>`,
      '<< /Type /FontDescriptor /FontName /Some /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >>',
      map('cid', String),
      map('bf', hex),
    ],
  });
}

/** A font whose letters are only identified by glyph names. */
function withGlyphNames(differences: string, codes: string): Buffer {
  const font = `/Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences [${differences}] >>`;
  return pageOf(`BT /F 20 Tf 20 100 Td <${codes}> Tj ET`, {
    page: `/Resources << /Font << /F << ${font} >> >> >>`,
  });
}

/** A font with Windows codes, but only a Macintosh table. */
async function withMacTable(codes: string): Promise<Buffer> {
  const font = macOnly(
    await readFile(fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf'))),
  );
  return pageOf(`BT /F 20 Tf 20 100 Td <${codes}> Tj ET`, {
    page: '/Resources << /Font << /F 5 0 R >> >>',
    extra: [
      '<< /Type /Font /Subtype /TrueType /BaseFont /Some /Encoding /WinAnsiEncoding /FontDescriptor 6 0 R >>',
      '<< /Type /FontDescriptor /FontName /Some /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 /FontFile2 7 0 R >>',
      { dictionary: `/Length1 ${font.length}`, stream: font },
    ],
  });
}

const hex = (value: number): string => `<${value.toString(16).padStart(4, '0')}>`;
const systemInfo = '/CIDSystemInfo << /Registry (Own) /Ordering (Own) /Supplement 0 >>';
const inUtf8 = 'Лист № 1, 5 €';

export const scriptVariants: readonly Variant[] = [
  scripts('LibreOffice'),
  scripts('cairo', (source, file) => ['pdftocairo', ['-pdf', source, file]]),
  scripts('qpdf', (source, file) => ['qpdf', ['--object-streams=generate', source, file]]),
  ...characterMaps.map(([map, ordering, codes, text]) =>
    built(`characters by ${map} of ${ordering}`, () => withCharacterMap(map, ordering, codes), text),
  ),
  built('codes in UTF-8', () => withUtf8(inUtf8), inUtf8),
  built('Windows codes in a Macintosh font', async () => withMacTable('416c6c67e475'), 'Allgäu'),
  built(
    'ligatures by the names of their glyphs',
    () => withGlyphNames('1 /f_f /T_h', '027374750165'),
    'Thstuffe',
  ),
  written({ name: 'a document by Ghostscript', format: 'pdf' }, 'gs', (file) => [
    '-q',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=pdfwrite',
    `-sOutputFile=${file}`,
    '-c',
    '/Times-Roman findfont 20 scalefont setfont 72 700 moveto (Written by PostScript) show showpage',
  ]),
];

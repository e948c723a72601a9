import { printed, withFile } from './scratch.ts';

/** Which program, other than those that write documents for us, reads the text of a format. */
type Reader = (file: string) => Promise<string>;

const by =
  (program: string, ...args: readonly string[]): Reader =>
  async (file) =>
    (
      await printed(
        program,
        args.map((arg) => (arg === '%' ? file : arg)),
      )
    ).toString();

/** Well-formed XML, its tags left out. */
const xml: Reader = async (file) => {
  await printed('xmllint', ['--noout', '--nonet', file]);
  return plain(await by('cat', '%')(file));
};

/** The XML files inside a zip. */
const zippedXml: Reader = async (file) => plain(await by('unzip', '-p', '%', '*.xml')(file));
const pandoc = (format: string): Reader =>
  by('pandoc', '--sandbox', '-f', format, '-t', 'plain', '--wrap=none', '%');
const gnumeric: Reader = by('ssconvert', '-T', 'Gnumeric_stf:stf_csv', '%', 'fd://1');
const raw: Reader = by('cat', '%');

/** LibreOffice wants a profile and a folder of its own. */
const libreOffice: Reader = async (file) => {
  const folder = `${file}.out`;
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const target = ['--convert-to', 'txt:Text (encoded):UTF8', '--outdir', folder];
  await printed('soffice', [profile, '--headless', ...target, file]);
  return raw(`${folder}/a.txt`);
};

/** What no other program reads is read back by the one that wrote it. */
const calibre: Reader = async (file) => {
  await printed('ebook-convert', [file, `${file}.txt`]);
  return raw(`${file}.txt`);
};

const mobi: Reader = async (file) => {
  await printed('mobitool', ['-s', '-o', `${file}.out`, file]).catch(async () => undefined);
  return plain(await by('sh', '-c', `cat "$0".out/*/*.html`, '%')(file));
};

function decimal(_: string, code: string): string {
  return String.fromCodePoint(Number(code));
}

function plain(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    '#10': '\n',
  };
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

const readers: Readonly<Record<string, Reader>> = {
  pdf: by('pdftotext', '%', '-'),
  ps: by('ps2ascii', '%'),
  docx: pandoc('docx'),
  dotx: pandoc('docx'),
  odt: pandoc('odt'),
  ott: pandoc('odt'),
  epub: pandoc('epub'),
  rtf: pandoc('rtf'),
  doc: by('catdoc', '-d', 'utf-8', '%'),
  ppt: by('catppt', '-d', 'utf-8', '%'),
  pps: by('catppt', '-d', 'utf-8', '%'),
  ...Object.fromEntries(
    ['fodt', 'fods', 'fodp', 'fodg', 'xhtml', 'dbk', 'jats', 'tei', 'icml', 'fb2', 'svg'].map((each) => [
      each,
      xml,
    ]),
  ),
  ...Object.fromEntries(
    ['pptx', 'ppsx', 'potx', 'odp', 'otp', 'odg', 'otg', 'ots'].map((each) => [each, zippedXml]),
  ),
  ...Object.fromEntries(['xlsx', 'xls', 'ods', 'xltx', 'dif', 'slk'].map((each) => [each, gnumeric])),
  html: by('xmllint', '--html', '--nowarning', '--nonet', '--xpath', 'string(/)', '%'),
  htmlz: async (file) => plain(await by('unzip', '-p', '%', 'index.html')(file)),
  txtz: by('unzip', '-p', '%', 'index.txt'),
  pmlz: by('unzip', '-p', '%', '*.pml'),
  mobi,
  azw3: mobi,
  ...Object.fromEntries(['lit', 'lrf', 'pdb', 'rb', 'snb', 'tcr'].map((each) => [each, calibre])),
  man: by('groff', '-k', '-Tutf8', '-P-cbou', '-man', '%'),
  ms: by('groff', '-k', '-Tutf8', '-P-cbou', '-ms', '%'),
  native: async (file) =>
    [...(await raw(file)).matchAll(/Str\s+"(.*?)"/g)]
      .map(([, word = '']) => word.replaceAll(/\\(\d+)(?:\\&)?/g, decimal))
      .join(' '),
};

/** The text of a document, as a program finds it that did not write it. */
export async function documentText(content: Buffer, format: string, writer: string): Promise<string> {
  return withFile(content, format, async (file) => {
    const reader = writer === 'pandoc' && format === 'rtf' ? libreOffice : (readers[format] ?? raw);
    return (await reader(file)).normalize('NFC').replaceAll(/\s+/g, ' ');
  });
}

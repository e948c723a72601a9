import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { pathToFileURL } from 'node:url';
import { findOnPath } from '../../../../test/support/command.ts';
import type { KnownDocument } from './generator.ts';

const run = promisify(execFile);

const allPrinters = ['ours', 'LibreOffice', 'Chromium', 'Chromium with tags', 'LaTeX'] as const;
type Printer = (typeof allPrinters)[number];

/** All printers but LaTeX, which isn't required, if it isn't installed. */
export function installedPrinters(): readonly Printer[] {
  return allPrinters.filter((printer) => printer !== 'LaTeX' || findOnPath('pdflatex') !== undefined);
}

interface PrintedDocument {
  readonly document: KnownDocument;
  readonly printer: Printer;
  readonly pdf: string;
}

type Print = (html: string, folder: string) => Promise<string>;

/** Prints documents to a folder with each of the printers that can print them. */
export async function printedDocuments(
  documents: readonly KnownDocument[],
  printers: readonly Printer[],
  folder: string,
  ours: Print,
): Promise<PrintedDocument[]> {
  const printed: PrintedDocument[] = [];
  const print: Record<Printer, Print> = {
    ours,
    LibreOffice: byLibreOffice,
    Chromium: async (html, to) => byChromium(html, to, ['--disable-pdf-tagging']),
    'Chromium with tags': async (html, to) => byChromium(html, to, []),
    LaTeX: byLatex,
  };
  for (const printer of printers) {
    const to = path.join(folder, printer.replaceAll(' ', '-'));
    await mkdir(to, { recursive: true });
    for (const document of documents) {
      if (document.needsChromium && !printer.startsWith('Chromium')) continue;
      // A tagged PDF keeps the order of the file, so it can't be reordered.
      if (document.isReordered && printer === 'Chromium with tags') continue;
      const html = path.join(to, `${document.name}.html`);
      await writeFile(html, document.page);
      printed.push({ document, printer, pdf: await print[printer](html, to) });
    }
  }
  return printed;
}

/** Prints with Chromium, which adds page numbers and titles of its own. */
async function byChromium(html: string, folder: string, flags: readonly string[]): Promise<string> {
  const chromium = findOnPath('chromium', 'chromium-browser', 'google-chrome') ?? 'chromium';
  const pdf = path.join(folder, `${path.parse(html).name}.pdf`);
  const profile = `--user-data-dir=${path.join(folder, 'profile')}`;
  const common = ['--headless', '--no-sandbox', '--disable-gpu', profile, `--print-to-pdf=${pdf}`];
  await run(chromium, [...common, ...flags, pathToFileURL(html).href]);
  await readFile(pdf);
  return pdf;
}

/** Prints a Word document made by Pandoc. */
async function byLibreOffice(html: string, folder: string): Promise<string> {
  const { name } = path.parse(html);
  const docx = path.join(folder, `${name}.docx`);
  await run('pandoc', ['--from', 'html', '--to', 'docx', '--output', docx, html]);
  const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
  await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, docx]);
  return path.join(folder, `${name}.pdf`);
}

/** Prints a LaTeX document made by Pandoc, which needs the packages of Debian's texlive-latex-extra and lmodern. */
async function byLatex(html: string, folder: string): Promise<string> {
  const pdf = path.join(folder, `${path.parse(html).name}.pdf`);
  await writeFile(html, withColumnWidths(await readFile(html, 'utf8')));
  const look = ['papersize=a4', 'geometry:margin=25mm'].flatMap((value) => ['--variable', value]);
  await run('pandoc', ['--from', 'html', '--pdf-engine', 'pdflatex', ...look, '--output', pdf, html]);
  return pdf;
}

/** Sets the widths of columns with texts, without which LaTeX would print them beyond the edge of the page. */
function withColumnWidths(html: string): string {
  return html.replaceAll(
    /(<table class="(?:lined|ruled|shaded)">)(<thead><tr>(?:<th>[^<]*<\/th>)+)/g,
    (_, table: string, header: string) => {
      const count = header.split('<th>').length - 1;
      const column = `<col style="width: ${Math.floor(100 / count)}%">`;
      return `${table}<colgroup>${column.repeat(count)}</colgroup>${header}`;
    },
  );
}

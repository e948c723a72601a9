import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import MarkdownIt from 'markdown-it';
import { findOnPath } from '../../../test/support/command.ts';
import { ensureSystemPackages, programNeeds } from '../../../test/support/systemPackages.ts';
import { type Figure, figure } from '../benchmark.ts';
import { knownDocuments } from '../support/pdfStructure/generator.ts';
import { installedPrinters, printedDocuments } from '../support/pdfStructure/printers.ts';
import { type Scores, scoresOf } from '../support/pdfStructure/scores.ts';
import { newFolder } from '../support/files.ts';
import { SequentialConverter } from '../support/workerAlone.ts';

/** The seeds that the engine was tuned with, and those set aside for testing it. */
const seeds = { tuned: [1, 2], 'set aside': [201, 202, 203] } as const;
const kinds = ['order', 'tables', 'headings'] as const;

/** Programs that write the text of a PDF to their output. */
const peers = [
  { program: 'pdftotext', args: (pdf: string) => ['-layout', pdf, '-'], isPlain: true },
  { program: 'pdftohtml', args: (pdf: string) => ['-q', '-i', '-s', '-noframes', '-stdout', pdf] },
  // Writes the same as `mutool convert`, which can't write to a pipe.
  { program: 'mutool', args: (pdf: string) => ['draw', '-q', '-F', 'html', pdf] },
];

interface Result {
  readonly by: string;
  readonly printer: string;
  readonly scores: Scores;
}

/**
 * The structure that we read from PDFs of known documents, compared with other programs: reading order, tables, and
 * headings. Scores are from 0 to 1, and higher is better.
 */
export default async function* pdfStructure(): AsyncGenerator<Figure> {
  await ensureSystemPackages(programNeeds);
  const markdown = new MarkdownIt({ html: true });
  const printers = installedPrinters();
  if (!printers.includes('LaTeX')) console.error('LaTeX is skipped, because pdflatex isn’t installed.');
  const converter = new SequentialConverter();
  try {
    for (const [set, own] of Object.entries(seeds)) {
      const documents = own.flatMap(knownDocuments);
      const printed = await printedDocuments(
        documents,
        printers,
        await newFolder(),
        async (html) => (await converter.convert(html, 'pdf')).outputPath,
      );
      const results: Result[] = [];
      let [seconds, pages] = [0, 0];
      for (const { document, printer, pdf } of printed) {
        const read = await converter.convert(pdf, 'md');
        const html = markdown.render(await readFile(read.outputPath, 'utf8'));
        results.push({ by: 'ours', printer, scores: scoresOf(document.truth, html) });
        for (const peer of peers.filter(({ program }) => findOnPath(program) !== undefined))
          results.push({
            by: peer.program,
            printer,
            scores: scoresOf(document.truth, await readBy(peer, pdf)),
          });
        seconds += read.seconds;
        pages += pagesOf(await readFile(pdf, 'latin1'));
      }
      for (const printer of [...printers, undefined])
        for (const kind of kinds) yield compared(`${set}, ${printer ?? 'all'}`, kind, printer, results);
      yield figure({
        name: `pdf-structure-time (${set})`,
        ours: seconds / pages,
        reference: 0.1,
        goal: 1,
        unit: 's per page',
        runs: pages,
        note: 'compared with the budget for a page',
      });
    }
  } finally {
    converter.dispose();
  }
}

/** The HTML that another program makes of a PDF. */
async function readBy({ program, args, isPlain }: (typeof peers)[number], pdf: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args(pdf), { maxBuffer: 64 * 1024 ** 2 });
  return isPlain ? stdout.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : stdout;
}

/** Our mean score, and the best one of another program. */
function compared(
  name: string,
  kind: keyof Scores,
  printer: string | undefined,
  results: readonly Result[],
): Figure {
  const own = results.filter((each) => printer === undefined || each.printer === printer);
  const means = [...Map.groupBy(own, ({ by }) => by)].map(([by, each]) => {
    const values = each.flatMap(({ scores }) => scores[kind] ?? []);
    return { by, runs: values.length, mean: values.reduce((sum, value) => sum + value, 0) / values.length };
  });
  const ours = means.find(({ by }) => by === 'ours');
  const others = means.filter(({ by }) => by !== 'ours').toSorted((a, b) => b.mean - a.mean);
  return figure({
    name: `pdf-structure-${kind} (${name})`,
    ours: ours?.mean ?? Number.NaN,
    reference: others[0]?.mean ?? Number.NaN,
    unit: 'of 1',
    runs: ours?.runs ?? 0,
    note: others.map(({ by, mean }) => `${by} ${mean.toFixed(3)}`).join(', '),
  });
}

/** The number of pages, counted by objects that the printers leave uncompressed; at least one. */
function pagesOf(pdf: string): number {
  return Math.max(1, pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 1);
}

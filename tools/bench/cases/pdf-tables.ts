import { globSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { pdfTable } from '../../../test/support/service/fixtures.ts';
import { type Figure, figure } from '../benchmark.ts';
import { newFolder } from '../support/files.ts';
import { scoresOf } from '../support/pdfStructure/scores.ts';
import { SequentialConverter } from '../support/workerAlone.ts';

/** The tables that we read from pages of published PDFs, compared with transcriptions by hand. */
export default async function* pdfTables(): AsyncGenerator<Figure> {
  const markdown = new MarkdownIt({ html: true });
  const converter = new SequentialConverter();
  try {
    for (const set of ['tuned', 'set-aside']) {
      const folder = await newFolder();
      const scores: { readonly name: string; readonly score: number }[] = [];
      for (const truth of globSync(pdfTable(`${set}/*.html`)).toSorted()) {
        const { name } = path.parse(truth);
        const pdf = path.join(folder, `${name}.pdf`);
        await copyFile(pdfTable(`${set}/${name}.pdf`), pdf);
        const { outputPath } = await converter.convert(pdf, 'md');
        const html = markdown.render(await readFile(outputPath, 'utf8'));
        scores.push({ name, score: scoresOf(await readFile(truth, 'utf8'), html).tables ?? 0 });
      }
      yield figure({
        name: `pdf-tables (${set})`,
        ours: scores.reduce((sum, { score }) => sum + score, 0) / scores.length,
        reference: 1,
        unit: 'of 1',
        runs: scores.length,
        // The scores of single tables that were set aside stay hidden, so that nobody tunes the engine for them.
        note: set === 'tuned' ? scores.map((each) => `${each.name} ${each.score.toFixed(3)}`).join(', ') : '',
      });
    }
  } finally {
    converter.dispose();
  }
}

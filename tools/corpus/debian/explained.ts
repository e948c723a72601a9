import { own } from '../../../src/util/own.ts';
import type { CorpusResult } from '../summary.ts';

/** Files of the collection that we deliberately read differently from others, or refuse, with the reasons. */
interface Explained {
  readonly is: 'disagreement' | 'refusal';
  /** The ends of the files' paths below the package's folder. */
  readonly paths: readonly string[];
  readonly reason: string;
}

const withoutScripts: Explained = {
  is: 'disagreement',
  paths: ['search.html'],
  reason: 'What the page says where a browser runs no scripts, which is no part of what people see of it.',
};

/** The explained files, by package. */
const explained: Readonly<Record<string, readonly Explained[]>> = {
  'debian-policy': [withoutScripts],
  'developers-reference': [withoutScripts],
  'gl-117-data': [
    {
      is: 'disagreement',
      paths: ['textures/clouds1.tga'],
      reason: 'Its alpha is 0 everywhere: ours shows the colors of such a picture, others show nothing.',
    },
  ],
  'golang-github-jung-kurt-gofpdf-dev': [
    {
      is: 'disagreement',
      paths: ['Fpdf_ClippedTableCells.pdf', 'Fpdf_SetAlpha_transparency.pdf'],
      reason:
        'Letters lie upon each other, or as far apart as words are: the readers put them into words each in its own way.',
    },
  ],
  'libspreadsheet-parseexcel-perl': [
    {
      is: 'disagreement',
      paths: ['Excel/FmtTest.xls'],
      reason:
        'Numbers of formats that are dates in an Excel of East Asia alone; xlrd names none for them, either.',
    },
  ],
  'libspreadsheet-writeexcel-perl': [
    {
      is: 'disagreement',
      paths: ['Chart1.xls', 'Chart2.xls', 'Chart3.xls', 'Chart4.xls'],
      reason:
        'A sheet that is a chart: ours has the values that the file keeps of it, others leave it empty or out.',
    },
  ],
  'pandoc-data': [
    {
      is: 'disagreement',
      paths: ['templates/default.latex'],
      reason: 'A template, in whose language $if(…)$ stands for text; it is no document of LaTeX.',
    },
  ],
  'python3-relatorio': [
    {
      is: 'disagreement',
      paths: ['examples/presentation.odp'],
      reason: 'A sheet is embedded in a slide as a picture is, and pictures are named as lost in text.',
    },
  ],
};

/** True if the list above explains why we read this file differently. */
export function isExplained({ path, verdict }: CorpusResult): boolean {
  const [name = '', ...rest] = path.split('/');
  const file = rest.join('/');
  return (own(explained, name) ?? []).some(
    ({ is, paths }) => is === verdict.is && paths.some((each) => file.endsWith(`/${each}`)),
  );
}

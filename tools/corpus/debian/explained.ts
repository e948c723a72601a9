import { ownValue } from '../../../src/util/ownValue.ts';
import type { CorpusResult } from '../verdict.ts';

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
  reason: 'Others read the page’s text for browsers without scripts, which people don’t normally see.',
};

/** The explained files, by package. */
const explained: Readonly<Record<string, readonly Explained[]>> = {
  'debian-policy': [withoutScripts],
  'developers-reference': [withoutScripts],
  'gl-117-data': [
    {
      is: 'disagreement',
      paths: ['textures/clouds1.tga'],
      reason: 'Its alpha is 0 everywhere: we show the colors of such an image, others show nothing.',
    },
  ],
  'golang-github-jung-kurt-gofpdf-dev': [
    {
      is: 'disagreement',
      paths: ['Fpdf_ClippedTableCells.pdf', 'Fpdf_SetAlpha_transparency.pdf'],
      reason:
        'Letters overlap or are as far apart as words, so each reader combines them into words differently.',
    },
  ],
  'libspreadsheet-parseexcel-perl': [
    {
      is: 'disagreement',
      paths: ['Excel/FmtTest.xls'],
      reason: 'Number formats that are dates only in an East Asian Excel; xlrd doesn’t support them, either.',
    },
  ],
  'libspreadsheet-writeexcel-perl': [
    {
      is: 'disagreement',
      paths: ['Chart1.xls', 'Chart2.xls', 'Chart3.xls', 'Chart4.xls'],
      reason:
        'A sheet that is a chart: we read the values that the file stores for it, others leave it empty or omit it.',
    },
  ],
  'pandoc-data': [
    {
      is: 'disagreement',
      paths: ['templates/default.latex'],
      reason: 'A template that isn’t a LaTeX document: in its language, $if(…)$ is a placeholder.',
    },
  ],
  'python3-relatorio': [
    {
      is: 'disagreement',
      paths: ['examples/presentation.odp'],
      reason:
        'A slide has an embedded sheet, which we treat like a picture, and conversions to text report pictures as lost.',
    },
  ],
};

/** True if the list above explains why we read this file differently. */
export function isExplained({ path, verdict }: CorpusResult): boolean {
  const [name = '', ...rest] = path.split('/');
  const file = rest.join('/');
  return (ownValue(explained, name) ?? []).some(
    ({ is, paths }) => is === verdict.is && paths.some((each) => file.endsWith(`/${each}`)),
  );
}

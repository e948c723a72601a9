import type { Loss } from '../../../contract/losses.ts';
import { type Conversion, type EngineDescription, lossesIf } from '../../api/engineDescription.ts';
import { optionsOf } from '../../documents/options.ts';
import { programConversions } from '../programConversions.ts';
import { pageTargets, pandocPageTargets, pandocSources, pandocTargets } from './formats.ts';
import { programs } from '../programs.ts';

const conversion = programConversions(-3);

const paged: ReadonlySet<string> = new Set(['docx', 'odt']);
const styled: ReadonlySet<string> = new Set([...paged, 'html', 'epub']);
/** Sources with embedded pictures, targets that can contain pictures, and formats without pictures. */
const withPictures: ReadonlySet<string> = new Set([...paged, 'epub', 'fb2', 'ipynb']);
const forPictures: ReadonlySet<string> = new Set([...pandocPageTargets, 'fb2', 'rtf', 'md']);
const withoutPictures: ReadonlySet<string> = new Set(['opml', 'csv', 'man']);
/** Targets that can't refer to external pictures. */
const nameless: ReadonlySet<string> = new Set(['txt', 'man', 'texi', 'fb2']);
const withoutNotes: ReadonlySet<string> = new Set(['opml', 'csv', 'man', 'ipynb']);
const withMathematics: ReadonlySet<string> = new Set([
  'rst',
  'org',
  'mediawiki',
  'vimwiki',
  'muse',
  'ipynb',
  'dbk',
  'jats',
]);

/** Lists the properties that the target can't store, or that Pandoc can't process in sandbox mode. */
function lossesOf(from: string, to: string): readonly Loss[] {
  const isPage = pageTargets.has(to);
  return [
    ...lossesIf(paged.has(from), 'layout', 'comments', 'charts'),
    ...lossesIf(styled.has(from), 'formatting'),
    ...lossesIf(from === 'md', 'rawHtml'),
    ...lossesIf(to === 'txt' && from !== 'csv', 'hyperlinks'),
    ...lossesIf(isPage && !withoutNotes.has(from), 'notes'),
    ...lossesIf(isPage && withMathematics.has(from), 'mathematics'),
    ...picturesLost(from, to),
  ];
}

function picturesLost(from: string, to: string): readonly Loss[] {
  if (withoutPictures.has(from)) return [];
  if (withPictures.has(from)) return forPictures.has(to) ? [] : ['pictures'];
  return nameless.has(to) ? ['pictures'] : ['linkedPictures'];
}

/** Excludes two kinds of conversions: Texinfo has no nodes for links between pages, and LaTeX has its own page layout. */
function isOffered(from: string, to: string): boolean {
  if (to === 'texi') return !styled.has(from) && from !== 'fb2';
  return to !== from && !(from === 'tex' && to === 'pdf');
}

const pandocConversions = (): readonly Conversion[] =>
  Object.keys(pandocSources).flatMap((from) => {
    return [
      ...Object.keys(pandocTargets).map((to) => conversion(from, to, lossesOf(from, to))),
      ...pandocPageTargets.map((to) => conversion(from, to, lossesOf(from, to), () => optionsOf('html', to))),
    ].filter(({ to }) => isOffered(from, to));
  });

/** Converts documents and books in many markup languages with Pandoc. */
export const pandoc = {
  id: 'pandoc',
  load: async () => (await import('./convert.ts')).convertWithPandoc,
  time: 'texts',
  memory: 'texts',
  conversions: pandocConversions,
  program: {
    ...programs.pandoc,
    // Known vulnerabilities don't affect `--sandbox` (release notes of 3.1.4), which is always used.
    vulnerabilities: [],
  },
} as const satisfies EngineDescription;

import type { Loss } from '../../../contract/losses.ts';
import type { EngineDescription } from '../../api/engineDescription.ts';
import { lossesIf } from '../../api/lossesIf.ts';
import type { Conversion } from '../../api/conversion.ts';
import { optionsOf } from '../../documents/options.ts';
import { programConversions } from '../programConversions.ts';
import { pageTargets, pandocPageTargets, pandocSources, pandocTargets } from './formats.ts';
import { pandocProgram } from './program.ts';

const conversion = programConversions(-3);

const paged: ReadonlySet<string> = new Set(['docx', 'odt']);
const styled: ReadonlySet<string> = new Set([...paged, 'html', 'epub']);
/** Sources that contain their pictures, targets that can hold them, and formats without pictures. */
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

/** Properties of the source that the target can't store, or that Pandoc can't process in its sandbox mode. */
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

/** Texinfo lacks nodes for links between pages; LaTeX has its own pages. */
function isOffered(from: string, to: string): boolean {
  if (to === 'texi') return !styled.has(from) && from !== 'fb2';
  return to !== from && !(from === 'tex' && to === 'pdf');
}

/** Pandoc's conversions. */
const pandocConversions = (): readonly Conversion[] =>
  Object.keys(pandocSources).flatMap((from) => {
    return [
      ...Object.keys(pandocTargets).map((to) => conversion(from, to, lossesOf(from, to))),
      ...pandocPageTargets.map((to) => conversion(from, to, lossesOf(from, to), () => optionsOf('html', to))),
    ].filter(({ to }) => isOffered(from, to));
  });

/** Documents and books in many markup languages. */
export const pandoc = {
  id: 'pandoc',
  load: async () => (await import('./convert.ts')).convertWithPandoc,
  time: 'texts',
  memory: 'texts',
  conversions: pandocConversions,
  program: {
    ...pandocProgram,
    // Its known vulnerabilities don't affect `--sandbox` (release notes of 3.1.4), which is always used.
    vulnerabilities: [],
  },
} as const satisfies EngineDescription;

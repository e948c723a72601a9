import type { Loss } from '../../../contract/losses.ts';
import {
  type Conversion,
  type EngineDescription,
  lossesIf,
  programConversions,
} from '../../api/engineDescription.ts';
import { optionsOf } from '../../documents/documents.ts';
import { programs } from '../programs.ts';

/** The source formats by file extension, with Pandoc's names of their readers. */
const pandocSources = {
  // The Markdown syntax of GitHub and VS Code, including formulas.
  md: 'gfm+footnotes+yaml_metadata_block+tex_math_dollars',
  html: 'html-native_spans',
  docx: 'docx',
  odt: 'odt',
  epub: 'epub-native_spans',
  fb2: 'fb2',
  tex: 'latex',
  rst: 'rst',
  org: 'org',
  textile: 'textile',
  mediawiki: 'mediawiki',
  dokuwiki: 'dokuwiki',
  vimwiki: 'vimwiki',
  creole: 'creole',
  jira: 'jira',
  muse: 'muse',
  t2t: 't2t',
  opml: 'opml',
  ipynb: 'ipynb',
  dbk: 'docbook',
  jats: 'jats',
  man: 'man',
  csv: 'csv',
} as const;

/**
 * The target formats by file extension, with Pandoc's names of their writers. In sandbox mode, Pandoc can't write DOCX,
 * ODT, EPUB, or PPTX, nor a notebook from text with external pictures.
 */
const pandocTargets = {
  md: 'gfm+footnotes+tex_math_dollars',
  rtf: 'rtf',
  fb2: 'fb2',
  tex: 'latex',
  rst: 'rst',
  org: 'org',
  adoc: 'asciidoc',
  textile: 'textile',
  mediawiki: 'mediawiki',
  dokuwiki: 'dokuwiki',
  xwiki: 'xwiki',
  zimwiki: 'zimwiki',
  jira: 'jira',
  muse: 'muse',
  dbk: 'docbook5',
  jats: 'jats_archiving',
  tei: 'tei',
  icml: 'icml',
  texi: 'texinfo',
  context: 'context',
  man: 'man',
  txt: 'plain',
} as const;

/**
 * Formats that the document engines convert from Pandoc's HTML page, because Pandoc can't write them in sandbox mode,
 * or not as safely.
 */
const pandocPageTargets = ['html', 'docx', 'odt', 'epub', 'pdf'] as const;

export const pandocReaders: Readonly<Record<string, string>> = pandocSources;
export const pandocWriters: Readonly<Record<string, string>> = { ...pandocTargets, html: 'html' };
export const pageTargets: ReadonlySet<string> = new Set(pandocPageTargets);

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

/** The source formats by file extension, with Pandoc's names of their readers. */
export const pandocSources = {
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
export const pandocTargets = {
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
export const pandocPageTargets = ['html', 'docx', 'odt', 'epub', 'pdf'] as const;

export const pandocReaders: Readonly<Record<string, string>> = pandocSources;
export const pandocWriters: Readonly<Record<string, string>> = { ...pandocTargets, html: 'html' };
export const pageTargets: ReadonlySet<string> = new Set(pandocPageTargets);

/** Formats by extension, with the names of Pandoc's readers. */
export const pandocSources = {
  // GitHub's and VS Code's Markdown, with mathematics.
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
 * The same for writers. In its sandbox mode, Pandoc can’t write docx, odt, epub, and pptx, nor a notebook from a text
 * with external pictures.
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
 * Formats that the document engines make from Pandoc’s web page, as it can’t write them in its sandbox mode, or not as
 * safely.
 */
export const pandocPageTargets = ['html', 'docx', 'odt', 'epub', 'pdf'] as const;

export const pandocReaders: Readonly<Record<string, string>> = pandocSources;
export const pandocWriters: Readonly<Record<string, string>> = { ...pandocTargets, html: 'html' };
export const pageTargets: ReadonlySet<string> = new Set(pandocPageTargets);

/** Formats by their extensions, with the names that Pandoc has for what reads them. */
export const pandocSources = {
  // What GitHub and the preview of VS Code read, and mathematics.
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
 * The same for what writes them. In its sandbox Pandoc can’t write docx, odt, epub and pptx, nor a notebook of a text
 * that has a picture in another file.
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

/** What the engines of documents make of a web page of Pandoc’s: it can’t write them in its sandbox, or not as safely. */
export const pandocPageTargets = ['html', 'docx', 'odt', 'epub', 'pdf'] as const;

export const pandocReaders: Readonly<Record<string, string>> = pandocSources;
export const pandocWriters: Readonly<Record<string, string>> = { ...pandocTargets, html: 'html' };
export const pageTargets: ReadonlySet<string> = new Set(pandocPageTargets);

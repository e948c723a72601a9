/** A language's markup for headings and bold text; `%` stands for the text. */
interface Marks {
  readonly heading: string;
  readonly bold: string;
}

const equals = '^=+ ?%( \\{\\{id name="[^"]*" /\\}\\})? ?=';
const man = { heading: '^\\.S[HS] %', bold: '\\\\f\\[B\\]%\\\\f' };

/** The marks of the formats that have any. */
const marks: Readonly<Record<string, Marks>> = {
  adoc: { heading: '^=+ %$', bold: '\\*%\\*' },
  context: { heading: '\\\\(?:sub)*section\\[title=\\{%\\}', bold: '\\{\\\\bf %\\}' },
  dbk: { heading: '<title>%</title>', bold: '<emphasis role="strong">%</emphasis>' },
  dokuwiki: { heading: '^=+ % =+$', bold: '\\*\\*%\\*\\*' },
  fb2: { heading: '<title><p>%</p></title>', bold: '<strong>%</strong>' },
  icml: {
    heading: 'ParagraphStyle/Header\\d(?:(?!ParagraphStyleRange)[^])*<Content>%</Content>',
    bold: 'CharacterStyle/Bold(?:(?!CharacterStyleRange)[^])*<Content>%</Content>',
  },
  jats: { heading: '<title>%</title>', bold: '<bold>%</bold>' },
  jira: { heading: '^h\\d\\. (\\{anchor:[^}]*\\})?%$', bold: '\\*%\\*' },
  man,
  md: { heading: '^#+ %$', bold: '\\*\\*%\\*\\*' },
  mediawiki: { heading: equals, bold: "'''%'''" },
  muse: { heading: '^\\*+ %$', bold: '\\*\\*%\\*\\*' },
  org: { heading: '^\\*+ %$', bold: '\\*%\\*' },
  rst: { heading: '^%\\n[=\\-~^]+$', bold: '\\*\\*%\\*\\*' },
  rtf: { heading: '\\\\b \\\\fs\\d+ %', bold: '\\{\\\\b %\\}' },
  tei: { heading: '<head>%</head>', bold: '<hi rendition="simple:bold">%</hi>' },
  tex: { heading: '\\\\(?:sub)*section\\{%\\}', bold: '\\\\textbf\\{%\\}' },
  texi: { heading: '^@chapter %$', bold: '@strong\\{%\\}' },
  textile: { heading: '^h\\d(\\([^)]*\\))?\\. %$', bold: '\\*%\\*' },
  xwiki: { heading: equals, bold: '\\*\\*%\\*\\*' },
  zimwiki: { heading: '^=+ % =+$', bold: '\\*\\*%\\*\\*' },
};

/** True if a document's source has this markup around these words; plain text has none. */
export function isMarked(text: string, format: string, as: keyof Marks, words: string): boolean {
  const pattern = marks[format]?.[as];
  return (
    pattern === undefined ||
    new RegExp(
      pattern.replace('%', () => words),
      'm',
    ).test(text)
  );
}

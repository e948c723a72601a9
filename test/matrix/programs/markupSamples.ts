/** The words that every sample of a document holds: a heading, another one, and words in three scripts. */
export const headings = ['Northern lights', 'Second part'] as const;
export const words = ['Ångström', 'Привет', 'Καλημέρα'] as const;

const text = `Measured in ${words.join(', ')} and more.`;
const [first, second] = headings;
const notebook = {
  cells: [
    {
      cell_type: 'markdown',
      metadata: {},
      source: [`# ${first}\n`, '\n', `${text}\n`, '\n', `# ${second}\n`],
    },
  ],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
};

/** The same small document as a person would write it in each language. */
export const markup: Readonly<Record<string, string>> = {
  md: `# ${first}\n\n${text}\n\n- one\n- **two**\n\n# ${second}\n\nThe end.\n`,
  html: `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Sky</title></head><body><h1>${first}</h1><p>${text}</p><ul><li>one</li><li><b>two</b></li></ul><h1>${second}</h1><p>The end.</p></body></html>`,
  tex: `\\documentclass{article}\n\\begin{document}\n\\section{${first}}\n${text}\n\\begin{itemize}\n\\item one\n\\item \\textbf{two}\n\\end{itemize}\n\\section{${second}}\nThe end.\n\\end{document}\n`,
  rst: `${first}\n===============\n\n${text}\n\n- one\n- **two**\n\n${second}\n===========\n\nThe end.\n`,
  org: `* ${first}\n\n${text}\n\n- one\n- *two*\n\n* ${second}\n\nThe end.\n`,
  textile: `h1. ${first}\n\n${text}\n\n* one\n* *two*\n\nh1. ${second}\n\nThe end.\n`,
  mediawiki: `= ${first} =\n\n${text}\n\n* one\n* '''two'''\n\n= ${second} =\n\nThe end.\n`,
  dokuwiki: `====== ${first} ======\n\n${text}\n\n  * one\n  * **two**\n\n====== ${second} ======\n\nThe end.\n`,
  tikiwiki: `! ${first}\n\n${text}\n\n* one\n* __two__\n\n! ${second}\n\nThe end.\n`,
  twiki: `---+ ${first}\n\n${text}\n\n   * one\n   * *two*\n\n---+ ${second}\n\nThe end.\n`,
  vimwiki: `= ${first} =\n\n${text}\n\n* one\n* *two*\n\n= ${second} =\n\nThe end.\n`,
  creole: `= ${first}\n\n${text}\n\n* one\n* **two**\n\n= ${second}\n\nThe end.\n`,
  jira: `h1. ${first}\n\n${text}\n\n* one\n* *two*\n\nh1. ${second}\n\nThe end.\n`,
  muse: `* ${first}\n\n${text}\n\n - one\n - **two**\n\n* ${second}\n\nThe end.\n`,
  t2t: `Sky\n\n\n= ${first} =\n\n${text}\n\n- one\n- **two**\n\n\n= ${second} =\n\nThe end.\n`,
  opml: `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head><title>Sky</title></head><body><outline text="${first}" _note="${text}"/><outline text="${second}" _note="The end."/></body></opml>\n`,
  ipynb: JSON.stringify(notebook),
  dbk: `<?xml version="1.0" encoding="UTF-8"?>\n<article xmlns="http://docbook.org/ns/docbook" version="5.0"><title>Sky</title><section><title>${first}</title><para>${text}</para></section><section><title>${second}</title><para>The end.</para></section></article>\n`,
  jats: `<?xml version="1.0" encoding="UTF-8"?>\n<article><front><article-meta><title-group><article-title>Sky</article-title></title-group></article-meta></front><body><sec><title>${first}</title><p>${text}</p></sec><sec><title>${second}</title><p>The end.</p></sec></body></article>\n`,
  man: `.TH SKY 1\n.SH ${first}\n${text}\n.SH ${second}\nThe end.\n`,
  haddock: `= ${first}\n\n${text}\n\n* one\n\n* __two__\n\n= ${second}\n\nThe end.\n`,
  native: `[Header 1 ("a",[],[]) [Str "Northern",Space,Str "lights"],Para [Str "${words.join(' ')}"],Header 1 ("b",[],[]) [Str "Second",Space,Str "part"]]\n`,
  csv: `${first},${second}\n"${text}",${words.join(' ')}\n`,
  txt: `${first}\n\n${text}\n\n${second}\n\nThe end.\n`,
};

import assert from 'node:assert/strict';
import { toHtml } from 'hast-util-to-html';
import { readLatex } from '../../../../src/engines/documents/latex/read.ts';

async function html(text: string): Promise<string> {
  return toHtml((await readLatex(Buffer.from(text))).root);
}

describe('A LaTeX document', () => {
  it('keeps the structure of LaTeX', async () => {
    const tex = String.raw`\documentclass{article}\title{T}\author{Ada}\begin{document}\maketitle
\section{One}\label{s}
A \textbf{b \emph{c}}\footnote{Note} \texttt{d} \href{https://a.b/}{e} \href{javascript:x}{f} $x^2$.
\[ \frac{a}{b} \]
\begin{quote}Q\end{quote}
\begin{itemize}\item a\begin{enumerate}\item b\item c\end{enumerate}\item d\end{itemize}
\begin{description}\item[Term] Text\end{description}
\begin{verbatim}
x  y
  z
\end{verbatim}
\end{document}`;
    assert.equal(
      await html(tex),
      '<p class="title">T</p><p align="center">Ada</p><h1 id="s">One</h1>' +
        '<p>A <strong>b <em>c</em></strong><footnote id="note1"><p>Note</p></footnote> <code>d</code> <a href="https://a.b/">e</a> f <code class="language-math math-inline">x^2</code>.</p>' +
        '<pre><code class="language-math math-display">\\frac{a}{b}</code></pre><blockquote><p>Q</p></blockquote>' +
        '<ul><li>a<ol><li>b</li><li>c</li></ol></li><li>d</li></ul><dl><dt>Term</dt><dd>Text</dd></dl><pre><code>x  y\n  z</code></pre>',
    );
  });

  it('keeps the tables, lines, and page breaks of LaTeX', async () => {
    const tex = String.raw`\documentclass{article}\begin{document}a

\begin{tabular}{lr}\hline A & B \\ \hline \multicolumn{2}{c}{x} \\ \end{tabular}

\newpage b

\begin{lstlisting}[language=Java]
int c;
\end{lstlisting}
\end{document}`;
    assert.equal(
      await html(tex),
      '<p>a</p><table><tbody><tr><td>A</td><td align="right">B</td></tr><tr><td colspan="2" align="center">x</td></tr></tbody></table>' +
        '<hr class="page-break"><p>b</p><pre><code class="language-java">int c;</code></pre>',
    );
  });
});

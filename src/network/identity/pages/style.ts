/** The style of all pages. Its colors have a contrast of at least 4.5 in both themes. */
export const style = `
:root {
  --back: #f6f7f9; --card: #ffffff; --text: #1c2430; --soft: #566173; --line: #d9dee6;
  --accent: #1457c8; --on-accent: #ffffff; --good: #e3f4e8; --bad: #fdE7e7; --bad-text: #9a1c1c;
  --convert: var(--accent); --compress: #b4540a; --combine: #1c7c4a; --other: var(--soft);
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #12161d; --card: #1b212b; --text: #e6eaf1; --soft: #a4afc0; --line: #323b49;
    --accent: #7fb0ff; --on-accent: #0b1220; --good: #173524; --bad: #402022; --bad-text: #ffb4b4;
    --compress: #f0a660; --combine: #6fcf97;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem 1.5rem;
  background: var(--card); border-bottom: 1px solid var(--line); }
.brand { font-weight: 650; color: var(--text); text-decoration: none; }
nav { display: flex; flex-wrap: wrap; gap: .25rem; flex: 1; }
nav a { padding: .35rem .75rem; border-radius: .5rem; color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--text); }
nav a[aria-current] { color: var(--text); background: var(--back); font-weight: 600; }
.who { display: flex; gap: .75rem; align-items: center; color: var(--soft); font-size: .9rem; }
main { margin: 0 auto; padding: 1.5rem 1rem 4rem; }
main.narrow { max-width: 28rem; }
main.wide { max-width: 62rem; }
h1 { font-size: 1.6rem; margin: .5rem 0 1rem; }
h2 { font-size: 1.1rem; margin: 0 0 .75rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1.25rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
.hint, .empty { color: var(--soft); font-size: .9rem; }
input:not([type=hidden]):not([type=checkbox]), select { width: 100%; max-width: 24rem; padding: .5rem .65rem; font: inherit; color: inherit;
  background: var(--back); border: 1px solid var(--soft); border-radius: .5rem; margin: 0 0 1rem; }
label.check { font-weight: 400; margin: 0 0 1rem; }
button { font: inherit; font-weight: 600; padding: .5rem 1rem; border: 1px solid var(--accent); border-radius: .5rem;
  background: var(--accent); color: var(--on-accent); cursor: pointer; }
button.quiet { background: transparent; color: var(--accent); padding: .2rem .6rem; font-size: .9rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form.inline { display: inline; }
.notice, .problem { padding: .75rem 1rem; border-radius: .5rem; background: var(--good); }
.problem { background: var(--bad); color: var(--bad-text); }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; }
.secret { display: block; padding: .75rem; background: var(--back); border: 1px dashed var(--soft); border-radius: .5rem; margin: 0 0 .75rem; }
table { width: 100%; border-collapse: collapse; font-size: .95rem; }
th { text-align: left; color: var(--soft); font-weight: 600; }
th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tbody tr:last-child td { border-bottom: 0; }
.figure { font-size: 2rem; font-weight: 650; line-height: 1.2; margin: 0; }
.chart { width: 100%; height: 7rem; display: block; }
.convert { color: var(--convert); }
.compress { color: var(--compress); }
.combine { color: var(--combine); }
.other { color: var(--other); }
.chart rect, .legend rect { fill: currentColor; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .5rem 0; padding: 0; font-size: .9rem; }
.legend svg { width: .75rem; height: .75rem; margin-right: .4rem; }
@media (max-width: 40rem) {
  nav { flex-basis: 100%; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  tbody tr:last-child { border-bottom: 0; }
  td { display: grid; grid-template-columns: 8rem 1fr; gap: .5rem; border: 0; padding: .2rem 0; }
  td::before { content: attr(data-head); color: var(--soft); }
}
`;

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Listener } from '../../../support/http/listener.ts';
import { useHostileService } from '../../../support/service/hostileService.ts';
import { unconfined, withPrograms } from '../../../support/service/standalone.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const secret = 'the secret of this computer';
const xml = '<?xml version="1.0"?>';

/** Each language's syntax for including a file or an address. */
const inclusions = (target: string): Readonly<Record<string, string>> => ({
  dbk: `${xml}<!DOCTYPE article [<!ENTITY a SYSTEM "${target}">]><article xmlns:xi="http://www.w3.org/2001/XInclude"><para>&a; b</para><xi:include href="${target}" parse="text"/><mediaobject><imageobject><imagedata fileref="${target}"/></imageobject></mediaobject></article>`,
  fb2: `${xml}<!DOCTYPE a [<!ENTITY a SYSTEM "${target}">]><FictionBook xmlns:l="http://www.w3.org/1999/xlink"><body><section><p>&a; b</p><image l:href="${target}"/></section></body></FictionBook>`,
  html: `<base href="${target}"><link rel="stylesheet" href="${target}"><p>b<img src="${target}"><iframe src="${target}"></iframe><script src="${target}"></script></p>`,
  ipynb: JSON.stringify({
    cells: [{ cell_type: 'markdown', metadata: {}, source: [`b ![a](${target})`] }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 4,
  }),
  jats: `${xml}<!DOCTYPE article [<!ENTITY a SYSTEM "${target}">]><article xmlns:xlink="http://www.w3.org/1999/xlink"><body><p>&a; b</p><fig><graphic xlink:href="${target}"/></fig></body></article>`,
  man: `.so ${target}\n.mso ${target}\n.SH a\nb\n`,
  md: `---\nbibliography: ${target}\ncsl: ${target}\ntemplate: ${target}\ncss: ${target}\n---\n\n![a](${target}) b @a\n\n\`\`\`{include=${target}}\n\`\`\`\n`,
  mediawiki: `b {{:${target}}}\n[[File:${target}]]\n`,
  opml: `${xml}<!DOCTYPE opml [<!ENTITY a SYSTEM "${target}">]><opml version="2.0"><body><outline text="b" type="include" url="${target}"/></body></opml>`,
  org: `#+INCLUDE: "${target}"\n#+SETUPFILE: ${target}\n\nb [[file:${target}]] [[${target}]]\n`,
  rst: `.. include:: ${target}\n\n.. csv-table:: a\n   :file: ${target}\n\n.. raw:: html\n   :file: ${target}\n\n.. literalinclude:: ${target}\n\n.. image:: ${target}\n\nb\n`,
  t2t: `a\n\n\n%!include: ${target}\n%!includeconf: ${target}\n%!include: \`\`${target}\`\`\n\nb\n`,
  tex: `\\documentclass{article}\\begin{document}b\\input{${target}}\\include{${target}}\\lstinputlisting{${target}}\\verbatiminput{${target}}\\includegraphics{${target}}\\end{document}`,
  textile: `b !${target}!\n`,
});

describe('Hostile markup that Pandoc reads', () => {
  const folder = useTemporaryFolder();
  const service = useHostileService(withPrograms, unconfined);

  it('includes no local file and nothing from an address', async () => {
    const file = path.join(folder.path, 'secret.txt');
    await writeFile(file, secret);
    const listener = await Listener.start();
    const made = new Set<string>();
    try {
      const climbing = path.join('../../../../../../../..', file);
      for (const target of [file, `file://${file}`, climbing, `${listener.url}/a.png`]) {
        for (const [from, text] of Object.entries(inclusions(target))) {
          // Both target formats embed included files, even pictures.
          const to = from === 'fb2' ? 'rtf' : 'fb2';
          const output = (await service.outputIfAny(`a.${from}`, Buffer.from(text), to)) ?? '';
          if (output !== '') made.add(from);
          for (const encoding of ['utf8', 'base64', 'hex'] as const) {
            const form = Buffer.from(secret).toString(encoding);
            assert.ok(!output.includes(form), `${from} → ${to}: ${target}`);
          }
        }
      }
      assert.deepEqual(listener.calls, []);
      // Entities that are declared elsewhere are refused. The other documents are converted without their includes.
      assert.ok(made.size >= 10, [...made].join());
    } finally {
      listener.stop();
    }
  });

  it('puts no script into a page', async () => {
    const script = '<script>x</script><a href="javascript:x" onclick="x">y</a>';
    for (const [from, text] of Object.entries({
      rst: `a\n\n.. raw:: html\n\n   ${script}\n\n\`b <javascript:x>\`_\n`,
      org: `a\n#+begin_export html\n${script}\n#+end_export\n[[javascript:x][b]]\n`,
      mediawiki: `a ${script} [javascript:x b]\n`,
      textile: `a ${script} "b":javascript:x\n`,
      ipynb: JSON.stringify({
        cells: [{ cell_type: 'markdown', metadata: {}, source: [`a ${script} [b](javascript:x)`] }],
        metadata: {},
        nbformat: 4,
        nbformat_minor: 4,
      }),
    })) {
      const page = (await service.convert(`a.${from}`, Buffer.from(text), 'html')).toString();
      assert.doesNotMatch(page, /<script|javascript:|<[^>]* on\w+=/i, from);
    }
  });

  it('is stopped if it expands endlessly', async () => {
    const entities = Array.from({ length: 12 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(12)}">`);
    const bomb = `${xml}<!DOCTYPE article [<!ENTITY e0 "ha">${entities.join('')}]><article><para>&e12;</para></article>`;
    await service.failure('a.dbk', Buffer.from(bomb), 'rst');
    const macros = Array.from({ length: 26 }, (_, n) => {
      const body = n === 0 ? 'ha' : macroName(n - 1).repeat(12);
      return `\\newcommand{${macroName(n)}}{${body}}`;
    });
    const tex = `\\begin{document}${macros.join('')}\\mz\\end{document}`;
    await service.failure('a.tex', Buffer.from(tex), 'rst');
  });
});

function macroName(index: number): string {
  return `\\m${String.fromCodePoint(97 + index)}`;
}

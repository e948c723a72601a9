import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strToU8, zipSync } from 'fflate';
import type { Loss, Traits } from '../../../../src/contract/losses.ts';
import { probeFile } from '../../../../src/engines/traits/probeFile.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

describe('probeFile', () => {
  const folder = useTemporaryFolder();

  async function traitsOf(name: string, from: string): Promise<Traits> {
    const inputPath = path.join(folder.path, name);
    const work = { tool: 'convert', engine: 'fileProbe', to: from, options: {}, outputPath: '' } as const;
    const { traits } = await probeFile({ ...work, from, inputPath, fileName: name, inputBytes: 0 });
    return traits ?? {};
  }

  async function traitOf(
    loss: Loss,
    from: string,
    parts: Record<string, string>,
  ): Promise<boolean | undefined> {
    const zipped = Object.entries(parts).map(([name, text]) => [
      name,
      strToU8(`<?xml version="1.0"?>${text}`),
    ]);
    await writeFile(path.join(folder.path, `a.${from}`), zipSync(Object.fromEntries(zipped)));
    return (await traitsOf(`a.${from}`, from))[loss];
  }

  const tables = async (name: string, sql: string): Promise<(boolean | undefined)[]> => {
    const database = new DatabaseSync(path.join(folder.path, name));
    database.exec(sql);
    database.close();
    const { otherTables, unreadableTables } = await traitsOf(name, 'sqlite');
    return [otherTables, unreadableTables];
  };

  const tagOf = async (text: string): Promise<boolean | undefined> => {
    await writeFile(path.join(folder.path, 'a.yaml'), text);
    return (await traitsOf('a.yaml', 'yaml')).anchors;
  };

  const slide = async (content: string, more = {}): Promise<(boolean | undefined)[]> => {
    const parts = { 'ppt/slides/slide1.xml': `<p:sld>${content}</p:sld>`, ...more };
    return [await traitOf('animation', 'pptx', parts), await traitOf('charts', 'pptx', parts)];
  };

  it('finds the tables of a database that a single table or another program would lose', async () => {
    const one = 'CREATE TABLE a (b);';
    assert.deepEqual(await tables('1.db', one), [false, false]);
    assert.deepEqual(await tables('2.db', `${one} CREATE VIEW c AS SELECT b FROM a`), [true, false]);
    assert.deepEqual(await tables('3.db', `${one} CREATE VIEW c AS SELECT d(b) FROM a`), [false, true]);
    assert.deepEqual(await tables('4.db', `${one} CREATE VIRTUAL TABLE e USING rtree(f, g, h)`), [
      false,
      true,
    ]);
  });

  it('finds the charts and animations of slides', async () => {
    assert.deepEqual(await slide('<p:timing/>'), [false, false]);
    assert.deepEqual(await slide('<p:transition spd="slow"/>'), [true, false]);
    assert.deepEqual(await slide('<p:animEffect/>', { 'ppt/charts/chart1.xml': '' }), [true, true]);
  });

  it('knows that a video moves, whatever its container', async () => {
    await writeFile(path.join(folder.path, 'a.avi'), 'RIFF');
    assert.deepEqual(await traitsOf('a.avi', 'avi'), { animation: true, video: true });
  });

  it('finds tags in YAML that other formats lack, other than CloudFormation’s', async () => {
    assert.equal(await tagOf('key: !secret password\n'), true);
    assert.equal(await tagOf('- !include other.yaml\n'), true);
    assert.equal(await tagOf('key: !Ref Name\n'), undefined);
    assert.equal(await tagOf('key: a & b!\n'), false);
  });

  it('finds hidden text in documents, but not hidden ends of paragraphs', async () => {
    const inWord = (content: string): Promise<boolean | undefined> =>
      traitOf('hiddenText', 'docx', { 'word/document.xml': `<w:p>${content}</w:p>` });
    assert.equal(await inWord('<w:r><w:rPr><w:b/><w:vanish/></w:rPr><w:t>a</w:t></w:r>'), true);
    assert.equal(await inWord('<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>'), undefined);
    assert.equal(await inWord('<w:r><w:t>a</w:t></w:r>'), false);
    const style = '<style:text-properties text:display="none"/>';
    assert.equal(await traitOf('hiddenText', 'odt', { 'content.xml': style }), true);
    for (const [rtf, expected] of [
      ['{\\v a}', true],
      ['\\v0 a \\viewkind4', false],
      ['\\deleted a', undefined],
      ['a', false],
    ] as const) {
      await writeFile(path.join(folder.path, 'a.rtf'), `{\\rtf1 ${rtf}}`);
      assert.equal((await traitsOf('a.rtf', 'rtf')).hiddenText, expected, rtf);
    }
  });

  it('finds comments in documents, but not in parts for comments that are empty', async () => {
    const comments = {
      docx: ['word/comments.xml', '<w:comments/>', '<w:comments><w:comment w:id="0"/></w:comments>'],
      pptx: ['ppt/comments/comment1.xml', '<p:cmLst/>', '<p:cmLst><p:cm authorId="0"/></p:cmLst>'],
      xlsx: [
        'xl/comments1.xml',
        '<comments><commentList/></comments>',
        '<comments><comment ref="A1"/></comments>',
      ],
    } as const;
    for (const [format, [part, empty, full]] of Object.entries(comments)) {
      assert.equal(await traitOf('comments', format, { 'a.xml': '<a/>' }), false, format);
      assert.equal(await traitOf('comments', format, { [part]: empty }), false, format);
      assert.equal(await traitOf('comments', format, { [part]: full }), true, format);
    }
    const threaded = { 'xl/threadedComments/threadedComment1.xml': '<threadedComment ref="A1"/>' };
    assert.equal(await traitOf('comments', 'xlsx', threaded), true);
  });
});

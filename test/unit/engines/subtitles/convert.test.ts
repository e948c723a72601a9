import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { convertSubtitles } from '../../../../src/engines/subtitles/convert.ts';
import { useTemporaryFolder } from '../../../support/temporaryFolder.ts';

const cue = (text: string): string => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n\n`;
const page = (text: string): string => `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${text}\n`;
const event = (text: string): string =>
  `[Events]\nFormat: Start, End, Name, Text\nDialogue: 0:00:01.00,0:00:02.00,,${text}\n`;
const styles = (version: string, alignment: number): string =>
  `[${version} Styles]\nFormat: Name, Bold, Italic, Alignment\nStyle: Sign,-1,0,${alignment}\n`;

describe('convertSubtitles', () => {
  const folder = useTemporaryFolder();

  async function convert(from: string, text: string | Buffer, to: string): Promise<string> {
    const [inputPath, outputPath] = [`in.${from}`, `out.${to}`].map((name) => path.join(folder.path, name));
    assert.ok(inputPath !== undefined && outputPath !== undefined);
    await writeFile(inputPath, text);
    const work = { tool: 'convert', engine: 'subtitles', inputBytes: 0, fileName: `in.${from}` } as const;
    await convertSubtitles({ ...work, from, to, options: {}, inputPath, outputPath });
    return readFile(outputPath, 'utf8');
  }

  it('reads SubRip with other line ends, a byte order mark, or in Windows-1252', async () => {
    const expected = page('Größe');
    assert.equal(await convert('srt', cue('Größe').replaceAll('\n', '\r\n'), 'vtt'), expected);
    assert.equal(await convert('srt', cue('Größe').replaceAll('\n', '\r'), 'vtt'), expected);
    assert.equal(await convert('srt', `\ufeff${cue('Größe')}`, 'vtt'), expected);
    assert.equal(await convert('srt', Buffer.from(cue('Größe'), 'latin1'), 'vtt'), expected);
  });

  it('reads SubRip without numbers, without blank lines between subtitles, and with blank lines in a text', async () => {
    const text = '0:1,5 --> 0:0:2.25\na\n\nb\n2\n00:00:03,000 --> 00:00:04,000 X1:1\n1984\n';
    assert.equal(
      await convert('srt', text, 'vtt'),
      'WEBVTT\n\n00:00:01.500 --> 00:00:02.250\na\nb\n\n00:00:03.000 --> 00:00:04.000\n1984\n',
    );
  });

  it('reads times without a fraction, as some programs write full seconds', async () => {
    const text = '00:01:39 --> 00:01:41,04\na\n\n1:40:00 --> 1:41:00\nb\n';
    const expected = 'WEBVTT\n\n00:01:39.000 --> 00:01:41.040\na\n\n01:40:00.000 --> 01:41:00.000\nb\n';
    assert.equal(await convert('srt', text, 'vtt'), expected);
    assert.equal(await convert('srt', await convert('vtt', `WEBVTT\n\n${text}`, 'srt'), 'vtt'), expected);
  });

  it('writes readings of words after them, with or without their end tags', async () => {
    const text = '<ruby>山<rt>やま</rt></ruby>と<b><ruby.a>海<rt.b>うみ</ruby></b>';
    assert.equal(await convert('vtt', page(text), 'srt'), cue('山(やま)と<b>海(うみ)</b>'));
  });

  it('keeps text that only looks like markup', async () => {
    const literal = 'I <3 you {laughs} <Music> a->b';
    const inPage = page('I &lt;3 you {laughs} &lt;Music&gt; a-&gt;b');
    assert.equal(await convert('srt', cue(literal), 'vtt'), inPage);
    assert.equal(await convert('vtt', inPage, 'srt'), cue(literal));
    const scripted = await convert('vtt', inPage, 'ass');
    assert.match(scripted, /,,I <3 you \\\{laughs\\\} <Music> a->b\n/);
    assert.equal(await convert('ass', scripted, 'srt'), cue(literal));
  });

  it('writes no text that would be read as times, tags, or overrides', async () => {
    const text = '&lt;i&gt;a&lt;/i&gt; {\\an8}\n00:00:09.000 --&gt; 00:00:10.000 C:\\New';
    const subRip = await convert('vtt', page(text), 'srt');
    assert.equal(
      await convert('srt', subRip, 'vtt').then((each) => each.replaceAll('\u2060', '')),
      page(text),
    );
    assert.equal(await convert('ass', await convert('vtt', page(text), 'ass'), 'vtt'), page(text));
  });

  it('keeps bold, italic, underlined, and colored text, also where tags overlap or are never closed', async () => {
    const text = '<b>a<i>b</b>c</i> <font color="#00FFFF">d</font></u><u>e';
    assert.equal(
      await convert('srt', cue(text), 'vtt'),
      page('<b>a</b><i><b>b</b></i><i>c</i> <c.cyan>d</c><u>e</u>'),
    );
    assert.match(
      await convert('srt', cue(text), 'ass'),
      /,,\{\\b1\}a\{\\b0\}\{\\b1\\i1\}b\{\\b0\\i0\}\{\\i1\}c\{\\i0\} \{\\c&Hffff00&\}d\{\\c\}\{\\u1\}e\{\\u0\}\n/,
    );
  });

  it('keeps the position of a text in each format', async () => {
    const places = [
      ['{\\an8}', ' line:0'],
      ['{\\an1}', ' align:start'],
      ['{\\an6}', ' line:50% align:end'],
    ] as const;
    for (const [override, settings] of places) {
      const vtt = await convert('srt', cue(`${override}a`), 'vtt');
      assert.equal(vtt, `WEBVTT\n\n00:00:01.000 --> 00:00:02.000${settings}\na\n`);
      assert.equal(await convert('vtt', vtt, 'srt'), cue(`${override}a`));
      assert.equal(await convert('ass', await convert('srt', cue(`${override}a`), 'ass'), 'vtt'), vtt);
    }
    assert.equal(await convert('vtt', page('a').replace('\na', ' line:-2\na'), 'srt'), cue('a'));
  });

  it('takes formatting from the styles of ASS and SSA, and leaves out comments and drawings', async () => {
    const text = String.raw`a{\b0}b{\r\i1}c{note}{\p1}m 0 0 l 9 9{\p0}{\blur2\pos(1,2)\fs20}\Nd, e`;
    const events = `[Events]\nFormat: Start, End, Style, Text\nDialogue: 0:00:01.00,0:00:02.00,Sign,${text}\n`;
    const expected = cue('{\\an8}<b>a</b>b<i><b>c</b></i><i><b>\nd, e</b></i>');
    assert.equal(await convert('ass', `${styles('V4+', 8)}${events}`, 'srt'), expected);
    assert.equal(await convert('ass', `${styles('V4', 6)}${events}`, 'srt'), expected);
  });

  it('puts subtitles into the order of their times, and drops those without text', async () => {
    const early = '[Events]\nFormat: Start, End, Name, Text\nDialogue: 0:00:09.99,0:01:00.00,Bo,late\n';
    const text = `${early}Dialogue: 0:00:01.00,0:00:02.00,,early\nDialogue: 0:00:00.00,0:00:01.00,,{\\p1}m 0 0\n`;
    assert.equal(await convert('ass', text, 'txt'), 'early\nBo: late\n');
    assert.match(await convert('ass', text, 'vtt'), /00:00:09\.990 --> 00:01:00\.000\n<v Bo>late/);
  });

  it('skips the styles, regions, and notes of WebVTT, and names of subtitles', async () => {
    const blocks = 'STYLE\n::cue { color: red }\n\nREGION\nid:a\n\nNOTE b\nc\n\nd\n';
    const text = page('a').replace('\n\n', `\n\n${blocks}`).concat('\nNOTE e\n');
    assert.equal(await convert('vtt', text, 'srt'), cue('a'));
  });

  it('rounds to the hundredths of a second that ASS has', async () => {
    const text = '1\n00:59:59,996 --> 27:46:39,994\na\n';
    assert.match(await convert('srt', text, 'ass'), /Dialogue: 0,1:00:00\.00,27:46:39\.99,/);
  });

  it('refuses times that are negative, run backward, or can’t be read, and names the line', async () => {
    for (const times of [
      '-00:00:01,000 --> 00:00:02,000',
      '00:00:03,000 --> 00:00:02,000',
      '00:00:01,000 --> ',
      '999999999:00:00,000 --> 999999999:00:01,000',
    ]) {
      await assert.rejects(convert('srt', `1\n${times} \na\n`, 'vtt'), {
        message: 'Invalid SRT, line 2: a subtitle needs a start time, and an end time that isn’t earlier.',
      });
    }
    await assert.rejects(convert('vtt', page('a').replace('00:00:01', 'x'), 'srt'), /Invalid VTT, line 3/);
    await assert.rejects(
      convert('ass', event('a').replace('0:00:01', '-1:00:01'), 'srt'),
      /Invalid ASS, line 3/,
    );
  });

  it('refuses other texts, and accepts empty files', async () => {
    const failed = { code: 'conversion.invalid_input' };
    await assert.rejects(convert('srt', 'Dear reader,\n', 'vtt'), failed);
    await assert.rejects(convert('vtt', cue('a'), 'srt'), failed);
    await assert.rejects(convert('ass', cue('a'), 'srt'), failed);
    await assert.rejects(convert('srt', Buffer.from([0, 1, 2, 255]), 'vtt'), failed);
    assert.equal(await convert('srt', '\n', 'vtt'), 'WEBVTT\n');
    assert.equal(await convert('vtt', '', 'txt'), '');
  });

  it('converts hostile texts before its time limit', async () => {
    const many = 100_000;
    for (const part of [
      '<b>',
      '<b',
      '{\\i1}',
      '{\\',
      '{',
      '&',
      '<c.',
      '\u2060\\',
      ' ',
      '-->',
      '<v ',
      '\\N',
    ]) {
      const text = part.repeat(many);
      await convert('srt', cue(text), 'vtt').catch(String);
      await convert('vtt', page(text), 'ass').catch(String);
      await convert('ass', event(text), 'srt').catch(String);
    }
    await convert('ass', `[Events]\nFormat: ${'a,'.repeat(many)}\n${'Dialogue: 1\n'.repeat(9)}`, 'srt').catch(
      String,
    );
    await convert('srt', '1\n00:00:01,000 --> 00:00:02,000\na\n'.repeat(many), 'ass');
  });
});

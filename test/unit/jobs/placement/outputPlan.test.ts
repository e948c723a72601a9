import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatOfFileName } from '../../../../src/contract/formats/naming.ts';
import type { Job, OutputTemplates } from '../../../../src/jobs/core/job.ts';
import { mayBeFormat, type OutputProperties, planOutput } from '../../../../src/jobs/placement/outputPlan.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { outputTemplates } from '../../../support/jobs/outputTemplates.ts';
import { root } from '../../../support/paths.ts';

const compressJob = (source: string, suffix = '-compressed'): Job =>
  jobWith({
    tool: 'compress',
    source,
    targetFormat: undefined,
    placement: { onCollision: 'rename', replaceSource: false, suffix, keepDates: false, output: undefined },
  });

const outputName = (...plan: Parameters<typeof planOutput>): string => planOutput(...plan).name;
const named = (name: string, changes: Partial<Job> = {}, size?: OutputProperties['size']): string => {
  const job = jobWith({ targetFormat: 'webp', ...changes });
  const output = outputTemplates({ name, number: '03' });
  return outputName({ ...job, placement: { ...job.placement, output } }, 'service.webp', { size });
};

describe('planOutput', () => {
  it('is the service’s name, made safe', () => {
    assert.equal(outputName(jobWith(), 'result.txt'), 'result.txt');
    assert.equal(outputName(jobWith(), '../../../etc/cron.d/job'), 'job.txt');
  });

  it('is the source’s name if the service gives nothing usable', () => {
    assert.equal(outputName(jobWith({ targetFormat: 'webp' }), undefined), 'photo.webp');
    assert.equal(outputName(jobWith({ targetFormat: 'webp' }), '../..'), 'photo.webp');
    const packed = jobWith({ source: 'file:///a/b%20c.tar.gz', targetFormat: 'zip' });
    assert.equal(outputName(packed, undefined), 'b c.zip');
  });

  it('keeps the service’s spelling of the extension, and adds or replaces a missing or wrong one', () => {
    const toJpg = jobWith({ targetFormat: 'jpg' });
    assert.equal(outputName(toJpg, 'Photo.JPEG'), 'Photo.JPEG');
    assert.equal(outputName(toJpg, 'photo'), 'photo.jpg');
    assert.equal(outputName(toJpg, 'photo.final.exe'), 'photo.final.jpg');
    assert.equal(outputName(jobWith({ targetFormat: 'tar.gz' }), 'all.tgz'), 'all.tgz');
    assert.equal(outputName(jobWith({ targetFormat: 'tar.gz' }), 'all.gz'), 'all.tar.gz');
    assert.equal(outputName(compressJob('file:///a/photo.jpg'), 'photo.png'), 'photo-compressed.jpg');
    assert.equal(outputName(compressJob('file:///a/README'), 'README.sh'), 'README-compressed');
  });

  it('has the extension of a ZIP if the output turned out to be one', () => {
    const toPng = jobWith({ targetFormat: 'png' });
    assert.equal(outputName(toPng, 'pages.zip'), 'pages.png');
    assert.equal(outputName(toPng, 'pages.zip', { isBundle: true }), 'pages.zip');
    assert.equal(outputName(toPng, undefined, { isBundle: true }), 'photo.zip');
  });

  it('gets the suffix for a compressed file if the service names none or the source itself', () => {
    const job = compressJob('file:///a/cafe%CC%81.JPG');
    assert.equal(outputName(job, undefined), 'caf\u00e9-compressed.JPG');
    assert.equal(outputName(job, 'Caf\u00e9.jpg'), 'caf\u00e9-compressed.JPG');
    assert.equal(outputName(job, 'small.jpg'), 'small.jpg');
  });

  it('stays a plain name with any suffix', () => {
    assert.equal(outputName(compressJob('file:///a/photo.jpg', '/../../x'), undefined), 'x.jpg');
  });

  it('follows a template, with the format’s extension', () => {
    assert.equal(named('${n}-${name}'), '03-photo.webp');
    assert.equal(named('${name}.${ext}'), 'photo.webp');
    assert.equal(named('${name}.min'), 'photo.min.webp');
    assert.equal(named('x.exe'), 'x.exe.webp');
    assert.equal(named('${name}-${width}', {}, { width: '800', height: '600' }), 'photo-800.webp');
    assert.equal(named('${name}', { source: 'file:///a/b%2F..%2Fc.png' }), 'b_.._c.webp');
    assert.equal(named('con'), '_con.webp');
    assert.equal(named('${width}'), 'service.webp');
    assert.equal(named('  ..'), 'service.webp');
    assert.equal(Buffer.byteLength(named(`é${'${name}'.repeat(90)}`)), 255);
  });

  it('gets the suffix for a compressed file if a template yields the source’s own name', () => {
    const job = compressJob('file:///a/Photo.JPG');
    const compressed = (changes: Partial<OutputTemplates>): string =>
      outputName({ ...job, placement: { ...job.placement, output: outputTemplates(changes) } }, undefined);
    assert.equal(compressed({ name: '${name}' }), 'Photo-compressed.JPG');
    assert.equal(compressed({ name: '${name}', folder: 'out' }), 'Photo.JPG');
    assert.equal(compressed({ name: 'small ${name}' }), 'small Photo.JPG');
  });

  it('is the user’s choice above all else, made safe', () => {
    assert.equal(outputName(jobWith({ chosenName: 'C:\\mine.txt' }), 'result.txt'), 'mine.txt');
  });

  it('is read from a URI with a query or an invalid percent sign', () => {
    const source = 'vscode-vfs://host/repo/a%2Fb%.png?ref=main';
    assert.equal(outputName(jobWith({ source, targetFormat: 'jpg' }), undefined), 'a%2Fb%.jpg');
  });
});

// The content of `text.jpg` doesn't match its name.
const folders = ['archives', 'fonts', 'images', 'sample']
  .map((name) => `test/fixtures/${name}`)
  .map((folder) => join(root, folder));
const paths = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.includes('.') && !name.endsWith('.md') && name !== 'text.jpg')
    .map((name) => join(folder, name)),
);

describe('mayBeFormat', () => {
  for (const path of paths) {
    it(`accepts ${path.slice(root.length + 1)} as its own format`, () => {
      assert.equal(mayBeFormat(readFileSync(path), formatOfFileName(path)), true);
    });
  }

  it('accepts no web page and no other image as an image', () => {
    const page = Buffer.from('<!doctype html><html>');
    const png = readFileSync(join(root, 'test/fixtures/sample/cat.png'));
    for (const format of ['jpg', 'webp', 'avif', 'gif', 'tiff', 'pdf', 'docx', 'mp4', 'woff2']) {
      assert.equal(mayBeFormat(page, format), false, format);
      assert.equal(mayBeFormat(png, format), false, format);
    }
  });

  it('accepts formats without a known signature', () => {
    assert.equal(mayBeFormat(Buffer.from('x'), 'txt'), true);
    assert.equal(mayBeFormat(Buffer.from('x'), 'constructor'), true);
    assert.equal(mayBeFormat(Buffer.from('x'), undefined), true);
  });
});

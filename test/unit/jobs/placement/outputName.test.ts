import assert from 'node:assert/strict';
import type { Job, OutputTemplates } from '../../../../src/jobs/core/job.ts';
import { numberedName, outputName, type SeenOutput } from '../../../../src/jobs/placement/outputName.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';
import { outputTemplates } from '../../../support/jobs/outputTemplates.ts';

const compressJob = (source: string, suffix = '-compressed'): Job =>
  jobWith({
    tool: 'compress',
    source,
    targetFormat: undefined,
    placement: { onCollision: 'rename', replaceSource: false, suffix, keepDates: false, output: undefined },
  });

const named = (name: string, changes: Partial<Job> = {}, size?: SeenOutput['size']): string => {
  const job = jobWith({ targetFormat: 'webp', ...changes });
  const output = outputTemplates({ name, number: '03' });
  return outputName({ ...job, placement: { ...job.placement, output } }, 'service.webp', { size });
};

describe('outputName', () => {
  it('is what the service says, made safe', () => {
    assert.equal(outputName(jobWith(), 'result.txt'), 'result.txt');
    assert.equal(outputName(jobWith(), '../../../etc/cron.d/job'), 'job.txt');
  });

  it('is made of the source’s name where the service says nothing of use', () => {
    assert.equal(outputName(jobWith({ targetFormat: 'webp' }), undefined), 'photo.webp');
    assert.equal(outputName(jobWith({ targetFormat: 'webp' }), '../..'), 'photo.webp');
    const packed = jobWith({ source: 'file:///a/b%20c.tar.gz', targetFormat: 'zip' });
    assert.equal(outputName(packed, undefined), 'b c.zip');
  });

  it('keeps the service’s way to write the extension, and puts it where it is missing or another', () => {
    const toJpg = jobWith({ targetFormat: 'jpg' });
    assert.equal(outputName(toJpg, 'Photo.JPEG'), 'Photo.JPEG');
    assert.equal(outputName(toJpg, 'photo'), 'photo.jpg');
    assert.equal(outputName(toJpg, 'photo.final.exe'), 'photo.final.jpg');
    assert.equal(outputName(jobWith({ targetFormat: 'tar.gz' }), 'all.tgz'), 'all.tgz');
    assert.equal(outputName(jobWith({ targetFormat: 'tar.gz' }), 'all.gz'), 'all.tar.gz');
    assert.equal(outputName(compressJob('file:///a/photo.jpg'), 'photo.png'), 'photo-compressed.jpg');
    assert.equal(outputName(compressJob('file:///a/README'), 'README.sh'), 'README-compressed');
  });

  it('is that of a zip for an output that was found to be one', () => {
    const toPng = jobWith({ targetFormat: 'png' });
    assert.equal(outputName(toPng, 'pages.zip'), 'pages.png');
    assert.equal(outputName(toPng, 'pages.zip', { isBundle: true }), 'pages.zip');
    assert.equal(outputName(toPng, undefined, { isBundle: true }), 'photo.zip');
  });

  it('gives a compressed file the suffix where the service names none or the source itself', () => {
    const job = compressJob('file:///a/cafe%CC%81.JPG');
    assert.equal(outputName(job, undefined), 'caf\u00e9-compressed.JPG');
    assert.equal(outputName(job, 'Caf\u00e9.jpg'), 'caf\u00e9-compressed.JPG');
    assert.equal(outputName(job, 'small.jpg'), 'small.jpg');
  });

  it('stays a plain name whatever the suffix is', () => {
    assert.equal(outputName(compressJob('file:///a/photo.jpg', '/../../x'), undefined), 'x.jpg');
  });

  it('is what a template says, with the extension of the format', () => {
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

  it('gives a compressed file the suffix where a template names the source itself beside it', () => {
    const job = compressJob('file:///a/Photo.JPG');
    const compressed = (changes: Partial<OutputTemplates>): string =>
      outputName({ ...job, placement: { ...job.placement, output: outputTemplates(changes) } }, undefined);
    assert.equal(compressed({ name: '${name}' }), 'Photo-compressed.JPG');
    assert.equal(compressed({ name: '${name}', folder: 'out' }), 'Photo.JPG');
    assert.equal(compressed({ name: 'small ${name}' }), 'small Photo.JPG');
  });

  it('is what a person chose before everything else, made safe', () => {
    assert.equal(outputName(jobWith({ chosenName: 'C:\\mine.txt' }), 'result.txt'), 'mine.txt');
  });

  it('reads the name in a URI that has a query, or a percent sign that encodes nothing', () => {
    const source = 'vscode-vfs://host/repo/a%2Fb%.png?ref=main';
    assert.equal(outputName(jobWith({ source, targetFormat: 'jpg' }), undefined), 'a%2Fb%.jpg');
  });
});

describe('numberedName', () => {
  it('puts the number before the extension, in a name that still fits', () => {
    assert.equal(numberedName('photo.webp', 0), 'photo.webp');
    assert.equal(numberedName('photo.webp', 2), 'photo (2).webp');
    assert.equal(numberedName('a.tar.gz', 1), 'a (1).tar.gz');
    assert.equal(Buffer.byteLength(numberedName(`${'x'.repeat(250)}.webp`, 10)), 255);
  });
});

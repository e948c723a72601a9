import assert from 'node:assert/strict';
import type { Job } from '../../../../src/jobs/core/job.ts';
import { numberedName, outputName } from '../../../../src/jobs/placement/outputName.ts';
import { jobWith } from '../../../support/jobs/jobWith.ts';

const compressJob = (source: string, suffix = '-compressed'): Job =>
  jobWith({
    tool: 'compress',
    source,
    targetFormat: undefined,
    placement: { onCollision: 'rename', replaceSource: false, suffix, keepDates: false, output: undefined },
  });

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
    assert.equal(outputName(toPng, 'pages.zip', true), 'pages.zip');
    assert.equal(outputName(toPng, undefined, true), 'photo.zip');
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

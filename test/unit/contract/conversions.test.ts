import assert from 'node:assert/strict';
import { parseCompressions, parseConversions } from '../../../src/contract/conversions.ts';

const pngToWebp = { from: 'png', to: 'webp' };
const pngToAvif = { from: 'png', to: 'avif' };
const both = [pngToWebp, pngToAvif];

describe('parseConversions', () => {
  const shapes: Record<string, unknown> = {
    'objects with from and to': both,
    'objects with other names': [
      { sourceFormat: 'PNG', targetFormat: '.webp' },
      { input: 'png', output: 'avif' },
    ],
    'objects with several targets': [{ from: 'png', to: ['webp', 'avif'] }],
    'objects with described targets': [
      { source: 'png', targets: [{ format: 'webp' }, { extension: 'AVIF' }] },
    ],
    'a map from source to targets': { png: ['webp', 'avif'] },
    'a map from source to described targets': { png: { targets: ['webp', 'avif'] } },
    'a map of maps': { png: { webp: {}, avif: {} } },
    'arrays of two': [
      ['png', 'webp'],
      ['png', 'avif'],
    ],
    'arrays of source and targets': [['png', ['webp', 'avif']]],
    'text with a dash': ['png-webp', 'png-avif'],
    'text with an arrow': ['png → webp', 'png->avif'],
    'text with words': ['png to webp', 'png_to_avif'],
    'an envelope': { data: both },
    'two envelopes': { data: { conversions: both } },
    'a page of items': { total: 2, items: both },
    'names in another case': {
      Conversions: [
        { From: 'PNG', To: 'WEBP' },
        { source_format: 'png', target_format: 'avif' },
      ],
    },
    'lists by kind of file': { images: ['png-webp', { from: 'png', to: 'avif' }] },
    'maps by kind of file': { data: { Images: { png: ['webp'] }, documents: { png: ['avif'] } } },
    'a list of supported formats, each with its targets': {
      supportedFormats: [{ from: 'png', to: ['webp', 'avif'] }],
    },
    'an input and its outputs': [{ input: 'png', outputs: ['webp', 'avif'] }],
    'a name and its targets': [{ name: 'PNG', targets: ['webp', 'avif'] }],
    'formats and what they convert to': { formats: [{ name: 'png', convertsTo: ['webp', 'avif'] }] },
    'formats and their supported outputs': [{ format: 'png', supportedOutputFormats: ['webp', 'avif'] }],
    'formats and their conversions': [{ extension: 'png', conversions: ['webp', 'avif'] }],
    'sources and their formats': [{ source: 'png', formats: ['webp', 'avif'] }],
    'names with spaces and dots': [{ 'Source Format': 'png', 'target.formats': ['webp', 'avif'] }],
    'described sources': [{ source: { name: 'PNG image', extension: '.png' }, targets: ['webp', 'avif'] }],
    'a target and its sources': [
      { target: 'webp', sources: ['png'] },
      { target: 'avif', sources: ['png'] },
    ],
    'targets with commas': [{ from: 'png', to: 'webp, avif' }],
    'a map of targets': [{ from: 'png', to: { webp: { lossy: {} }, avif: {} } }],
    'a map of flags': { png: { webp: true, avif: true, gif: false } },
    'a map to targets by category': { png: { images: ['webp', 'avif'] } },
    'a map with lists under names': { png: { formats: ['webp', 'avif'] } },
    'a map of pairs': { 'png-webp': {}, png_to_avif: true },
    'pairs as objects and texts': [{ pair: pngToWebp }, { conversion: 'png → avif' }],
    'categories with pairs': [{ category: 'Images', pairs: both }],
    'categories with names': [{ name: 'Images', formats: [{ name: 'png', targets: ['webp', 'avif'] }] }],
    'categories of sources and targets': { 'Raster images': { inputs: ['png'], outputs: ['webp', 'avif'] } },
    'categories nobody has heard of': { raster: { png: ['webp'] }, misc: [{ from: 'png', to: 'avif' }] },
    'categories in a list': { categories: [{ id: 'image', conversions: { png: ['webp', 'avif'] } }] },
    'resources with attributes': {
      data: both.map((attributes, id) => ({ type: 'conversion', id: String(id), attributes })),
      links: { self: { href: '/conversions' } },
    },
    'a list without those that are switched off': [
      ...both,
      { from: 'png', to: 'gif', enabled: false },
      { from: 'png', to: [{ format: 'bmp', supported: false }] },
    ],
    'a list beside another one': { conversions: both, unsupported: [{ from: 'png', to: 'gif' }] },
    'an envelope with names of its own': { name: 'list', output: 'json', conversions: both },
    'rows beside their columns': {
      columns: ['from', 'to'],
      rows: [
        ['png', 'webp'],
        ['png', 'avif'],
      ],
    },
  };
  for (const [name, body] of Object.entries(shapes)) {
    it(`reads ${name}`, () => {
      assert.deepEqual(parseConversions(body), both);
    });
  }

  it('keeps additional fields of a pair', () => {
    const pair = { ...pngToWebp, lossy: true, drops: ['layers'], credits: 2, unknown: {} };
    assert.deepEqual(parseConversions([pair]), [
      { ...pngToWebp, lossy: true, losses: ['layers'], credits: 2 },
    ]);
  });

  it('stores fields shared by many pairs once', () => {
    const drops = Array.from({ length: 1000 }, () => 'layers');
    const described = { from: 'png', to: ['webp', 'avif'], drops: ['x'.repeat(5000), ...drops] };
    for (const { losses: kept = [] } of parseConversions([described])) assert.equal(kept.length, 15);
    const named = { ...pngToWebp, program: 'x'.repeat(5000) };
    assert.deepEqual(parseConversions([named]), [pngToWebp]);
  });

  it('leaves out the pairs that programs would add', () => {
    const installable = [{ from: 'mp4', to: 'mp3', program: 'ffmpeg' }];
    assert.deepEqual(parseConversions({ conversions: [pngToWebp], installable }), [pngToWebp]);
  });

  it('refuses more pairs than can exist', () => {
    const to = Array.from({ length: 20_001 }, (_, at) => `f${at}`);
    assert.throws(() => parseConversions([{ from: 'png', to }]), { name: 'ShapeError' });
    assert.equal(parseConversions([{ from: 'png', to: to.slice(1) }]).length, 20_000);
    assert.throws(() => parseCompressions(to), { name: 'ShapeError' });
  });

  it('uses one name per format', () => {
    assert.deepEqual(parseConversions(['JPEG-TIF']), [{ from: 'jpg', to: 'tiff' }]);
  });

  it('keeps additional fields of one of several targets', () => {
    const targets = [{ format: 'webp', credits: 2 }, 'avif'];
    assert.deepEqual(parseConversions([{ source: 'png', targets, lossy: true }]), [
      { ...pngToWebp, lossy: true, credits: 2 },
      { ...pngToAvif, lossy: true },
    ]);
  });

  it('combines each source with each target of a category, but not across categories', () => {
    const formats = { inputs: ['png', 'webp'], outputs: ['webp', 'avif'] };
    assert.deepEqual(parseConversions([{ category: 'images', ...formats }]), [
      ...both,
      { from: 'webp', to: 'avif' },
    ]);
    assert.throws(() => parseConversions(formats), { name: 'ShapeError' });
  });

  it('accepts an empty list', () => {
    assert.deepEqual(parseConversions([]), []);
    assert.deepEqual(parseConversions({ conversions: [] }), []);
  });

  for (const body of [
    null,
    7,
    'png-webp',
    {},
    { id: 1 },
    { message: 'Hello there' },
    [1, null, {}],
    [['png']],
    { status: 'ok' },
    { supportedFormats: ['jpg', 'png'] },
    { supportedFormats: ['image/png', 'image/webp'] },
    { formats: { png: { extensions: ['png', 'apng'], mimeTypes: ['image/png'] } } },
    { output: 'json', items: ['png'] },
    [{ name: 'Images', formats: ['png', 'webp'] }],
    [{ from: 'png', to: 'webp', supported: false }],
    { images: ['jpg', 'png', 'webp'], documents: ['pdf'] },
  ]) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      assert.throws(() => parseConversions(body), { name: 'ShapeError', missing: 'conversions' });
    });
  }
});

describe('parseCompressions', () => {
  const shapes: Record<string, unknown> = {
    text: ['jpg', 'PDF'],
    objects: [{ format: 'jpeg' }, { extension: '.pdf' }],
    'a map': { jpg: { lossy: true }, pdf: {} },
    'a map of flags': { jpg: true, pdf: true, exe: false },
    'an envelope': { formats: ['jpg', 'pdf'] },
    'lists by kind of file': { images: ['jpg'], documents: ['pdf'] },
    'a list of supported formats': { supportedFormats: ['jpg', 'pdf'] },
    'names in another case': { Formats: [{ Format: 'JPG' }, { format: 'pdf' }] },
    'a list with one format twice': ['jpg', 'jpeg', 'pdf'],
    'objects with names and extensions': [
      { name: 'JPEG image', type: 'image', extensions: ['jpg', 'jpeg'] },
      { name: 'PDF', enabled: true },
      { name: 'GIF', enabled: false },
    ],
    'categories in a list': {
      data: [
        { category: 'images', formats: ['jpg'] },
        { name: 'Documents', types: ['pdf'] },
      ],
    },
    'categories under names': { supported: { 'Raster images': ['jpg'], documents: [{ format: 'pdf' }] } },
    'a map from formats to modes': { jpg: ['lossy', 'lossless'], pdf: ['lossless'] },
  };
  for (const [name, body] of Object.entries(shapes)) {
    it(`reads ${name}`, () => {
      assert.deepEqual(parseCompressions(body), ['jpg', 'pdf']);
    });
  }

  for (const body of [null, {}, { message: 'ok' }, ['not a format at all'], [{}]]) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      assert.throws(() => parseCompressions(body), { name: 'ShapeError', missing: 'formats' });
    });
  }
});

import assert from 'node:assert/strict';
import type { ServiceId } from '../../../../src/jobs/core/service.ts';
import {
  imageSetRows,
  planImageSet,
  widthsUpTo,
  folderWithin,
  iconOptions,
  companionsText,
  iconsOf,
  iconsWithin,
  webManifest,
} from '../../../../src/vscode/web/imageSets.ts';
import type { ImageSetId } from '../../../../src/planning/work.ts';
import { catalogs, file, local, select } from '../../../support/formats/selections.ts';
import { offerWith } from '../../../support/formats/offerWith.ts';

/** Both services with the same conversions, except that only this computer converts PDF to WebP. */
const everywhere = offerWith({
  catalogs: new Map<ServiceId, typeof local>([
    ['local', { ...local, conversions: [...local.conversions, { from: 'pdf', to: 'webp' }] }],
    ['network', local],
  ]),
  runOn: 'auto',
  networkReady: true,
});

describe('Responsive widths', () => {
  it('never exceed the picture, and end with its own width if it is smaller', () => {
    assert.deepEqual(widthsUpTo(300), [300]);
    assert.deepEqual(widthsUpTo(480), [480]);
    assert.deepEqual(widthsUpTo(1000), [480, 960, 1000]);
    assert.deepEqual(widthsUpTo(1920), [480, 960, 1440, 1920]);
    assert.deepEqual(widthsUpTo(6000), [480, 960, 1440, 1920]);
  });

  it('are made on this computer, from pictures only', () => {
    const { planned, refused } = planImageSet(
      select(everywhere, file('a.png'), file('b.pdf')),
      'responsiveWidths',
    );
    assert.deepEqual(
      planned.map(({ uri, service }) => [uri, service]),
      [['file:///files/a.png', 'local']],
    );
    assert.deepEqual(refused, []);
  });

  it('are listed if a picture is among the files, separate from the formats', () => {
    const rows = imageSetRows(select(everywhere, file('a.png'), file('b.pdf')), true);
    assert.deepEqual(
      rows.map((row) => ('heading' in row ? row.heading : [row.label, row.description, row.info])),
      [
        'Image sets',
        [
          'Responsive widths',
          '1 of 2 files · This computer',
          'WebP at 480, 960, 1440, and 1920 pixels wide, never wider than the image, with the srcset for HTML',
        ],
      ],
    );
    assert.deepEqual(imageSetRows(select(everywhere, file('b.pdf')), true), []);
    const elsewhere = offerWith({ catalogs, runOn: 'networkOnly', networkReady: true });
    assert.deepEqual(imageSetRows(select(elsewhere, file('a.png')), true), []);
  });
});

describe('Picture sets', () => {
  const conversions = ['png', 'webp', 'ico'].flatMap((to) =>
    ['jpg', 'png', 'webp', 'bmp'].flatMap((from) => (from === to || from === 'bmp' ? [] : { from, to })),
  );
  const offer = offerWith({ catalogs: new Map([['local', { ...local, conversions }]]) });
  const planned = (imageSet: ImageSetId, ...names: string[]): string[] =>
    planImageSet(select(offer, ...names.map((name) => file(name))), imageSet).planned.map(({ uri }) => uri);

  it('also include pictures in one of the set’s formats', () => {
    assert.deepEqual(planned('responsiveWidths', 'a.webp'), ['file:///files/a.webp']);
    assert.deepEqual(planned('favicon', 'a.png', 'b.jpg'), ['file:///files/a.png', 'file:///files/b.jpg']);
  });

  it('leave out pictures whose set would be incomplete, and report them', () => {
    const { planned: none, refused } = planImageSet(select(offer, file('a.bmp')), 'favicon');
    assert.deepEqual([none.length, refused.map(({ uri }) => uri)], [0, ['file:///files/a.bmp']]);
    assert.deepEqual(planned('appIcons', 'a.png'), []);
    const rows = imageSetRows(select(offer, file('a.jpg')), true);
    assert.deepEqual(
      rows.flatMap((row) => ('label' in row ? row.label : [])),
      ['Responsive widths', 'Favicon set'],
    );
  });
});

const named = (sourcePixels: number): Record<string, readonly number[]> =>
  Object.fromEntries(iconsWithin(iconsOf.favicon, sourcePixels).map(({ name, sides }) => [name, sides]));

describe('Icon sets', () => {
  it('contain what browsers, home screens, and the manifest need for a favicon', () => {
    const all = {
      favicon: [16, 32, 48],
      'apple-touch-icon': [180],
      'icon-192': [192],
      'icon-512': [512],
      'icon-maskable-512': [512],
    };
    assert.deepEqual(named(Infinity), all);
    assert.deepEqual(named(512), all);
  });

  it('enlarge only pictures smaller than any icon, and count padding', () => {
    assert.deepEqual(Object.keys(named(300)), [
      'favicon',
      'apple-touch-icon',
      'icon-192',
      'icon-maskable-512',
    ]);
    assert.deepEqual(named(140), { favicon: [16, 32, 48], 'apple-touch-icon': [180] });
    assert.deepEqual(named(40), { favicon: [16, 32] });
    assert.deepEqual(named(9), { favicon: [16] });
    const [ico, icns, ...pictures] = iconsWithin(iconsOf.appIcons, 100);
    assert.deepEqual(ico?.sides, [16, 24, 32, 48, 64]);
    assert.deepEqual(icns?.sides, [16, 32, 64]);
    assert.deepEqual(
      pictures.map(({ name }) => name),
      ['icon-16', 'icon-32', 'icon-48', 'icon-64'],
    );
  });

  it('keep a maskable icon within the safe circle', () => {
    const maskable = iconsOf.favicon.find(({ purpose }) => purpose === 'maskable');
    assert.ok(maskable);
    const { sides, padding = 0, background } = maskable;
    const [side = 0] = sides;
    assert.ok(Math.hypot(side - 2 * padding, side - 2 * padding) <= 0.8 * side);
    assert.ok(background);
    assert.equal(iconOptions(maskable)['fit'], 'contain');
  });

  it('name the files beside them once', () => {
    const uris = ['icon.svg', 'site.webmanifest'].flatMap((name) => [
      `file:///a/${name}`,
      `file:///b/${name}`,
    ]);
    assert.equal(companionsText(uris), 'Each folder also contains icon.svg and site.webmanifest.');
    assert.equal(companionsText([]), undefined);
  });

  it('have a manifest that names existing icons', () => {
    const manifest: unknown = JSON.parse(webManifest('logo', iconsWithin(iconsOf.favicon, 300)));
    assert.deepEqual(manifest, {
      name: 'logo',
      icons: [
        { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: 'icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    });
  });

  it('are put into one folder below the configured one, or beside the source', () => {
    const ofWorkspace = true;
    assert.deepEqual(folderWithin('x', [{ folder: 'out', ofWorkspace }, { folder: '' }, { name: 'a' }]), [
      { folder: 'out/x', ofWorkspace },
      { folder: 'x', ofWorkspace: false },
      { folder: 'x' },
    ]);
    assert.deepEqual(folderWithin('x', [{ folder: 'out/${ext}' }]), [{ folder: 'x' }]);
  });
});

import assert from 'node:assert/strict';
import {
  folderWithin,
  iconOptions,
  iconsOf,
  iconsWithin,
  webManifest,
} from '../../../../src/vscode/imageSets/iconSets.ts';

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

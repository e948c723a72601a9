import assert from 'node:assert/strict';
import type { ServiceId } from '../../../../src/jobs/core/service.ts';
import { imageSetRows, planResponsive, widthsUpTo } from '../../../../src/vscode/model/imageSets.ts';
import { catalogs, file, local, select } from '../../../support/formats/selections.ts';
import { offerWith } from '../../../support/formats/offerWith.ts';

/** Of a network that can do what this computer can, and is asked first. */
const everywhere = offerWith({
  catalogs: new Map<ServiceId, typeof local>([
    ['local', { ...local, conversions: [...local.conversions, { from: 'pdf', to: 'webp' }] }],
    ['network', local],
  ]),
  runOn: 'auto',
  networkReady: true,
});

describe('Responsive widths', () => {
  it('are never larger than the picture, and end with its own where it is narrower than the widest', () => {
    assert.deepEqual(widthsUpTo(300), [300]);
    assert.deepEqual(widthsUpTo(480), [480]);
    assert.deepEqual(widthsUpTo(1000), [480, 960, 1000]);
    assert.deepEqual(widthsUpTo(1920), [480, 960, 1440, 1920]);
    assert.deepEqual(widthsUpTo(6000), [480, 960, 1440, 1920]);
  });

  it('are made on this computer, of pictures alone', () => {
    const { planned, refused } = planResponsive(select(everywhere, file('a.png'), file('b.pdf')));
    assert.deepEqual(
      planned.map(({ uri, service }) => [uri, service]),
      [['file:///files/a.png', 'local']],
    );
    assert.deepEqual(refused, []);
  });

  it('stand in the list where a picture is among the files, under no name of a format', () => {
    const rows = imageSetRows(select(everywhere, file('a.png'), file('b.pdf')));
    assert.deepEqual(
      rows.map((row) => ('heading' in row ? row.heading : [row.label, row.description, row.detail])),
      [
        'Image sets',
        [
          'Responsive widths',
          '1 of 2 files · This computer',
          'WebP, 480, 960, 1440, and 1920 pixels wide, none wider than the picture, with the srcset for HTML',
        ],
      ],
    );
    assert.deepEqual(imageSetRows(select(everywhere, file('b.pdf'))), []);
    const elsewhere = offerWith({ catalogs, runOn: 'networkOnly', networkReady: true });
    assert.deepEqual(imageSetRows(select(elsewhere, file('a.png'))), []);
  });
});

import assert from 'node:assert/strict';
import { accepts, compressorOf, type Offer, type RunOn, targetsFor } from '../../../src/planning/offer.ts';
import { offerWith } from '../../support/formats/offerWith.ts';

function offer(runOn: RunOn, networkReady = true): Offer {
  return offerWith({
    runOn,
    networkReady,
    catalogs: new Map([
      [
        'local',
        {
          conversions: [
            { from: 'png', to: 'webp' },
            { from: 'png', to: 'jpg', drops: ['alpha'] },
            { from: 'svg', to: 'png' },
            { from: 'svg', to: 'webp' },
          ],
          compressions: ['png'],
        },
      ],
      [
        'network',
        {
          conversions: [
            { from: 'png', to: 'webp', credits: 1 },
            { from: 'docx', to: 'pdf' },
          ],
          compressions: ['pdf'],
        },
      ],
    ]),
  });
}

describe('targetsFor', () => {
  it('lists what every selected format can become, with the preferred service for each', () => {
    const targets = targetsFor(offer('auto'), ['png', 'svg', 'png']);
    assert.deepEqual(
      targets.map(({ format, routes }) => [format, routes.map(({ from, service }) => `${from} ${service}`)]),
      [['webp', ['png network', 'svg local']]],
    );
  });

  it('leaves out the network without a key, and this computer if the settings exclude it', () => {
    assert.deepEqual(targetsFor(offer('auto', false), ['docx']), []);
    assert.deepEqual(targetsFor(offer('networkOnly'), ['svg']), []);
    assert.deepEqual(targetsFor(offer('localOnly'), ['docx']), []);
  });

  it('lists what a conversion leaves out', () => {
    const jpg = targetsFor(offer('localOnly'), ['png']).find(({ format }) => format === 'jpg');
    assert.deepEqual(jpg?.routes[0]?.pair.drops, ['alpha']);
  });

  it('is empty for formats without a common target', () => {
    assert.deepEqual(targetsFor(offer('auto'), ['png', 'docx']), []);
    assert.deepEqual(targetsFor(offer('auto'), []), []);
  });
});

describe('compressorOf', () => {
  it('selects a service that compresses the format', () => {
    assert.equal(compressorOf(offer('auto'), 'png'), 'local');
    assert.equal(compressorOf(offer('auto'), 'pdf'), 'network');
    assert.equal(compressorOf(offer('localOnly'), 'pdf'), undefined);
  });
});

describe('accepts', () => {
  it('knows which formats a tool accepts under the settings', () => {
    assert.equal(accepts(offer('auto'), 'convert', 'docx'), true);
    assert.equal(accepts(offer('localOnly'), 'convert', 'docx'), false);
    assert.equal(accepts(offer('localOnly'), 'compress', 'png'), true);
    assert.equal(accepts(offer('auto'), 'compress', 'svg'), false);
  });
});

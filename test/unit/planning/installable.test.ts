import assert from 'node:assert/strict';
import { installableFor, type Offer } from '../../../src/planning/offer.ts';
import { offerWith } from '../../support/formats/offerWith.ts';

const pair = (from: string, to: string) => ({ from, to });
const needing = (from: string, to: string) => ({ from, to, program: 'ffmpeg' });
const local = {
  conversions: [pair('mp4', 'mov'), pair('mkv', 'mp3')],
  compressions: [],
  installable: [needing('mp4', 'mp3'), needing('mp4', 'gif'), needing('webm', 'mp3')],
};
const network = { conversions: [pair('mp4', 'gif')], compressions: [] };
const offer = offerWith({ catalogs: new Map([['local', local]]) });

describe('installableFor', () => {
  it('reports what a program would add', () => {
    assert.deepEqual(installableFor(offer, ['mp4']), [{ program: 'ffmpeg', targets: ['mp3', 'gif'] }]);
    assert.deepEqual(installableFor(offer, ['png']), []);
  });

  it('counts targets that all of several formats could have', () => {
    const both = [{ program: 'ffmpeg', targets: ['mp3'] }];
    assert.deepEqual(installableFor(offer, ['mp4', 'webm', 'mp4']), both);
    assert.deepEqual(installableFor(offer, ['mkv', 'mp4']), both);
    assert.deepEqual(installableFor(offer, ['mp4', 'png']), []);
  });

  it('leaves out what the network does', () => {
    const catalogs = new Map([
      ['local', local],
      ['network', network],
    ] as const);
    const withNetwork: Offer = { ...offer, networkReady: true, catalogs };
    assert.deepEqual(installableFor(withNetwork, ['mp4']), [{ program: 'ffmpeg', targets: ['mp3'] }]);
  });

  it('says nothing about this computer if everything is left to the network', () => {
    const networkOnly: Offer = {
      ...offer,
      runOn: 'networkOnly',
      catalogs: new Map([['network', network]]),
    };
    assert.deepEqual(installableFor(networkOnly, ['mp4']), []);
  });
});

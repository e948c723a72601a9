import assert from 'node:assert/strict';
import { targetChoices } from '../../../src/planning/possibilities.ts';
import { RunPlace } from '../../../src/planning/runPlace.ts';
import { planWork } from '../../../src/planning/workPlan.ts';
import { both, catalogs, file, local, select } from '../../support/formats/selections.ts';

const alike = { ...both, catalogs: new Map([...catalogs, ['network', local]] as const) };
const png = file('a.png');

const servicesOf = ({ offer }: RunPlace): string[] =>
  planWork(select(offer, png), { tool: 'convert', targetFormat: 'webp' }).planned.map(
    ({ service }) => service,
  );

describe('RunPlace', () => {
  it('leads from the network to this computer and back', () => {
    const place = new RunPlace(alike);
    assert.deepEqual([place.preferred, servicesOf(place)], ['network', ['network']]);
    place.change();
    assert.deepEqual([place.preferred, servicesOf(place)], ['local', ['local']]);
    place.change();
    assert.deepEqual([place.preferred, servicesOf(place)], ['network', ['network']]);
  });

  it('leads to the network where the settings prefer this computer', () => {
    const place = new RunPlace({ ...alike, runOn: 'localFirst' });
    assert.deepEqual(servicesOf(place), ['local']);
    place.change();
    assert.deepEqual(servicesOf(place), ['network']);
  });

  it('uploads nothing that stays on this computer for one run', () => {
    const place = new RunPlace(both);
    place.change();
    assert.deepEqual(targetChoices(select(place.offer, file('a.docx'))).targets, []);
  });

  it('leaves no choice where the settings or a service leave none', () => {
    const oneOnly = { ...both, catalogs: new Map([['network', local]] as const) };
    for (const offer of [
      oneOnly,
      { ...both, runOn: 'localOnly' },
      { ...both, runOn: 'networkOnly' },
    ] as const) {
      const place = new RunPlace(offer);
      const before = place.offer;
      assert.equal(place.hasOther, false);
      place.change();
      assert.equal(place.offer, before);
    }
  });
});

describe('What files can become at both places', () => {
  it('has the other way as an alternative, where it is open to all of them', () => {
    const [webp] = targetChoices(select(alike, png, file('b.svg'))).targets;
    assert.deepEqual(
      webp?.alternatives?.map(({ from, service }) => `${from} ${service}`),
      ['png local', 'svg local'],
    );
    const [mixed] = targetChoices(select(alike, png, file('b.svg', { neverUploaded: true }))).targets;
    assert.equal(mixed?.alternatives, undefined);
    assert.equal(targetChoices(select(both, png)).targets[0]?.alternatives, undefined);
  });
});

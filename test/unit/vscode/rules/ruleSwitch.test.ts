import assert from 'node:assert/strict';
import { presetsOf } from '../../../../src/vscode/request/presets.ts';
import { type RuleList, ruleLines, rulesOf } from '../../../../src/vscode/rules/ruleList.ts';
import { areRulesOn, rulesAreOnKey } from '../../../../src/vscode/rules/rulesAreOn.ts';
import { RuleSwitch } from '../../../../src/vscode/rules/ruleSwitch.ts';
import { MemoryStore } from '../../../support/memoryStore.ts';

const web = { target: 'webp', options: { quality: 80 } };

function rules(rule: object = {}, preset: object = web): RuleList {
  return rulesOf([{ files: '*.png', preset: 'Web', ...rule }], presetsOf(undefined, { Web: preset }));
}

/** Changes that a workspace could make to a rule after the user has confirmed it. */
const changed: Record<string, RuleList> = {
  'other files': rules({ files: '**' }),
  'other events': rules({ on: ['save'] }),
  'another target': rules({}, { ...web, target: 'gif' }),
  'another tool': rules({}, { tool: 'compress' }),
  'other options': rules({}, { ...web, options: { quality: 1 } }),
  'another folder': rules({}, { ...web, folder: 'public' }),
  'another name': rules({}, { ...web, name: 'index' }),
  'one rule more': {
    usable: [...rules().usable, ...rules({ files: '*.jpg' }).usable],
    broken: [],
  },
};

describe('RuleSwitch', () => {
  let store: MemoryStore;
  let ruleSwitch: RuleSwitch;

  beforeEach(() => {
    store = new MemoryStore();
    ruleSwitch = new RuleSwitch(store);
  });

  it('is on for the rules that were shown, even in the next session', async () => {
    assert.ok(!ruleSwitch.isOnFor(rules()));
    await ruleSwitch.turnOn(rules());
    assert.ok(new RuleSwitch(store).isOnFor(rules()));
    assert.ok(!ruleSwitch.isOutdatedFor(rules()));
  });

  it('is off for any other rules', async () => {
    await ruleSwitch.turnOn(rules());
    for (const [what, list] of Object.entries(changed)) {
      assert.ok(!ruleSwitch.isOnFor(list), what);
      assert.ok(ruleSwitch.isOutdatedFor(list), what);
    }
  });

  it('needs new consent after an older version’s', async () => {
    await store.update(rulesAreOnKey, true);
    assert.ok(areRulesOn(store));
    assert.ok(!ruleSwitch.isOnFor(rules()));
    assert.ok(ruleSwitch.isOutdatedFor(rules()));
    await ruleSwitch.turnOff();
    assert.ok(!ruleSwitch.isOutdatedFor(rules()));
  });

  it('keeps the consent while there is no rule', async () => {
    await ruleSwitch.turnOn(rules());
    assert.ok(!ruleSwitch.isOutdatedFor({ usable: [], broken: [] }));
    assert.ok(!ruleSwitch.isOnFor({ usable: [], broken: [] }));
  });
});

describe('ruleLines', () => {
  it('show what each preset does', () => {
    const line = '*.png → Web · Convert to WebP · Quality: 80 · Folder: public';
    assert.equal(ruleLines(rules({}, { ...web, folder: 'public' })), line);
  });
});

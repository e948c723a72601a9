import assert from 'node:assert/strict';
import { previewStatus } from '../../../src/vscode/pictures/tabContent.ts';
import { optionControls } from '../../../src/vscode/pictures/optionControls.ts';
import { say } from '../../../src/vscode/text/safeText.ts';
import { restored } from '../../../src/webview/choices.ts';
import { tabContent, tabRequest } from '../../../src/webview/messages.ts';

describe('A message from a picture tab', () => {
  it('is accepted if it is a known request', () => {
    assert.deepEqual(tabRequest.parse({ type: 'ready' }), { type: 'ready' });
    assert.deepEqual(tabRequest.parse({ type: 'act' }), { type: 'act' });
    assert.deepEqual(tabRequest.parse({ type: 'go', index: 3 }), { type: 'go', index: 3 });
    const part = { left: 0, top: 0.5, width: 1, height: 0.5 };
    for (const request of [
      { type: 'set', name: 'quality', value: '80' },
      { type: 'press', button: 'apply' },
      { type: 'look', part, pixels: 900 },
    ])
      assert.deepEqual(tabRequest.parse(request), request);
  });

  it('is ignored if it is unknown or malformed', () => {
    for (const message of [
      undefined,
      null,
      'ready',
      [],
      { type: 'open', path: '/etc/passwd' },
      { type: 'go' },
      { type: 'go', index: -1 },
      { type: 'go', index: 1.5 },
      { type: 'go', index: '1' },
      { type: 'go', index: 2 ** 53 },
      { type: '__proto__' },
      { type: 'set', name: 'quality', value: 80 },
      { type: 'set', name: 'quality', value: 'x'.repeat(2000) },
      { type: 'press', button: 'delete' },
      { type: 'look', part: { left: -1, top: 0, width: 1, height: 1 }, pixels: 900 },
      { type: 'look', part: { left: 0, top: 0, width: 1, height: 1 }, pixels: 0 },
    ]) {
      assert.equal(tabRequest.safeParse(message).success, false, JSON.stringify(message));
    }
  });
});

describe('A message to a picture tab', () => {
  const content = previewStatus({ name: 'a.heic' }, say('Done'), {
    index: 0,
    count: 1,
  });

  it('is accepted as the models create it', () => {
    assert.ok(tabContent.safeParse(content).success);
  });

  it('is accepted with any number of presets and options, whatever a service calls them', () => {
    const choices = Array.from({ length: 600 }, (_, value) => `${value}${'v'.repeat(400)}`);
    const fields = Array.from({ length: 100 }, (_, index) => ({
      name: `${index}${'n'.repeat(400)}`,
      schema: { enum: index === 0 ? choices : ['a'] },
      secret: false,
    }));
    const controls = optionControls(fields, new Map(), new Map());
    const form = { label: 'x', outcome: 'x', more: 'x', buttons: [], ...controls };
    assert.ok(tabContent.safeParse({ ...content, form }).success);
  });

  it('is ignored with more than two pictures or endless text', () => {
    const pictures = Array.from({ length: 3 }, () => ({ source: 'x', name: 'x' }));
    assert.equal(tabContent.safeParse({ ...content, pictures }).success, false);
    assert.equal(tabContent.safeParse({ ...content, status: 'x'.repeat(5000) }).success, false);
    assert.equal(tabContent.safeParse({ ...content, title: { toString: 1 } }).success, false);
  });
});

describe('The view state of a tab', () => {
  it('is the stored state or the default', () => {
    const kept = { mode: 'side', zoom: 1.5, divider: 10, gain: 2 } as const;
    assert.deepEqual(restored(kept), kept);
    for (const broken of [
      undefined,
      {},
      { ...kept, mode: 'x' },
      { ...kept, zoom: 99 },
      { ...kept, divider: 200 },
    ])
      assert.equal(restored(broken).mode, 'slider');
  });
});

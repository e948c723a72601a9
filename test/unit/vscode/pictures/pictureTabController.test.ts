import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { PictureTabContent } from '../../../../src/vscode/ui/pictureTab.ts';
import { previewStatus } from '../../../../src/vscode/pictures/tabContent.ts';
import { PictureTabController } from '../../../../src/vscode/pictures/pictureTabController.ts';
import { figure, say } from '../../../../src/vscode/text/safeText.ts';
import type { TabRequest } from '../../../../src/webview/messages.ts';

const file = { uri: 'file:///a.pdf', name: 'a.pdf' };

/** A controller of a file with three pages, whose pictures the test provides. */
function build() {
  const shown: PictureTabContent[] = [];
  const loads: { index: number; signal: AbortSignal; finish: () => void }[] = [];
  const listeners: ((request: TabRequest) => void)[] = [];
  const tab = {
    load: (listener: (request: TabRequest) => void) => listeners.push(listener),
    show: (content: PictureTabContent) => shown.push(content),
  };
  const show = new PictureTabController(tab, {
    waiting: (index) => previewStatus(file, say('Reading'), { index, count: 3 }),
    load: async (index, signal) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      loads.push({ index, signal, finish: resolve });
      await promise;
      signal.throwIfAborted();
      return previewStatus(file, figure(index), { index, count: 3 });
    },
  });
  const finish = async (at: number): Promise<void> => {
    loads[at]?.finish();
    await setImmediate();
  };
  return { show, shown, loads, finish, ask: (request: TabRequest) => listeners[0]?.(request) };
}

const pageOf = (index: number, status = index): PictureTabContent =>
  previewStatus(file, figure(status), { index, count: 2 });

const statuses = (shown: readonly PictureTabContent[]): string[] => shown.map(({ status }) => status);

describe('PictureTabController', () => {
  it('shows that it is loading, and then the picture', async () => {
    const { show, shown, finish } = build();
    const started = show.start();
    await finish(0);
    await started;
    assert.deepEqual(statuses(shown), ['Reading', '0']);
  });

  it('shows the same again to a reloaded page', async () => {
    const { show, shown, finish, ask } = build();
    void show.start();
    await finish(0);
    ask({ type: 'ready' });
    assert.deepEqual(statuses(shown), ['Reading', '0', '0']);
  });

  it('runs an action only if the content has it, and shows the result', async () => {
    const shown: PictureTabContent[] = [];
    const listeners: ((request: TabRequest) => void)[] = [];
    let [acted, hasAction] = [0, false];
    const content = (): PictureTabContent => ({
      ...previewStatus(file, figure(acted), { index: 0, count: 1 }),
      ...(hasAction ? { action: say('Start') } : {}),
    });
    const show = new PictureTabController(
      { load: (listener) => listeners.push(listener), show: (each) => shown.push(each) },
      { waiting: content, load: async () => content(), act: () => (acted += 1) },
    );
    await show.start();
    listeners[0]?.({ type: 'act' });
    await setImmediate();
    assert.equal(acted, 0);
    hasAction = true;
    await show.reload();
    listeners[0]?.({ type: 'act' });
    await setImmediate();
    assert.deepEqual([acted, shown.at(-1)?.status], [1, '1']);
  });

  it('passes requests of a form on, and shows updates until another content is requested', async () => {
    const taken: TabRequest[] = [];
    const shown: PictureTabContent[] = [];
    const listeners: ((request: TabRequest) => void)[] = [];
    const updates: ((content: PictureTabContent) => void)[] = [];
    const show = new PictureTabController(
      { load: (listener) => listeners.push(listener), show: (each) => shown.push(each) },
      {
        waiting: () => previewStatus(file, say('Reading'), { index: 0, count: 2 }),
        load: async (index, _, update) => {
          updates.push(update);
          return pageOf(index);
        },
        take: (request) => taken.push(request),
      },
    );
    await show.start();
    const request = { type: 'set', name: 'quality', value: '80' } as const;
    listeners[0]?.(request);
    assert.deepEqual(taken, [request]);
    updates[0]?.(pageOf(0, 7));
    listeners[0]?.({ type: 'go', index: 1 });
    await setImmediate();
    updates[0]?.(pageOf(0, 8));
    assert.deepEqual(statuses(shown), ['Reading', '0', '7', 'Reading', '1']);
  });

  it('drops earlier requests, and shows the last one', async () => {
    const { show, shown, loads, finish, ask } = build();
    void show.start();
    ask({ type: 'go', index: 2 });
    assert.equal(loads[0]?.signal.aborted, true);
    await finish(0);
    await finish(1);
    assert.deepEqual(statuses(shown), ['Reading', 'Reading', '2']);
  });

  it('ignores a page number that doesn’t exist', async () => {
    const { show, loads, finish, ask } = build();
    void show.start();
    await finish(0);
    ask({ type: 'go', index: 3 });
    assert.equal(loads.length, 1);
  });

  it('reloads the current page, and shows nothing once closed', async () => {
    const { show, loads, finish, ask } = build();
    void show.start();
    await finish(0);
    ask({ type: 'go', index: 1 });
    await finish(1);
    void show.reload();
    assert.deepEqual(
      loads.map(({ index }) => index),
      [0, 1, 1],
    );
    show.dispose();
    assert.equal(loads[2]?.signal.aborted, true);
  });
});

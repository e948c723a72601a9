import { Workbench } from '../support/workbench/workbench.ts';
import { WindowServer } from '../support/workbench/windowServer.ts';

/** Mocha's global fixture: ends the server that this process's tests share. */
export const mochaGlobalTeardown = (): Promise<void> => WindowServer.end();

/** Mocha's root hooks, which mark the start of each test in the record, and print the record of a failed one. */
export const mochaHooks: Mocha.RootHookObject = {
  beforeEach() {
    for (const { shown } of Workbench.opened) shown.beginTest();
  },

  async afterEach(this: Mocha.Context) {
    const { currentTest } = this;
    if (currentTest?.state !== 'failed') return;
    const name = currentTest.fullTitle().replaceAll(/\W+/g, '-');
    for (const workbench of Workbench.opened) {
      console.log(['The last that was shown:', ...workbench.shown.tail(20)].join('\n'));
      console.log(await workbench.screenshot(`failed-${name}`));
    }
  },
};

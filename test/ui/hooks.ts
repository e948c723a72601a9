import { Workbench } from '../support/workbench/workbench.ts';
import { WindowServer } from '../support/workbench/windowServer.ts';

/** Mocha's fixture: ends the server that the tests of this process share; where files run side by side, their processes end. */
export const mochaGlobalTeardown = (): Promise<void> => WindowServer.end();

/** Mocha's root hooks: where the record of a test begins, and what was shown when one failed. */
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

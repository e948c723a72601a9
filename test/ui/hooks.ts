import { Workbench } from '../support/workbench/workbench.ts';

/** Mocha's root hooks: what was on screen when a test failed. */
export const mochaHooks: Mocha.RootHookObject = {
  async afterEach(this: Mocha.Context) {
    const { currentTest } = this;
    if (currentTest?.state !== 'failed') return;
    const name = currentTest.fullTitle().replaceAll(/\W+/g, '-');
    for (const workbench of Workbench.opened) console.log(await workbench.screenshot(`failed-${name}`));
  },
};

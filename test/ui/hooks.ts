import { Workbench } from '../support/workbench/workbench.ts';

/** Mocha's root hooks, which mark the start of each test in the record, and print the record of a failed one. */
export const mochaHooks: Mocha.RootHookObject = {
  beforeEach() {
    for (const { notifications } of Workbench.opened) notifications.beginTest();
  },

  async afterEach(this: Mocha.Context) {
    const { currentTest } = this;
    if (currentTest?.state !== 'failed') return;
    const name = currentTest.fullTitle().replaceAll(/\W+/g, '-');
    for (const workbench of Workbench.opened) {
      console.log(['The last messages:', ...workbench.notifications.tail(20)].join('\n'));
      console.log(await workbench.screenshot(`failed-${name}`));
    }
  },
};

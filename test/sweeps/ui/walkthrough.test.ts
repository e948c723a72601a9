import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';
import { StandaloneService, testKey } from '../../support/service/standalone.ts';
import { storeKey } from '../../support/workbench/storeKey.ts';
import { Workbench } from '../../support/workbench/workbench.ts';

describe('The walkthrough', () => {
  let service: StandaloneService;
  let workbench: Workbench;

  before(async () => {
    service = await StandaloneService.start(['--plan', 'free']);
    workbench = await Workbench.open({
      name: 'walkthrough',
      // The sample is never sent to the network.
      settings: {
        'fileUtilityNetwork.baseUrl': service.api.baseUrl,
        'fileUtilityNetwork.runOn': 'localFirst',
        'fileUtilityNetwork.livePreview': false,
        'workbench.welcomePage.walkthroughs.openOnInstall': true,
      },
    });
  });

  after(async () => {
    await workbench?.close();
    await service?.stop();
  });

  const inFolder = (name: string): string => path.join(workbench.folder, name);
  const steps = (): Locator => workbench.page.locator('.gettingStartedContainer .getting-started-step');

  const open = async (): Promise<void> => {
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickInput.pick('Convert and compress files');
    await steps().first().waitFor();
  };
  /** Opens a step, which VS Code may do automatically after the previous one, and clicks one of its buttons. */
  const press = async (title: string, button: string): Promise<void> => {
    const opened = workbench.page.locator('.getting-started-step.expanded', { hasText: title });
    await eventually(
      async () => {
        const isOpen = (await opened.count()) > 0;
        if (!isOpen) await steps().locator('.step-title', { hasText: title }).click();
        return isOpen;
      },
      (isOpen) => isOpen,
    );
    await opened.getByRole('button', { name: button }).click();
  };
  const sampleIsAsked = async (): Promise<void> => {
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Convert sample.png to',
    );
  };
  const areDone = async (...titles: string[]): Promise<void> => {
    await eventually(
      () =>
        steps()
          .filter({ has: workbench.page.locator('.complete') })
          .locator('.step-title')
          .allInnerTexts(),
      (done) => done.map((text) => text.trim()).join() === titles.join(),
    );
  };

  it('doesn’t open on its own when VS Code starts', async () => {
    assert.equal(await workbench.page.locator('.gettingStartedContainer').count(), 0);
  });

  it('has four steps with pictures, none of them completed', async () => {
    await open();
    assert.equal(await steps().count(), 4);
    await areDone();
    // VS Code shows pictures if there is space beside the steps.
    await workbench.page.setViewportSize({ width: 1700, height: 900 });
    const picture = workbench.page.locator('.getting-started-media img');
    await eventually(
      async () => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
      (width) => width > 0,
    );
    await picture.waitFor();
    await workbench.screenshot('walkthrough');
  });

  it('leaves the folder unchanged if the sample isn’t converted after all', async () => {
    await press('Convert a file', 'Try It With a Sample');
    await sampleIsAsked();
    assert.ok(existsSync(inFolder('sample.png')));
    await workbench.screenshot('walkthrough-sample');
    await workbench.quickInput.cancel();
    await eventually(
      async () => existsSync(inFolder('sample.png')),
      (isThere) => !isThere,
    );
    await areDone();
  });

  it('completes the first step when the sample is converted, and keeps the picture', async () => {
    await press('Convert a file', 'Try It With a Sample');
    await sampleIsAsked();
    await workbench.quickInput.pickFormat('webp');
    await workbench.notifications.read(/^Saved sample\.webp(?:, \d+% smaller)?\.$/);
    await areDone('Convert a file');
    assert.ok(existsSync(inFolder('sample.png')));
  });

  it('completes the compression and options steps when each is used', async () => {
    await press('Make files smaller', 'Compress the Sample');
    await workbench.notifications.read(/Saved sample-compressed\.png/);
    await areDone('Convert a file', 'Make files smaller');
    await workbench.explorer.choose(['sample.png'], 'Convert & Compress', 'Convert With Options…');
    await sampleIsAsked();
    await workbench.quickInput.pickFormat('jpg');
    await workbench.quickInput.pick('Quality');
    await eventually(
      () => workbench.quickInput.title(),
      (title) => title === 'Quality',
    );
    await workbench.quickInput.submit('70');
    await workbench.quickInput.pick('Convert');
    await workbench.notifications.read(/Saved sample\.jpg/);
    await areDone('Convert a file', 'Make files smaller', 'Set options and save them as a preset');
    await workbench.screenshot('walkthrough-done');
  });

  it('leads to the network, and is complete once a key is stored, even after a restart', async () => {
    await press('Connect to a network (optional)', 'Set Up Network…');
    await workbench.quickInput.atStep(1, 5);
    await workbench.quickInput.cancel();
    await workbench.quickInput.widget.waitFor({ state: 'hidden' });
    await storeKey(workbench, testKey);
    const all = [
      'Convert a file',
      'Make files smaller',
      'Set options and save them as a preset',
      'Connect to a network (optional)',
    ];
    await areDone(...all);
    await workbench.reload();
    await open();
    await areDone(...all);
  });
});

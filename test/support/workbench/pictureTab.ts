import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A tab of the extension that shows pictures. */
export class PictureTab {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** What is in the tab that is shown; VS Code keeps those of others hidden. */
  get frame(): FrameLocator {
    return this.page
      .locator('iframe.webview.ready:visible')
      .contentFrame()
      .locator('iframe#active-frame')
      .contentFrame();
  }

  tab(name: string): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: name });
  }

  /** The pictures that are seen, by their names, once all are loaded. */
  async pictures(count: number): Promise<{ name: string; width: number; height: number }[]> {
    const images = this.frame.locator('img:visible');
    return eventually(
      () =>
        images.evaluateAll((all) =>
          all.flatMap((image) =>
            image instanceof image.ownerDocument.defaultView!.HTMLImageElement && image.naturalWidth > 0
              ? [{ name: image.alt, width: image.naturalWidth, height: image.naturalHeight }]
              : [],
          ),
        ),
      (shown) => shown.length === count,
    );
  }

  async status(): Promise<string> {
    return (await this.frame.locator('[role=status]').textContent()) ?? '';
  }

  /** The rows below the pictures, a line each. */
  async facts(): Promise<string[]> {
    return this.frame
      .locator('tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' | ')),
      );
  }

  async remarks(): Promise<string[]> {
    return this.frame.locator('li').allTextContents();
  }

  radio(name: string): Locator {
    return this.frame.getByRole('radio', { name });
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name });
  }

  range(name: string): Locator {
    return this.frame.getByRole('slider', { name });
  }

  /** What axe-core finds wrong, by its rules. Injected past the policy of the page, which lets no other script run. */
  async violations(): Promise<string[]> {
    const body = await this.frame.locator('body').elementHandle();
    const frame = await body?.ownerFrame();
    if (!frame) throw new Error('The tab is gone.');
    await frame.evaluate(axe);
    const results: { violations: { id: string; nodes: { html: string }[] }[] } =
      await frame.evaluate('axe.run(document)');
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }
}

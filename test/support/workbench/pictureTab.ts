import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { violationsIn } from '../axe.ts';
import { eventually } from '../eventually.ts';
import { exactly } from './text.ts';

interface ShownPicture {
  readonly name: string;
  readonly width: number;
  readonly source: string;
}

/** A tab of the extension that shows pictures. */
export class PictureTab {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** The content of the visible tab. VS Code keeps that of others hidden. */
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

  /** The visible pictures, once there are this many and all are loaded. */
  async pictures(count: number): Promise<ShownPicture[]> {
    return eventually(
      // A tab that is being opened or closed has no page.
      () => this.shownPictures().catch(() => []),
      (shown) => shown.length === count && shown.every(({ width }) => width > 0),
    );
  }

  private async shownPictures(): Promise<ShownPicture[]> {
    return this.frame
      .locator('img:visible')
      .evaluateAll((all) =>
        all.flatMap((image) =>
          'naturalWidth' in image && 'alt' in image && 'src' in image
            ? [{ name: String(image.alt), width: Number(image.naturalWidth), source: String(image.src) }]
            : [],
        ),
      );
  }

  /** Waits until the line above the pictures matches. A tab that is being opened or closed has none. */
  async says(expected: RegExp): Promise<void> {
    await eventually(
      () =>
        this.frame
          .locator('[role=status]')
          .textContent()
          .catch(() => ''),
      (text) => expected.test(text ?? ''),
    );
  }

  /** Waits until the page or image of several is shown. */
  async isAt(place: string): Promise<void> {
    await this.frame.locator('.place', { hasText: exactly(place) }).waitFor();
  }

  /** The lines below the pictures. */
  get remarks(): Locator {
    return this.frame.locator('li');
  }

  radio(name: string): Locator {
    return this.frame.getByRole('radio', { name });
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name });
  }

  /** True if a tab could load a local picture by path, as it loads its own. */
  async loads(file: string): Promise<boolean> {
    const [own] = await this.shownPictures();
    const address = new URL(own?.source ?? '');
    address.pathname = file;
    return this.frame.locator('body').evaluate(async (body, source) => {
      const image = body.ownerDocument.createElement('img');
      image.src = source;
      return image.decode().then(
        () => true,
        () => false,
      );
    }, address.href);
  }

  /** The folder of the pictures on this computer. */
  async folder(): Promise<string> {
    const [own] = await this.shownPictures();
    return path.dirname(decodeURIComponent(new URL(own?.source ?? '').pathname));
  }

  range(name: string): Locator {
    return this.frame.getByRole('slider', { name });
  }

  choice(name: string): Locator {
    return this.frame.getByRole('combobox', { name });
  }

  /** Waits until the size of the result, as far as it is known, matches. */
  async outcome(expected: RegExp): Promise<string> {
    return eventually(
      async () => (await this.frame.locator('.outcome').textContent()) ?? '',
      (text) => expected.test(text),
    );
  }

  /** Violations found by axe-core. */
  async violations(): Promise<string[]> {
    const body = await this.frame.locator('body').elementHandle();
    const frame = await body?.ownerFrame();
    if (!frame) throw new Error('The tab was closed');
    return violationsIn(frame);
  }
}

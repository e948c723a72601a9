import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { run } from '../../test/support/command.ts';

/** A mouse pointer, because browser screenshots don't show one. */
const pointer =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="24" viewBox="0 0 20 24"><path d="M2 2v17l4.5-4 3 7 3-1.3-3-6.7H16z" fill="#fff" stroke="#000" stroke-width="1.5"/></svg>';

const framesPerSecond = 10;
const steps = 6;

/** Takes pictures of a page, each with a duration, and makes a GIF from them. */
export class Film {
  readonly #page: Page;
  readonly #folder: string;
  readonly #frames: string[] = [];
  /** FFmpeg ignores the duration of the last picture unless that picture is listed twice. */
  #last = '';
  #at = { x: 620, y: 420 };

  /** @param folder for the pictures; {@link save} removes it */
  constructor(page: Page, folder: string) {
    this.#page = page;
    this.#folder = folder;
  }

  /** Takes a picture. */
  async show(seconds: number): Promise<void> {
    await this.#drawPointer();
    await mkdir(this.#folder, { recursive: true });
    const file = path.join(this.#folder, `${this.#frames.length}.png`);
    await this.#page.screenshot({ path: file, animations: 'disabled' });
    this.#frames.push(`file '${file}'\nduration ${seconds}`);
    this.#last = `file '${file}'`;
  }

  /** Moves the mouse to an element while taking pictures. */
  async moveTo(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (box === null) throw new Error('The element to move to isn’t visible');
    const from = this.#at;
    const to = { x: box.x + Math.min(40, box.width / 2), y: box.y + box.height / 2 };
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      this.#at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await this.#page.mouse.move(this.#at.x, this.#at.y);
      await this.show(1 / framesPerSecond);
    }
  }

  /** Writes the GIF. */
  async save(file: string): Promise<void> {
    const list = path.join(this.#folder, 'frames.txt');
    await writeFile(list, [...this.#frames, this.#last].join('\n'));
    const filter = `fps=${framesPerSecond},split[a][b];[a]palettegen=max_colors=256[p];[b][p]paletteuse=dither=sierra2_4a:diff_mode=rectangle`;
    await run('ffmpeg', ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', list, '-vf', filter, file]);
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #drawPointer(): Promise<void> {
    await this.#page.evaluate(
      ({ x, y, image }) => {
        let arrow = document.getElementById('film-pointer');
        if (arrow === null) {
          arrow = document.createElement('div');
          arrow.id = 'film-pointer';
          document.body.append(arrow);
          const shape = new DOMParser().parseFromString(image, 'image/svg+xml').documentElement;
          arrow.append(document.importNode(shape, true));
        }
        arrow.style.cssText = `position:fixed;left:${x}px;top:${y}px;z-index:2147483647;pointer-events:none`;
      },
      { ...this.#at, image: pointer },
    );
  }
}

import type { Choices } from './choices.ts';
import { element } from './elements.ts';
import type { TabContent } from './messages.ts';

/** A box that scrolls, with a sheet in it that the pictures fill. */
interface Pane {
  readonly frame: HTMLElement;
  readonly sheet: HTMLElement;
}

/** The pictures: one, two on top of each other, or two beside each other that are moved together. */
export class Stage {
  readonly element: HTMLElement;
  readonly #first: HTMLImageElement = element('img', { class: 'first' });
  readonly #second: HTMLImageElement = element('img', { class: 'second' });
  readonly #beside: HTMLImageElement = element('img', { class: 'first' });
  readonly #panes: readonly [Pane, Pane];
  readonly #onMoveDivider: (percent: number) => void;
  #choices: Choices;

  constructor(choices: Choices, onMoveDivider: (percent: number) => void) {
    this.#choices = choices;
    this.#onMoveDivider = onMoveDivider;
    const divider = element('div', { class: 'divider', 'aria-hidden': 'true' });
    this.#panes = [paneOf(this.#first, this.#second, divider), paneOf(this.#beside)];
    const frames = this.#panes.map(({ frame }) => frame);
    this.element = element('main', { class: 'stage' }, ...frames);
    for (const image of [this.#first, this.#second]) image.addEventListener('load', () => this.#layOut());
    const observer = new ResizeObserver(() => this.#layOut());
    for (const frame of frames) {
      observer.observe(frame);
      frame.addEventListener('scroll', () => follow(frame, frames));
      frame.addEventListener('pointerdown', (event) => this.#drag(event, frame));
    }
  }

  show({ pictures, words }: TabContent): void {
    const [first, second] = pictures;
    setPicture(this.#first, first);
    setPicture(this.#second, second);
    setPicture(this.#beside, second);
    for (const { frame } of this.#panes) frame.setAttribute('aria-label', words.picture);
    this.#layOut();
  }

  choose(choices: Choices): void {
    this.#choices = choices;
    const { sheet } = this.#panes[0];
    sheet.style.setProperty('--divider', `${choices.divider}%`);
    sheet.style.setProperty('--gain', String(choices.gain));
    this.#layOut();
  }

  /** In the size of the larger picture, which has one pixel of the screen for each of its own, or fits. */
  #layOut(): void {
    const images = [this.#first, this.#second];
    const width = Math.max(...images.map(({ naturalWidth }) => naturalWidth));
    const height = Math.max(...images.map(({ naturalHeight }) => naturalHeight));
    if (width === 0 || height === 0) return;
    for (const { frame, sheet } of this.#panes) {
      const fitting = Math.min(1, frame.clientWidth / width, frame.clientHeight / height);
      const scale = this.#choices.zoom === 'fit' ? fitting : 1 / window.devicePixelRatio;
      sheet.style.width = `${width * scale}px`;
      sheet.style.height = `${height * scale}px`;
    }
  }

  /** The mouse moves the divider, or what is shown of a picture that is larger than its pane. */
  #drag(down: PointerEvent, frame: HTMLElement): void {
    const { mode, zoom } = this.#choices;
    const onDivider = down.target instanceof Element && down.target.matches('.divider');
    const movesDivider = mode === 'slider' && !this.#second.hidden && (zoom === 'fit' || onDivider);
    const { sheet } = this.#panes[0];
    const start = { x: down.clientX + frame.scrollLeft, y: down.clientY + frame.scrollTop };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (movesDivider) {
        const { left, width } = sheet.getBoundingClientRect();
        this.#onMoveDivider(Math.min(100, Math.max(0, (100 * (clientX - left)) / width)));
      } else frame.scrollTo(start.x - clientX, start.y - clientY);
    };
    const end = new AbortController();
    frame.setPointerCapture(down.pointerId);
    frame.addEventListener('pointermove', move, { signal: end.signal });
    for (const over of ['pointerup', 'pointercancel'] as const)
      frame.addEventListener(over, () => end.abort(), { signal: end.signal });
    if (movesDivider) move(down);
  }
}

function paneOf(...content: readonly HTMLElement[]): Pane {
  for (const each of content) each.setAttribute('draggable', 'false');
  const sheet = element('div', { class: 'sheet' }, ...content);
  return { sheet, frame: element('div', { class: 'pane', tabindex: '0', role: 'group' }, sheet) };
}

function setPicture(image: HTMLImageElement, picture: TabContent['pictures'][number] | undefined): void {
  image.hidden = picture === undefined;
  image.alt = picture?.name ?? '';
  if (picture === undefined) image.removeAttribute('src');
  else if (image.getAttribute('src') !== picture.source) image.src = picture.source;
}

function follow(moved: HTMLElement, frames: readonly HTMLElement[]): void {
  for (const frame of frames) {
    if (frame !== moved) frame.scrollTo(moved.scrollLeft, moved.scrollTop);
  }
}

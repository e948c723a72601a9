import { type Choices, possibleScale } from './choices.ts';
import { element } from './elements.ts';
import type { Part, TabContent } from './messages.ts';

/** A box that scrolls. The pictures fill the sheet inside it. */
interface Pane {
  readonly frame: HTMLElement;
  readonly sheet: HTMLElement;
}

interface StageOptions {
  readonly choices: Choices;
  readonly onMoveDivider: (percent: number) => void;
  readonly onZoom: (scale: number) => void;
  /** Called when another part of the first picture becomes visible, with the part's width in physical pixels. */
  readonly onLook: (part: Part, pixels: number) => void;
}

/** A point in the pictures, as fractions of their width and height, and its distance from the edges of the frame. */
interface Anchor {
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
}

/** The scroll distance that most mouse wheels report per notch. */
const wheelNotch = 120;

/** Shows the pictures: one, two on top of each other, or two side by side that scroll together. */
export class Stage {
  readonly element: HTMLElement;
  readonly #first = new Layer('first');
  readonly #second = new Layer('second');
  readonly #beside = new Layer('first');
  readonly #panes: readonly [Pane, Pane];
  readonly #options: StageOptions;
  #choices: Choices;
  #looked = '';

  constructor(options: StageOptions) {
    this.#options = options;
    this.#choices = options.choices;
    const divider = element('div', { class: 'divider', 'aria-hidden': 'true', draggable: 'false' });
    this.#panes = [paneOf(this.#first.element, this.#second.element, divider), paneOf(this.#beside.element)];
    const frames = this.#panes.map(({ frame }) => frame);
    this.element = element('main', { class: 'stage' }, ...frames);
    for (const layer of [this.#first, this.#second])
      layer.image.addEventListener('load', () => this.#layOut());
    const observer = new ResizeObserver(() => this.#layOut());
    for (const frame of frames) {
      observer.observe(frame);
      frame.addEventListener('scroll', () => {
        follow(frame, frames);
        this.#look();
      });
      frame.addEventListener('pointerdown', (event) => this.#drag(event, frame));
      frame.addEventListener('wheel', (event) => this.#turn(event), { passive: false });
    }
  }

  show({ pictures, texts }: TabContent): void {
    const [first, second] = pictures;
    this.#first.show(first);
    this.#second.show(second);
    this.#beside.show(second);
    for (const { frame } of this.#panes) frame.setAttribute('aria-label', texts.picture);
    this.#layOut();
  }

  choose(choices: Choices): void {
    this.#choices = choices;
    const { sheet } = this.#panes[0];
    sheet.style.setProperty('--divider', `${choices.divider}%`);
    sheet.style.setProperty('--gain', String(choices.gain));
    this.#layOut();
  }

  /** Physical pixels per pixel of the picture. */
  get scale(): number {
    const { width } = this.#size();
    const shown = this.#panes[0].sheet.clientWidth * window.devicePixelRatio;
    return width === 0 || shown === 0 ? 1 : shown / width;
  }

  /** Scales the sheets to the larger picture at the chosen zoom, and keeps the anchor at its position in the frame. */
  #layOut(anchor: Anchor = this.#middle()): void {
    const { width, height } = this.#size();
    if (width === 0 || height === 0) return;
    for (const { frame, sheet } of this.#panes) {
      const fitting = Math.min(1, frame.clientWidth / width, frame.clientHeight / height);
      const { zoom } = this.#choices;
      const scale = zoom === 'fit' ? fitting : zoom / window.devicePixelRatio;
      sheet.style.width = `${width * scale}px`;
      sheet.style.height = `${height * scale}px`;
      sheet.classList.toggle('enlarged', scale * window.devicePixelRatio >= 2);
    }
    const { frame, sheet } = this.#panes[0];
    frame.scrollTo(anchor.x * sheet.clientWidth - anchor.left, anchor.y * sheet.clientHeight - anchor.top);
    // A pane that was hidden has lost its scroll position.
    this.#panes[1].frame.scrollTo(frame.scrollLeft, frame.scrollTop);
    this.#look();
  }

  #size(): { width: number; height: number } {
    const whole = [this.#first, this.#second].filter(({ isPart }) => !isPart).map(({ image }) => image);
    return {
      width: Math.max(0, ...whole.map(({ naturalWidth }) => naturalWidth)),
      height: Math.max(0, ...whole.map(({ naturalHeight }) => naturalHeight)),
    };
  }

  #middle(): Anchor {
    const { left, top, width, height } = this.#panes[0].frame.getBoundingClientRect();
    return this.#anchorAt(left + width / 2, top + height / 2);
  }

  #anchorAt(clientX: number, clientY: number): Anchor {
    const { frame, sheet } = this.#panes[0];
    const [box, drawn] = [frame.getBoundingClientRect(), sheet.getBoundingClientRect()];
    return {
      x: (clientX - drawn.left) / Math.max(1, drawn.width),
      y: (clientY - drawn.top) / Math.max(1, drawn.height),
      left: clientX - box.left,
      top: clientY - box.top,
    };
  }

  /** Reports the visible part if it has changed. */
  #look(): void {
    const { frame, sheet } = this.#panes[0];
    const [width, height] = [sheet.clientWidth, sheet.clientHeight];
    if (width === 0 || height === 0) return;
    const part = {
      left: Math.min(1, frame.scrollLeft / width),
      top: Math.min(1, frame.scrollTop / height),
      width: Math.min(1, frame.clientWidth / width),
      height: Math.min(1, frame.clientHeight / height),
    };
    const pixels = Math.max(1, Math.round(part.width * width * window.devicePixelRatio));
    const looked = JSON.stringify([part, pixels]);
    if (looked === this.#looked) return;
    this.#looked = looked;
    this.#options.onLook(part, pixels);
  }

  /** Zooms in on the point under the pointer, for the wheel with Ctrl and a pinch on a touchpad. */
  #turn(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const anchor = this.#anchorAt(event.clientX, event.clientY);
    this.#options.onZoom(possibleScale(this.scale * 1.25 ** (-event.deltaY / wheelNotch)));
    this.#layOut(anchor);
  }

  /** Lets the mouse move the divider, or scroll a picture that is larger than its pane. */
  #drag(down: PointerEvent, frame: HTMLElement): void {
    const { mode, zoom } = this.#choices;
    const onDivider = down.target instanceof Element && down.target.matches('.divider');
    const movesDivider = mode === 'slider' && !this.#second.element.hidden && (zoom === 'fit' || onDivider);
    const { sheet } = this.#panes[0];
    const start = { x: down.clientX + frame.scrollLeft, y: down.clientY + frame.scrollTop };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (movesDivider) {
        const { left, width } = sheet.getBoundingClientRect();
        this.#options.onMoveDivider(Math.min(100, Math.max(0, (100 * (clientX - left)) / width)));
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

/** A picture that fills the sheet, or the part of it that it shows. */
class Layer {
  readonly image = element('img', { draggable: 'false' });
  readonly element: HTMLElement;
  /** The name again, for the eye. */
  readonly #label = element('span', { class: 'label', 'aria-hidden': 'true' });
  #isPart = false;
  #source: string | undefined;

  constructor(name: string) {
    this.element = element('div', { class: name, draggable: 'false' }, this.image, this.#label);
  }

  get isPart(): boolean {
    return this.#isPart;
  }

  show(picture: TabContent['pictures'][number] | undefined): void {
    this.element.hidden = picture === undefined;
    this.image.alt = picture?.name ?? '';
    this.#label.textContent = picture?.name ?? '';
    if (picture?.source === this.#source) return;
    this.#source = picture?.source;
    if (picture === undefined) this.image.removeAttribute('src');
    else void this.#replace(picture);
  }

  /** Shows the next picture. The previous one stays until the next one is decoded. */
  async #replace({ source, part }: TabContent['pictures'][number]): Promise<void> {
    const next = new Image();
    next.src = source;
    await next.decode().catch(() => undefined);
    if (this.#source !== source) return;
    this.#isPart = part !== undefined;
    const { left, top, width, height } = part ?? { left: 0, top: 0, width: 1, height: 1 };
    const sides = { left, top, width, height };
    for (const [side, share] of Object.entries(sides)) this.image.style.setProperty(side, `${share * 100}%`);
    this.image.src = source;
  }
}

function paneOf(...content: readonly HTMLElement[]): Pane {
  const sheet = element('div', { class: 'sheet' }, ...content);
  return { sheet, frame: element('div', { class: 'pane', tabindex: '0', role: 'group' }, sheet) };
}

function follow(moved: HTMLElement, frames: readonly HTMLElement[]): void {
  for (const frame of frames) {
    if (frame !== moved) frame.scrollTo(moved.scrollLeft, moved.scrollTop);
  }
}

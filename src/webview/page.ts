import { type Choices, possibleScale } from './choices.ts';
import { element, RadioGroup, Range } from './elements.ts';
import { FormPanel } from './form.ts';
import type { TabContent, TabRequest } from './messages.ts';
import { Stage } from './stage.ts';

const modeKeys: ReadonlyMap<Choices['mode'], string> = new Map([
  ['slider', '1'],
  ['side', '2'],
  ['difference', '3'],
]);
const zoomKeys: ReadonlyMap<'fit' | 'actual', string> = new Map([
  ['fit', '4'],
  ['actual', '5'],
]);

interface PageOptions {
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
  readonly send: (request: TabRequest) => void;
}

/** The factor for one step of the zoom buttons and keys. */
const zoomStep = 1.5;

/**
 * The page of a picture tab. It inserts texts only as text, never as HTML, and each of its functions has a keyboard
 * shortcut.
 */
export class PicturePage {
  readonly #options: PageOptions;
  readonly #modes = new RadioGroup('mode', modeKeys, (mode) => this.#choose({ mode }));
  readonly #zooms = new RadioGroup('zoom', zoomKeys, (zoom) => this.#choose({ zoom: zoomOf(zoom) }));
  readonly #zoomOut = element('button', { 'aria-keyshortcuts': '-' });
  readonly #zoomIn = element('button', { 'aria-keyshortcuts': '+' });
  readonly #scale = element('output', { class: 'scale' });
  readonly #divider = new Range({ min: '0', max: '100' }, (divider) => this.#choose({ divider }));
  readonly #gain = new Range({ min: '1', max: '32' }, (gain) => this.#choose({ gain }));
  readonly #previous = element('button', { class: 'previous', 'aria-keyshortcuts': 'PageUp' });
  readonly #next = element('button', { class: 'next', 'aria-keyshortcuts': 'PageDown' });
  readonly #place = element('span', { class: 'place' });
  readonly #heading = element('h1', { class: 'spoken' });
  readonly #status = element('p', { role: 'status' });
  readonly #action = element('button', { class: 'action', hidden: '' });
  readonly #facts = element('table');
  readonly #remarks = element('ul');
  readonly #about = element('section', { class: 'about' }, this.#facts, this.#remarks);
  readonly #stage: Stage;
  readonly #form: FormPanel;
  #choices: Choices;
  #content: TabContent | undefined;

  constructor(options: PageOptions) {
    this.#options = options;
    this.#choices = options.choices;
    this.#form = new FormPanel(options.send);
    this.#stage = new Stage({
      choices: options.choices,
      onMoveDivider: (divider) => this.#choose({ divider }),
      onZoom: (zoom) => this.#choose({ zoom }),
      onLook: (part, pixels) => {
        this.#scale.textContent = percentage(this.#stage.scale);
        if (this.#content?.form !== undefined) options.send({ type: 'look', part, pixels });
      },
    });
    this.#previous.addEventListener('click', () => this.#go(-1));
    this.#next.addEventListener('click', () => this.#go(1));
    this.#action.addEventListener('click', () => options.send({ type: 'act' }));
    this.#zoomOut.addEventListener('click', () => this.#zoom(1 / zoomStep));
    this.#zoomIn.addEventListener('click', () => this.#zoom(zoomStep));
    const places = element('div', { class: 'places' }, this.#previous, this.#place, this.#next);
    const zooms = element(
      'div',
      { class: 'zooms' },
      this.#zooms.element,
      this.#zoomOut,
      this.#scale,
      this.#zoomIn,
    );
    const ranges = [this.#divider.element, this.#gain.element];
    document.body.append(
      element('header', {}, this.#heading, this.#modes.element, zooms, ...ranges, places),
      this.#status,
      this.#action,
      element('div', { class: 'work' }, this.#stage.element, this.#form.element),
      this.#about,
    );
    document.addEventListener('keydown', (event) => this.#press(event));
    this.#choose({});
  }

  show(content: TabContent): void {
    this.#content = content;
    const { texts, title, status, action, pictures, place } = content;
    document.title = title;
    this.#heading.textContent = title;
    document.body.dataset['pictures'] = String(pictures.length);
    this.#modes.name(texts.view, [
      ['slider', texts.slider],
      ['side', texts.sideBySide],
      ['difference', texts.difference],
    ]);
    this.#zooms.name(texts.size, [
      ['fit', texts.fit],
      ['actual', texts.actual],
    ]);
    nameIcon(this.#zoomOut, '−', texts.zoomOut);
    nameIcon(this.#zoomIn, '+', texts.zoomIn);
    this.#divider.name(texts.divider);
    this.#gain.name(texts.gain);
    nameIcon(this.#previous, '‹', texts.previous);
    nameIcon(this.#next, '›', texts.next);
    // Sets `aria-disabled` instead of `disabled`, because a disabled button would lose the focus, and with it the
    // user's position on the page.
    this.#previous.ariaDisabled = String(place === undefined || place.index === 0);
    this.#next.ariaDisabled = String(place === undefined || place.index + 1 >= place.count);
    this.#place.textContent = place?.text ?? '';
    document.body.dataset['places'] = String(place?.count ?? 1);
    this.#status.textContent = status;
    this.#action.textContent = action ?? '';
    this.#action.hidden = action === undefined;
    this.#about.setAttribute('aria-label', texts.facts);
    this.#facts.replaceChildren(...content.facts.map(factRow));
    this.#remarks.replaceChildren(...content.remarks.map((text) => withText('li', text)));
    document.body.toggleAttribute('data-form', content.form !== undefined);
    this.#form.show(content.form);
    this.#stage.show(content);
  }

  #choose(chosen: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...chosen };
    const { mode, zoom, divider, gain } = this.#choices;
    document.body.dataset['mode'] = mode;
    this.#modes.choose(mode);
    this.#zooms.choose(zoom === 'fit' ? 'fit' : zoom === 1 ? 'actual' : undefined);
    this.#divider.value = divider;
    this.#gain.value = gain;
    this.#stage.choose(this.#choices);
    this.#options.onChoose(this.#choices);
  }

  #go(step: number): void {
    const { place } = this.#content ?? {};
    const index = (place?.index ?? 0) + step;
    if (place !== undefined && index >= 0 && index < place.count) this.#options.send({ type: 'go', index });
  }

  #zoom(factor: number): void {
    this.#choose({ zoom: possibleScale(this.#stage.scale * factor) });
  }

  #press(event: KeyboardEvent): void {
    const { key, target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || (event.shiftKey && key !== '+')) return;
    // Lists and text fields handle all keys with characters themselves.
    if (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'text'))
      return;
    const mode = valueOf(modeKeys, key);
    const zoom = valueOf(zoomKeys, key);
    if (mode !== undefined && this.#content?.pictures.length === 2) this.#choose({ mode });
    else if (zoom !== undefined) this.#choose({ zoom: zoomOf(zoom) });
    else if (key === '+' || key === '-') this.#zoom(key === '+' ? zoomStep : 1 / zoomStep);
    // A slider handles the page keys itself.
    else if (target instanceof HTMLInputElement && target.type === 'range') return;
    else if (key === 'PageUp' || key === 'PageDown') this.#go(key === 'PageUp' ? -1 : 1);
    else return;
    event.preventDefault();
  }
}

function zoomOf(chosen: 'fit' | 'actual'): Choices['zoom'] {
  return chosen === 'fit' ? 'fit' : 1;
}

function percentage(share: number): string {
  const format = { style: 'percent', maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(document.documentElement.lang, format).format(share);
}

function nameIcon(button: HTMLButtonElement, sign: string, name: string): void {
  button.textContent = sign;
  const { ariaKeyShortcuts: key } = button;
  button.title = key === null ? name : `${name} (${key})`;
  button.ariaLabel = name;
}

function valueOf<Value>(keys: ReadonlyMap<Value, string>, pressed: string): Value | undefined {
  return [...keys].find(([, key]) => key === pressed)?.[0];
}

function factRow({ label, values }: TabContent['facts'][number]): HTMLElement {
  const head = withText('th', label);
  head.setAttribute('scope', 'row');
  return element('tr', {}, head, ...values.map((value) => withText('td', value)));
}

function withText(tag: 'li' | 'td' | 'th', text: string): HTMLElement {
  return element(tag, {}, document.createTextNode(text));
}
